// Small additions to pages that work without them.
(() => {
  "use strict";
  let words = {};
  const readWords = () => {
    const meta = document.querySelector('meta[name="noon-words"]');
    words = meta ? JSON.parse(meta.content) : {};
  };
  readWords();
  const MINUTE = 60e3, DAY = 86400e3;

  // "%(hours)s h %(minutes)02d" with its values, as the server writes it.
  const fill = (text, values) =>
    text.replace(/%\((\w+)\)(?:0(\d))?[sd]/g, (_all, key, width) => String(values[key]).padStart(Number(width || 0), "0"));

  function leftText(ms) {
    const all = Math.floor(ms / MINUTE);
    const days = Math.floor(all / 1440), hours = Math.floor(all / 60) % 24, minutes = all % 60;
    if (days && !hours) return fill(days === 1 ? words.dayAlone : words.daysAlone, { days });
    if (days) return fill(days === 1 ? words.day : words.days, { days, hours });
    return hours ? fill(words.hours, { hours, minutes }) : fill(words.minutes, { minutes });
  }

  // The countdown: its words and the place of the sun, once a minute, by the server's clock.
  function keepTime(line) {
    const deadline = Date.parse(line.dataset.deadline);
    const offset = Date.parse(line.dataset.now) - Date.now();
    if (Number.isNaN(deadline) || Number.isNaN(offset) || line.dataset.kept) return;
    line.dataset.kept = "1";
    const tick = () => {
      if (!line.isConnected) {  // removed by a swap
        document.removeEventListener("visibilitychange", look);
        return clearInterval(timer);
      }
      const left = deadline - Date.now() - offset;
      const svg = line.querySelector("svg"), where = line.querySelector(".when .soft");
      if (left <= 0) {
        clearInterval(timer);
        line.querySelector(".left").textContent = words.past;
        // only a page that asks for news knows when the result is out
        if (where) where.textContent = document.getElementById("news") ? words.printing : "";
        if (svg) svg.remove();
        return;
      }
      const text = leftText(left), sun = (Math.max(0, 1 - left / DAY) * 100).toFixed(1) + "%";
      line.querySelector(".left").textContent = fill(words.noon, { left: text });
      if (!svg) return;
      svg.setAttribute("aria-label", fill(words.label, { left: text }));
      svg.querySelector(".run").setAttribute("x2", sun);
      svg.querySelector("circle").setAttribute("cx", sun);
    };
    const timer = setInterval(tick, MINUTE), look = () => document.hidden || tick();
    document.addEventListener("visibilitychange", look);
  }

  // The zone of the browser, for forms that keep a guess until it is confirmed.
  function guessZone(field) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone && !field.value) field.value = zone;
  }

  // the question whether the time zone is right is not shown if the browser's clock agrees
  function answerZone(field) {
    if (field.value === Intl.DateTimeFormat().resolvedOptions().timeZone) field.form.remove();
  }

  // Refuses a file that is too large before it is sent.
  function weigh(field) {
    const file = field.files[0], most = Number(field.dataset.most), heavy = file && file.size > most;
    const size = heavy ? Math.ceil(file.size / 1e6) : 0;
    const text = heavy ? fill(field.dataset.tooHeavy, { size, limit: Math.floor(most / 1e6) }) : "";
    field.parentElement.querySelectorAll(".refusal").forEach((old) => old.remove());
    if (text) {
      const note = document.createElement("p");
      note.className = "refusal";
      note.setAttribute("role", "alert");
      note.textContent = text;
      field.parentElement.append(note);
    }
    field.setCustomValidity(text);
    if (text) field.setAttribute("aria-invalid", "true"); else field.removeAttribute("aria-invalid");
  }

  // A button that copies a field, if the browser allows it.
  function copier(button) {
    if (!navigator.clipboard || !button.hidden) return;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(field.value);
        button.textContent = button.dataset.done;
      } catch {
        field.focus();
      }
    });
  }

  function start(root) {
    root.querySelectorAll("[data-copy]").forEach(copier);
    root.querySelectorAll(".countdown[data-deadline]").forEach(keepTime);
    root.querySelectorAll("input[data-zone-guess]").forEach(guessZone);
    root.querySelectorAll("input[data-zone-asked]").forEach(answerZone);
    root.querySelectorAll("input[data-most]").forEach((field) => field.addEventListener("change", () => weigh(field)));
  }
  start(document);
  document.addEventListener("noon:page", () => {  // the page or a part of it was replaced
    readWords();
    start(document);
  });

  // The account menu closes as menus do.
  const shut = (event) => document.querySelectorAll("details.menu[open]").forEach((menu) => {
    if (event.type === "click" ? menu.contains(event.target) : event.key !== "Escape") return;
    menu.open = false;
    if (event.type === "keydown" && menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  });
  document.addEventListener("click", shut);
  document.addEventListener("keydown", shut);

  // A link to copy is selected as soon as one is in it.
  document.addEventListener("focusin", (event) => event.target.matches("[data-select]") && event.target.select());

  // After a swap the focus moves to the result, unless htmx could keep it: to what was just saved or
  // refused, otherwise to the part of the form with the button. The dock never gets the focus.
  let part = "";
  document.addEventListener("htmx:beforeRequest", (event) => {
    const acted = document.activeElement && document.activeElement.closest(".kind[id]");
    part = (event.detail.elt.closest(".kind[id]") || acted || { id: "" }).id;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const swapped = event.detail.elt;
    start(swapped.parentElement || document);
    if (swapped.id === "dock") return;
    if (document.activeElement && document.activeElement !== document.body) return;
    const place = swapped.querySelector('[data-focus], [aria-invalid="true"], .refusal')
      || swapped.querySelector(`.kind[id="${part}"]`) || swapped;
    if (!place.matches("a[href], button, input, select, textarea, summary, [tabindex]")) place.tabIndex = -1;
    place.focus({ preventScroll: place === swapped });
  });

  // There was no response from the site: the page says so, and what was typed stays.
  const unanswered = (event) => {
    const acted = document.activeElement && document.activeElement.closest(".askform, .kind, .summary");
    const form = acted || event.detail.elt.closest("form") || event.detail.elt;
    let note = form.querySelector(".unanswered");
    if (!note) {
      note = document.createElement("p");
      note.className = "note no unanswered";
      note.setAttribute("role", "alert");
      form.append(note);
    }
    note.textContent = words.offline;
  };
  document.addEventListener("htmx:sendError", unanswered);
  document.addEventListener("htmx:timeout", unanswered);
  document.addEventListener("htmx:responseError", unanswered);
})();
