"""Templates as they are sent: written one element to a line, sent without the line breaks and indents."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

# What begins a line of its own on a page, or is not shown at all: no space is seen beside it.
_APART = (
    r"</?(?:html|head|meta|link|title|script|noscript|body|header|main|footer|nav|section|article|aside|div|p|h[1-6]"
    r"|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|form|fieldset|legend|details|summary|figure|figcaption"
    r"|option)\b"
)
# The end of a line and the indent of the next one. On either side, if it is there, what makes a space too
# much: such an element; the inside of a block, whose text may stand in an attribute; the end of a tag.
_BEFORE = rf"\{{% block \w+ %\}}|{_APART}[^<>{{}}]*>"
_BEHIND = rf"\{{% endblock %\}}|>|{_APART}"
_BREAK = re.compile(rf"({_BEFORE})?\s*\n\s*(?=({_BEHIND})?)")


class Loader(filesystem.Loader):
    """The project's own pages. A line break becomes a space, or nothing where a browser shows nothing."""

    def get_contents(self, origin: Origin) -> str:
        """The text of a template; mails and other plain text as they are written."""
        text = super().get_contents(origin)
        return on_one_line(text) if str(origin.name).endswith(".html") else text


def on_one_line(text: str) -> str:
    """The same template without its line breaks. What stands in `pre` and `textarea` has none of its own."""
    return _BREAK.sub(lambda found: found[1] or ("" if found[2] else " "), text.strip())
