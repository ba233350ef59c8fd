"""Avatars: an uploaded picture, or the skyline drawn from a name."""

from __future__ import annotations

import functools
import hashlib
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from config.addresses import address

from ..requests import AnyUser
from ..zones import place_of

register = template.Library()
register.filter(place_of)


def skyline(name: str) -> tuple[str, int, int]:
    """The avatar drawn from a name: the SVG path of five towers, and the centre of the disc above one of
    them, as (path, cx, cy) in a view box of 40 by 40."""
    digest = hashlib.sha256(name.casefold().encode()).digest()
    heights = [8 + 4 * (byte % 6) for byte in digest[:5]]
    path = "".join(f"M{3 + 7 * i} 38v-{height}h6v{height}z" for i, height in enumerate(heights))
    chosen = digest[6] % 5
    return path, 6 + 7 * chosen, 33 - heights[chosen]


@register.filter
@register.simple_tag
def avatar_of(name: str, picture: str = "", big: bool = False) -> SafeString:
    """The avatar for a name. `picture`: the URL of an uploaded one, or "". Show the name beside it: the
    avatar is hidden from screen readers."""
    kind = "avatar big" if big else "avatar"
    if picture:
        return format_html(
            '<img class="{}" src="{}" alt="" width="40" height="40" loading="lazy">', kind, picture
        )
    return _drawn(name, kind)


@functools.lru_cache(maxsize=4096)
def _drawn(name: str, kind: str) -> SafeString:
    path, cx, cy = skyline(name)
    return format_html(
        '<svg class="{}" viewBox="0 0 40 40" aria-hidden="true"><circle cx="{}" cy="{}" r="3.5"/>'
        '<path fill="currentColor" d="{}"/></svg>',
        kind, cx, cy, path,
    )  # fmt: skip


@register.filter
@register.simple_tag
def avatar(person: Any, big: bool = False) -> SafeString:
    """The avatar of a player (`games.skin.Person`) or a user."""
    name = getattr(person, "name", None)
    if name is not None:
        return avatar_of(name, person.picture, big)
    return avatar_of(str(person), picture_url(person), big)


def picture_url(user: AnyUser) -> str:
    """The URL of a user's uploaded picture, or "". One query if there is one."""
    if not user.is_authenticated or user.picture is None:
        return ""
    return address("games:picture", user.picture.key)
