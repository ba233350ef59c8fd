"""The time zones people may choose: those of places, and UTC."""

from __future__ import annotations

import re
from functools import cache
from zoneinfo import available_timezones

# Where people live; what else the time zone database names is offsets without a place.
_REGIONS = re.compile(r"(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/")


@cache
def _known() -> frozenset[str]:
    places = {name for name in available_timezones() if _REGIONS.match(name)}
    return frozenset(places | {"UTC"})


def is_zone(name: str) -> bool:
    """Whether this names a zone people may choose (older names of it included)."""
    return name in _known()
