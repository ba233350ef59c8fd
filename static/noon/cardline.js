// The chosen card and the chosen place, told beside the button. The form works without this.
(() => {
  "use strict";
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
  document.addEventListener("htmx:afterSettle", say);
  say();
})();
