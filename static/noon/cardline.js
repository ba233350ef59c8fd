// Shows the chosen card and place beside the button, and flags instead of letters if the font has
// them. The pages work without this.
(() => {
  "use strict";
  // Some systems (Windows) have no characters for flags: there the two letters stay in their frame.
  function flagsAreDrawn() {
    const size = 16, canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    if (!pen) return false;
    pen.font = `${size}px sans-serif`;
    pen.textBaseline = "top";
    pen.fillText("\u{1F1EB}\u{1F1F7}", 0, 0);
    const dots = pen.getImageData(0, 0, size, size).data;
    for (let at = 0; at < dots.length; at += 4) {
      const colours = dots.slice(at, at + 3);
      if (dots[at + 3] > 99 && Math.max(...colours) - Math.min(...colours) > 99) return true;
    }
    return false;
  }
  document.documentElement.classList.toggle("flags", flagsAreDrawn());

  const word = (form, name, part) => {
    const chosen = form.querySelector(`[name="${name}"]:checked`);
    return chosen ? chosen.closest("label").querySelector(part).textContent : "";
  };
  function say() {
    const form = document.getElementById("play");
    if (!form) return;
    const card = word(form, "card", "b"), gap = word(form, "gap", "span");
    if (!card && !gap) return;
    document.querySelectorAll("[data-said]").forEach((place) => {
      const bold = document.createElement("b");
      bold.textContent = card || "…";
      place.replaceChildren(bold, document.createElement("br"), gap || "…");
    });
  }
  document.addEventListener("change", say);
  document.addEventListener("noon:page", say);
  say();
})();
