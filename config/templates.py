"""A template loader that removes line breaks and indentation: templates are written one element to a line."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

# Block elements and those that are not displayed: a space beside them is not visible.
_APART = (
    r"</?(?:html|head|meta|link|title|script|noscript|body|header|main|footer|nav|section|article|aside|div|p|h[1-6]"
    r"|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|form|fieldset|legend|details|summary|figure|figcaption"
    r"|option)\b"
)
# A line break with the indentation of the next line and, on either side, what makes a space unnecessary: such
# an element; the edge of a `block`, whose content may be the value of an attribute; the end of a tag.
_BEFORE = rf"\{{% block \w+ %\}}|{_APART}[^<>{{}}]*>"
_BEHIND = rf"\{{% endblock %\}}|>|{_APART}"
_BREAK = re.compile(rf"({_BEFORE})?\s*\n\s*(?=({_BEHIND})?)")


class Loader(filesystem.Loader):
    """Loads the project's templates. A line break becomes a space, or nothing if a space would not show."""

    def get_contents(self, origin: Origin) -> str:
        """The text of a template; plain text such as mails is not changed."""
        text = super().get_contents(origin)
        return on_one_line(text) if str(origin.name).endswith(".html") else text


def on_one_line(text: str) -> str:
    """The same template without line breaks. Templates must not contain literal ones in `pre` and
    `textarea`."""
    return _BREAK.sub(lambda found: found[1] or ("" if found[2] else " "), text.strip())
