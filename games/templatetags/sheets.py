"""Style sheets of titles, `static/noon/titles/<title>.css`, for every template (see `TEMPLATES`)."""

from __future__ import annotations

import functools

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def title_sheet(title: str) -> SafeString:
    """The link to the style sheet of the title with this key; empty for a title that has none."""
    name = f"noon/titles/{title}.css"
    # In DEBUG, a sheet may be written while the site runs.
    if not (_is_there.__wrapped__(name) if settings.DEBUG else _is_there(name)):
        return SafeString("")
    return format_html('<link rel="stylesheet" href="{}">', static(name))


@functools.cache
def _is_there(name: str) -> bool:
    """Whether there is a static file of this name, as it is written, before the site collects them."""
    return finders.find(name) is not None
