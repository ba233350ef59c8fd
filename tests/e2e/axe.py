"""What axe finds wrong with pages that are looked at one after the other.

Half of its work is contrast, and most texts of a page look like those of the page before. So contrast is
measured where a text looks as none has before: by its colour, by whether it is large, by every ground under
it, up to the page's own, and for a link by the text it stands in. All else is looked at on every page.
"""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

COLOURS = ["color-contrast", "link-in-text-block"]
# Of what passes, one place is named: that it was looked at is all that is read.
STRUCTURE = {"resultTypes": ["violations"], "rules": {rule: {"enabled": False} for rule in COLOURS}}
CONTRAST = {"resultTypes": ["violations"], "runOnly": COLOURS}
MARK_UNSEEN = """known => {
  const seen = new Set(known.split(",").map(Number)), fresh = new Set(), looks = new Map();
  const hash = text => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
    return (a >>> 0) * 2097152 + (b >>> 11);
  };
  const plain = "rgba(0, 0, 0, 0) none 1 none static";
  const ground = element => {
    if (!element) return 0;
    if (!looks.has(element)) {
      const style = getComputedStyle(element), under = ground(element.parentElement);
      const own = [
        style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.position,
      ].join(" ");
      looks.set(element, own === plain ? under : hash(`${under} ${own}`));
    }
    return looks.get(element);
  };
  const letters = (element, size) => {
    const style = getComputedStyle(element);
    return [
      style.color, size(style), style.textDecorationLine, style.textShadow, style.borderBottomStyle,
    ].join();
  };
  // Of large letters less contrast is asked. A link shows by how it differs from the text it stands in.
  const large = style => parseFloat(style.fontSize) >= (style.fontWeight >= 700 ? 18.66 : 24);
  const exactly = style => `${style.fontSize} ${style.fontWeight}`;
  const look = element => hash([ground(element)].concat(
    element.localName === "a"
      ? ["a", letters(element, exactly), letters(element.parentElement, exactly)]
      : [letters(element, large)],
  ).join());
  const says = element => element.matches("input, select, textarea, button")
    || [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  for (const element of document.body.querySelectorAll("*")) {
    if (!says(element) || !element.checkVisibility({visibilityProperty: true})) continue;
    const found = look(element);
    if (!seen.has(found)) {
      fresh.add(found);
      element.setAttribute("data-unseen", "");
    } else element.removeAttribute("data-unseen");
  }
  return [...fresh];
}"""


class Inspector:
    """Looks at pages of this context. `seen`: how the texts looked that were measured, to which it adds."""

    def __init__(self, context: BrowserContext, seen: set[int] | None = None) -> None:
        context.add_init_script(Axe().axe_script)
        self.seen = set() if seen is None else seen

    def structure(self, page: Page) -> list[str]:
        """What is wrong with a page, colours aside, a sentence each."""
        found = page.evaluate("options => axe.run(options)", STRUCTURE)
        assert found["passes"], f"axe looked at nothing on {page.url}"
        return _violations(found)

    def colours(self, page: Page) -> list[str]:
        """The contrasts of a page that are too weak, where a text looks as none before."""
        # One text on its way to the browser costs a sixth of a list of as many numbers.
        fresh = page.evaluate(MARK_UNSEEN, ",".join(map(str, self.seen)))
        if not fresh:
            return []
        self.seen.update(fresh)
        return _violations(
            page.evaluate("options => axe.run({include: [['[data-unseen]']]}, options)", CONTRAST)
        )


def _violations(found: dict[str, Any]) -> list[str]:
    return [
        f"{one['id']}, {one['help']}: {'; '.join(node['html'][:160] for node in one['nodes'][:3])}"
        for one in found["violations"]
    ]
