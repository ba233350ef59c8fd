"""What a rendered page may not hold, whoever reads it: scripts and styles of its own, strange tags, two
landmarks of one name."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from html.parser import HTMLParser

MARK = "xssmark"  # the tag and the attribute that marked texts try to smuggle in
MARKED = f"'\"><{MARK} on{MARK}=1>"

# Elements by which screen readers jump through a page, with the role they are announced by.
LANDMARKS = {
    "main": "main",
    "nav": "navigation",
    "aside": "complementary",
    "section": "region",
    "form": "form",
}
ONLY_NAMED = {"region", "form"}  # no landmarks without a name
PARTS = {"article", "aside", "nav", "section"}  # an `aside` without a name within these is no landmark
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Page(HTMLParser):
    """Reads a page and notes what is wrong with it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.metas: dict[str, str] = {}
        self.uses_htmx = self.loads_htmx = False
        self._open: list[tuple[str, str | None]] = []  # tag and id of the elements that are not closed yet
        self._texts: defaultdict[str, str] = defaultdict(str)  # by id
        self._landmarks: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.wrong += [f"{n} landmarks {one}" for one, n in Counter(self.landmarks()).items() if n > 1]
        if self.uses_htmx and not self.loads_htmx and "<html" in text:
            self.wrong.append("uses htmx and does not load it")

    def landmarks(self) -> list[tuple[str, str]]:
        """Role and accessible name of each landmark, in the order of the page."""
        named = [(role, self._name(attributes)) for role, attributes in self._landmarks]
        return [(role, name) for role, name in named if name or role not in ONLY_NAMED]

    def _name(self, attributes: dict[str, str | None]) -> str:
        if label := attributes.get("aria-label"):
            return label
        ids = (attributes.get("aria-labelledby") or "").split()
        return " ".join(" ".join(self._texts[one] for one in ids).split())

    def handle_data(self, data: str) -> None:
        for _, name in self._open:
            if name:
                self._texts[name] += data

    def handle_endtag(self, tag: str) -> None:
        while any(tag == each for each, _ in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag not in VOID:
            self._open.append((tag, names.get("id")))
        role = names.get("role") or LANDMARKS.get(tag, "")
        is_named = "aria-label" in names or "aria-labelledby" in names
        is_part = not is_named and any(each in PARTS for each, _ in self._open[:-1])
        if role in LANDMARKS.values() and not (tag == "aside" and is_part):
            self._landmarks.append((role, names))
        if tag == "meta" and "name" in names:
            self.metas[str(names["name"])] = names.get("content") or ""
        if tag in {"style", MARK, "iframe", "object", "embed", "base"}:
            self.wrong.append(f"<{tag}>")
        is_data = names.get("type") in {"application/json"}
        if tag == "script" and not is_data and not names.get("src"):
            self.wrong.append("<script> of its own")
        self.uses_htmx |= not {"hx-get", "hx-post", "hx-boost"}.isdisjoint(names)
        self.loads_htmx |= tag == "script" and "htmx" in (names.get("src") or "")
        for name, value in attrs:
            if name == "style" or name.startswith("on") or name.startswith("hx-on") or MARK in name:
                self.wrong.append(f"<{tag} {name}=…>")
            if name in {"href", "src", "action"} and (value or "").strip().lower().startswith("javascript:"):
                self.wrong.append(f"<{tag} {name}=javascript:>")
            elsewhere = (value or "").startswith(("http:", "https:", "//"))
            if (name == "src" and elsewhere) or (tag == "link" and name == "href" and elsewhere):
                self.wrong.append(f"<{tag} {name}> from elsewhere: {value}")


def looked_at(html: str) -> None:
    """A whole page of a title, rendered without errors of the template or of its structure."""
    assert Page(html).wrong == []
    assert html.count("<h1") == 1
    assert ">None<" not in html
    assert "{" not in re.sub(r"<(?:meta|body)[^>]*>", "", html)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<use href="#([^"]+)"', html)) <= set(ids)
