"""Messages of users as text and as HTML: emphasis, lists, quotations and links, but nothing that a browser
would load."""

from __future__ import annotations

import functools
import html
import re
import unicodedata
from typing import TYPE_CHECKING

import nh3
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

# the elements that a message may contain; `nh3` removes everything else, whatever the parser produced
TAGS = {"p", "br", "em", "strong", "ul", "ol", "li", "blockquote", "code", "a"}
ATTRIBUTES = {"a": {"href"}, "ol": {"start"}}
# links in messages are not endorsed by the site, and the linked page learns nothing about ours
LINK_REL = "ugc nofollow noopener noreferrer"
# For each opening bracket the parser searches the rest of the text for its end: a page with sixty messages of
# nothing but brackets would take seconds. A text with more than this many has no links.
MOST_BRACKETS = 60
KEPT = 512  # number of texts whose HTML a process caches
LEFT_OUT = ["heading", "lheading", "image", "html_block", "html_inline", "hr", "fence", "code", "reference"]
# control characters except line break and tab, and characters that reverse the direction of a text
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


def _is_whole(address: str) -> bool:
    return address.lower().startswith(("https://", "http://"))


@functools.cache
def _parser(links: bool = True) -> MarkdownIt:
    from markdown_it import MarkdownIt  # with the first message: it takes a twentieth of a second to load

    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(LEFT_OUT)
    # only absolute URLs: one without a scheme would look like a page of this site
    parser.validateLink = _is_whole  # type: ignore[assignment]
    return parser if links else parser.disable("link")


def _rendered(text: str) -> str:
    """The HTML of a text as the parser produces it, which is not safe yet."""
    return str(_parser(text.count("[") <= MOST_BRACKETS).render(text))


def clean(typed: str) -> str:
    """A typed text as it is stored: line breaks as one character, accents composed, without invisible
    characters and without blank lines at both ends."""
    text = unicodedata.normalize("NFC", typed.replace("\r\n", "\n").replace("\r", "\n"))
    return _UNSEEN.sub("", text).strip()


@functools.lru_cache(maxsize=KEPT)
def to_html(text: str) -> SafeString:
    """A text in Markdown as safe HTML: only the elements in TAGS, and only links to web addresses."""
    made = _rendered(text)
    safe = nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, link_rel=LINK_REL, url_schemes={"http", "https"})
    # `nh3` has made it safe, which bandit does not know
    return SafeString(safe)  # nosec B703


@functools.lru_cache(maxsize=KEPT)
def to_line(text: str, most: int) -> str:
    """The beginning of a text without its Markdown, in one line of at most `most` characters."""
    bare = html.unescape(nh3.clean(_rendered(text), tags=set()))
    line = " ".join(bare.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
