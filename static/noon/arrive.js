// Responses that replace the whole page, and pages that ask for news of their turn.
(() => {
  "use strict";
  const SECOND = 1e3, MINUTE = 60e3;
  const parse = (html) => new DOMParser().parseFromString(html, "text/html");
  const marker = () => document.getElementById("news");
  const settled = () => document.dispatchEvent(new CustomEvent("noon:page"));

  // ---- replacing the page -------------------------------------------------------------------------

  // A browser restores an entry of its history by its URL only, so a page with another URL is loaded.
  let address = location.pathname + location.search;
  window.addEventListener("popstate", () => {
    if (location.pathname + location.search !== address) location.reload();
  });

  function copyAttributes(from, to) {
    [...to.attributes].forEach(({ name }) => from.hasAttribute(name) || name === "class" || to.removeAttribute(name));
    [...from.attributes].forEach(({ name, value }) => to.setAttribute(name, value));
  }

  function show(page, url) {
    const held = document.activeElement && document.activeElement.id, title = document.title;
    copyAttributes(page.documentElement, document.documentElement);
    document.body.className = "";
    copyAttributes(page.body, document.body);
    document.title = page.title;
    const words = 'meta[name="noon-words"]', fresh = page.querySelector(words), old = document.querySelector(words);
    if (fresh && old) old.content = fresh.content;
    page.querySelectorAll("head script[src]").forEach((script) => {
      if (document.querySelector(`script[src="${CSS.escape(script.getAttribute("src"))}"]`)) return;
      const made = document.createElement("script");  // a script parsed for another document never runs
      made.src = script.getAttribute("src");
      document.head.append(made);
    });
    document.body.replaceChildren(...page.body.childNodes);
    if (window.htmx) window.htmx.process(document.body);
    const to = new URL(url, location.href), next = to.pathname + to.search;
    if (next !== address) history[to.pathname === location.pathname ? "replaceState" : "pushState"](null, "", next);
    address = next;
    settled();
    listen();
    if (held && document.getElementById(held)) document.getElementById(held).focus({ preventScroll: true });
    if (title !== document.title && marker()) {
      const told = document.createElement("span");
      told.className = "sr";
      marker().append(told);
      told.textContent = document.title;  // the live region announces what is put into it
    }
  }

  // A response without the part that was requested is a whole page: a refusal with what was typed, the next
  // question, a log-in. A response that is not a page of this site is not shown.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event, { xhr, target, requestConfig } = detail;
    if (!detail.shouldSwap) return;
    const page = parse(xhr.responseText);
    if (xhr.status < 500 && (!target.id || page.getElementById(target.id))) return;
    detail.shouldSwap = false;
    if (requestConfig.verb === "get" && !detail.boosted) return;  // not caused by the reader: the page stays as it is
    if (!page.querySelector("main#main")) {
      detail.isError = true;
      return;
    }
    setTimeout(() => {  // after htmx has finished with the content that is replaced
      show(page, xhr.responseURL || location.href);
      const heading = document.querySelector("main h1") || document.getElementById("main");
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      scrollTo(0, 0);
    });
  });

  // ---- news of the turn ---------------------------------------------------------------------------

  // A new page would discard what somebody is typing, or is about to type.
  const changed = new Set();
  const note = (event) => {
    if (event.isTrusted && event.target.matches("main input, main select, main textarea")) changed.add(event.target);
  };
  document.addEventListener("input", note);
  document.addEventListener("change", note);
  document.addEventListener("reset", (event) => [...changed].forEach((field) => event.target.contains(field) && changed.delete(field)));
  const WRITTEN = "main :is(textarea, select, input:not([type=radio], [type=checkbox], [type=submit], [type=hidden]))";
  function typing() {
    [...changed].forEach((field) => field.isConnected || changed.delete(field));
    const active = document.activeElement;
    if (changed.size || document.querySelector("main [data-typed]") || (active && active.matches(WRITTEN))) return true;
    return [...document.querySelectorAll("main :is(textarea, input)")].some((field) =>  // restored by the browser
      field.matches("[type=radio], [type=checkbox]") ? field.checked !== field.defaultChecked
        : field.type !== "hidden" && field.value !== field.defaultValue);
  }

  // `until`: the deadline by this device's clock; `asked`: the number of requests since the last news;
  // `failed`: the number of failures; `over`: the reader has got a link, and no more requests are needed.
  let timer = 0, until = NaN, asked = 0, failed = 0, last = 0, asking = false, over = false;

  const growing = (first, most, times) => Math.min(most, first * 1.5 ** times);
  function pause() {
    const { state, early, moves } = marker().dataset, left = until - Date.now();
    if (failed) return growing(5 * SECOND, 2 * MINUTE, failed - 1);
    if (state === "waits") return growing(MINUTE, 5 * MINUTE, asked);
    if (moves !== undefined) return 20 * SECOND;
    if (state === "due" || left <= 0) return growing(3 * SECOND, MINUTE, asked);
    const usual = early !== undefined ? growing(20 * SECOND, MINUTE, asked) : 15 * MINUTE;
    return Math.min(usual, (left || usual) + SECOND);
  }

  function plan() {
    clearTimeout(timer);
    if (over || !marker()) return;
    // so that readers do not all ask in the same second after noon
    timer = setTimeout(ask, pause() + Math.random() * Math.min(3 * SECOND, pause() / 4));
  }

  function listen() {
    const place = marker();
    until = place && place.dataset.left ? Date.now() + place.dataset.left * SECOND : NaN;
    asked = 0;
    over = false;
    last = Date.now();
    plan();
  }

  async function ask() {
    const place = marker();
    if (!place || asking || over || document.hidden) return;
    asking = true;
    last = Date.now();
    try {
      const answer = await fetch(place.dataset.ask, {
        headers: { "HX-Request": "true" }, cache: "no-store", signal: AbortSignal.timeout(30 * SECOND),
      });
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      failed = 0;
      asked += 1;
      if (answer.status !== 204 && place.isConnected) take(answer, parse(text), place);
    } catch {
      failed += 1;  // the server is out of reach: no message, and a longer pause each time
    } finally {
      asking = false;
      plan();
    }
  }

  function tell(place, told) {
    place.replaceChildren(...(told ? [document.importNode(told, true)] : []));
  }

  function take(answer, page, place) {
    const to = answer.headers.get("HX-Redirect");
    if (to) {
      over = true;
      if (!typing() && place.dataset.stays === undefined) return location.assign(to);
      document.querySelectorAll(".countdown").forEach((line) => line.remove());  // its noon has passed
      return tell(place, page.querySelector(".note"));
    }
    const fresh = page.getElementById("news");
    // the chapter and the state of the turn (12 digits), then its deadline (8), then what the reader sees
    const turn = (seen) => seen.slice(0, 12) + seen.slice(20);
    const same = fresh && turn(fresh.dataset.seen) === turn(place.dataset.seen);
    const from = new URL(answer.url);
    if (!same && !typing()) return show(page, from.pathname === location.pathname ? address : from.pathname);
    if (!fresh) return;
    const clocks = page.querySelectorAll(".countdown, [data-clock]");
    document.querySelectorAll(".countdown, [data-clock]").forEach((old, n) => clocks[n] && old.replaceWith(clocks[n]));
    const word = fresh.querySelector("template");
    copyAttributes(fresh, place);
    if (!same) tell(place, word && word.content.firstElementChild);
    settled();
    listen();
  }

  // ask at once when the reader returns to the page or the network, or uses the browser's back button
  const back = () => {
    if (document.hidden || over || !marker()) return;
    asked = 0;
    if (Date.now() - last > Math.min(pause(), MINUTE / 2)) ask(); else plan();
  };
  document.addEventListener("visibilitychange", back);
  window.addEventListener("online", back);
  window.addEventListener("pageshow", (event) => event.persisted && back());
  listen();
})();
