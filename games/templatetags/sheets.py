"""Style sheets of titles, `static/noon/titles/<title>.css`, for every template (see `TEMPLATES`)."""

from __future__ import annotations

import functools

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import get_script_prefix
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def title_sheet(title: str) -> SafeString:
    """The link to the style sheet of the title with this key; empty for a title that has none."""
    # In DEBUG, a sheet may be written while the site runs.
    return _link(title, "") if settings.DEBUG else _link_in(title, get_script_prefix())


def _link(title: str, prefix: str) -> SafeString:
    """The link; `prefix` is not read: where it differs, the address does."""
    name = f"noon/titles/{title}.css"
    if finders.find(name) is None:  # as it is written, before the site collects them
        return SafeString("")
    return format_html('<link rel="stylesheet" href="{}">', static(name))


_link_in = functools.cache(_link)
