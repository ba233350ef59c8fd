"""The bytes that a browser loads at its first visit to a page, as sent over the network."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

LINKED = {"stylesheet", "icon", "preload", "modulepreload", "manifest", "apple-touch-icon"}
OF_STYLES = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")


@dataclass(frozen=True, slots=True)
class Answer:
    """One response as sent: `body` still compressed, `plain` decompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    plain: bytes

    @property
    def size(self) -> int:
        """The bytes of the response, including its head."""
        return len(self.body) + sum(len(name) + len(value) + 4 for name, value in self.headers.items()) + 19


@dataclass(frozen=True, slots=True)
class Weight:
    """Bytes by URL; the page itself is the first."""

    parts: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.parts.values())

    @property
    def page(self) -> int:
        return next(iter(self.parts.values()))


class Wanted(HTMLParser):
    """The URLs that a page makes a browser load."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "link" and LINKED & set(values.get("rel", "").split()):
            self.found.append(values["href"])
        if tag in {"script", "img", "iframe", "embed", "source", "video", "audio", "track", "input"}:
            self.found += [values[name] for name in ("src", "poster") if values.get(name)]
            self.found += [part.split()[0] for part in values.get("srcset", "").split(",") if part.strip()]
        if tag in {"use", "image", "feimage"}:
            self.found += [values[name] for name in ("href", "xlink:href") if values.get(name)]
        if tag == "object":
            self.found += [values["data"]] if values.get("data") else []


def first_visit(get: Callable[[str], Answer], address: str) -> Weight:
    """The bytes of a page with an empty cache, and of everything it loads: styles, scripts, icons, fonts,
    images, and what styles load in turn."""
    page = get(address)
    assert page.status == 200, f"{address}: {page.status}"
    parts = {address: page.size}
    waiting = [urljoin(address, found) for found in Wanted(page.plain.decode()).found]
    while waiting:
        wanted = waiting.pop(0).partition("#")[0]
        if not wanted or wanted in parts or wanted.startswith("data:"):
            continue
        answer = get(wanted)
        assert answer.status == 200, f"{wanted}, wanted by {address}: {answer.status}"
        parts[wanted] = answer.size
        if answer.headers.get("Content-Type", "").startswith("text/css"):
            found = OF_STYLES.findall(answer.plain.decode())
            waiting += [urljoin(wanted, one or other) for one, other in found]
    return Weight(parts)
