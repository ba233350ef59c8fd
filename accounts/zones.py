"""Time zones: which there are, and which one a text means."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings

# The regions people live in; the rest of the list is aliases and offsets without a place.
_REGIONS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip


@cache
def zone_names() -> tuple[str, ...]:
    """Every zone one may choose, in alphabetical order, UTC last."""
    places = (name for name in available_timezones() if name.partition("/")[0] in _REGIONS)
    return (*sorted(places), "UTC")


def is_zone(name: str) -> bool:
    return name in zone_names()


def zone_named(name: str) -> ZoneInfo:
    """The zone of this name; the site's own for "" or a name that is no zone."""
    return ZoneInfo(name if is_zone(name) else settings.DEFAULT_GAME_ZONE)


def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The zones as grouped choices of a select: (region, [(name, place)])."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in zone_names():
        region, _, place = name.partition("/")
        groups.setdefault(region, []).append((name, (place or region).replace("_", " ").replace("/", ", ")))
    return list(groups.items())
