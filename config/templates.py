"""Template loaders. They remove line breaks and indentation, because templates are written one element to a
line, and replace tags whose output is fixed for a language by that output: translations, URLs and static
files without variables."""

from __future__ import annotations

import functools
import re

from django.conf import settings
from django.template import Origin, Template
from django.template.loaders import cached, filesystem
from django.templatetags.static import static
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils.html import conditional_escape
from django.utils.translation import get_language, gettext, pgettext

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
# Tags that use nothing of the context. Texts with a percent sign, which gettext doubles, stay tags.
_FIXED = re.compile(
    r'\{% (?P<tag>translate|url|static) "(?P<text>[^"%{}]+)"'
    r'(?: (?P<number>\d+)| context "(?P<context>[^"]+)")? %\}'
    r"|\{% blocktranslate(?P<trimmed> trimmed)? %\}(?P<block>[^%{}]+)\{% endblocktranslate %\}"
)


class CachedLoader(cached.Loader):
    """Django's cached loader, with one entry per language and script prefix."""

    def cache_key(self, template_name: str, skip: list[Origin] | None = None) -> str:
        return f"{get_language()} {get_script_prefix()} {super().cache_key(template_name, skip)}"

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """A template that looks for its blocks once, and not for each page that extends it."""
        made = super().get_template(template_name, skip)
        if "get_nodes_by_type" not in vars(made.nodelist):
            found = functools.cache(made.nodelist.get_nodes_by_type)
            made.nodelist.get_nodes_by_type = found  # type: ignore[assignment, method-assign]  # the same method, which remembers
        return made


class Loader(filesystem.Loader):
    """Loads the project's templates. A line break becomes a space, or nothing if a space would not show."""

    def get_contents(self, origin: Origin) -> str:
        """The text of a template; plain text such as mails is not changed."""
        text = super().get_contents(origin)
        if not str(origin.name).endswith(".html"):
            return text
        text = on_one_line(text)
        return text if settings.DEBUG else with_fixed_parts(text)  # in DEBUG, catalogues are reloaded


def on_one_line(text: str) -> str:
    """The same template without line breaks. Templates must not contain literal ones in `pre` and
    `textarea`."""
    return _BREAK.sub(lambda found: found[1] or ("" if found[2] else " "), text.strip())


def with_fixed_parts(text: str) -> str:
    """The same template, its tags with a fixed output replaced by their output in the active language."""
    return _FIXED.sub(_output, text)


def _output(found: re.Match[str]) -> str:
    """The output of a tag; the tag itself if the output would contain template syntax, or if there is none:
    the tag then raises when it is rendered, and only then."""
    text, block = found["text"], found["block"]
    made: str
    try:
        if found["tag"] == "url":
            made = conditional_escape(reverse(text, args=[found["number"]] if found["number"] else None))
        elif found["tag"] == "static":
            made = conditional_escape(static(text))
        elif found["context"]:
            made = pgettext(found["context"], text)
        else:
            made = gettext(text or (block.strip() if found["trimmed"] else block))
    except (NoReverseMatch, ValueError):
        return found[0]
    return found[0] if "{" in made else made
