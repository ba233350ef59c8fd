"""What a table that may be wider than its page needs, for every template and part (see `TEMPLATES`)."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def scrolls(name: str, kind: str = "label") -> SafeString:
    """The attributes of a `<div class="scroll">`: reached by keyboard, a region with a name, and the words
    that a phone shows while there is more at the side.

    `name` is the name itself or, with the `kind` "labelledby", the id of the heading that has it.
    """
    return format_html(
        'tabindex="0" role="region" aria-{}="{}" data-more="{}"', kind, name, _("Scroll sideways")
    )
