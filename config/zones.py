"""The time zones that can be chosen: those of places, and UTC."""

from __future__ import annotations

import re
from functools import cache
from zoneinfo import available_timezones

# Regions of places; the other names in the time zone database are offsets and abbreviations.
_REGIONS = re.compile(r"(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/")


@cache
def _known() -> frozenset[str]:
    places = {name for name in available_timezones() if _REGIONS.match(name)}
    return frozenset(places | {"UTC"})


def is_zone(name: str) -> bool:
    """Whether this is the name (current or older) of a zone that can be chosen."""
    return name in _known()
