"""What people write to each other, as text and as HTML: emphasis, lists, quotations and links, nothing that a
browser would fetch."""

from __future__ import annotations

import functools
import html
import re
import unicodedata

import nh3
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

# What a message may contain once it is HTML. `nh3` drops everything else, whatever the parser let through.
TAGS = {"p", "br", "em", "strong", "ul", "ol", "li", "blockquote", "code", "a"}
ATTRIBUTES = {"a": {"href"}, "ol": {"start"}}
# Nobody is vouched for by a link in a message, and its page learns nothing of ours.
LINK_REL = "ugc nofollow noopener noreferrer"
# For each bracket that opens, the parser looks through all that follow for its end: a page of sixty messages
# of nothing else would take seconds. With more of them, none is a link.
MOST_BRACKETS = 60
KEPT = 512  # texts whose HTML a process remembers: a conversation is read more often than written in
LEFT_OUT = ["heading", "lheading", "image", "html_block", "html_inline", "hr", "fence", "code", "reference"]
# Control characters but for the line break and the tab; characters that reverse the direction of a text.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


def _is_whole(address: str) -> bool:
    return address.lower().startswith(("https://", "http://"))


@functools.cache
def _parser(links: bool = True) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(LEFT_OUT)
    # Whole addresses alone: one without a scheme would seem to be a page of this site.
    parser.validateLink = _is_whole  # type: ignore[assignment]
    return parser if links else parser.disable("link")


def _rendered(text: str) -> str:
    """What the parser makes of a text: not safe yet."""
    return str(_parser(text.count("[") <= MOST_BRACKETS).render(text))


def clean(typed: str) -> str:
    """A typed text as it is stored: line breaks as one character, accents composed, without characters
    that nobody sees and without blank lines around it."""
    text = unicodedata.normalize("NFC", typed.replace("\r\n", "\n").replace("\r", "\n"))
    return _UNSEEN.sub("", text).strip()


@functools.lru_cache(maxsize=KEPT)
def to_html(text: str) -> SafeString:
    """A text in Markdown as HTML: of the elements in TAGS alone, links to web addresses alone."""
    made = _rendered(text)
    safe = nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, link_rel=LINK_REL, url_schemes={"http", "https"})
    # `nh3` has made it safe, which bandit cannot see.
    return SafeString(safe)  # nosec B703


@functools.lru_cache(maxsize=KEPT)
def to_line(text: str, most: int) -> str:
    """The beginning of a text without its marks, in one line of at most `most` characters."""
    bare = html.unescape(nh3.clean(_rendered(text), tags=set()))
    line = " ".join(bare.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
