"""What a rendered page may not hold, whoever reads it: scripts and styles of its own, strange tags."""

from __future__ import annotations

from html.parser import HTMLParser

MARK = "xssmark"  # the tag and the attribute that marked texts try to smuggle in
MARKED = f"'\"><{MARK} on{MARK}=1>"


class Page(HTMLParser):
    """Reads a page and notes what is wrong with it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.metas: dict[str, str] = {}
        self.uses_htmx = self.loads_htmx = False
        self.feed(text)
        if self.uses_htmx and not self.loads_htmx and "<html" in text:
            self.wrong.append("uses htmx and does not load it")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
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
