"""Time zones: which can be chosen, what they are called, and which one a reader probably lives in."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from operator import itemgetter
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import get_timezone_location
from django.conf import settings
from django.utils.translation import get_language

from config.zones import is_zone

# The regions of the time zone database that are continents, with their codes in the locale data.
_CONTINENTS = {
    "Africa": "002", "America": "019", "Antarctica": "AQ", "Asia": "142", "Australia": "AU", "Europe": "150",
}  # fmt: skip
_COUNTRY = re.compile(r"\b[a-z]{2,3}[-_]([A-Z]{2})\b")


@cache
def _by_country() -> dict[str, list[str]]:
    """The zones of each country code, from the time zone database's own table."""
    table: dict[str, list[str]] = {}
    for line in (files("tzdata") / "zoneinfo" / "zone.tab").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            country, _position, name = line.split("\t")[:3]
            table.setdefault(country, []).append(name)
    return table


def zone_named(name: str) -> ZoneInfo:
    """The zone of this name; the site's default if the name is "" or unknown."""
    return ZoneInfo(name if is_zone(name) else settings.DEFAULT_GAME_ZONE)


def zone_of_languages(accept_language: str) -> str:
    """A zone guessed from the header Accept-Language: that of the first country with only one zone; ""
    if there is none."""
    for country in _COUNTRY.findall(accept_language):
        zones = _by_country().get(country, ())
        if len(zones) == 1:
            return zones[0]
    return ""


def place_of(name: str, language: str | None = None) -> str:
    """The place a zone is named after, in the reader's language: "Londres", "Argentina, Buenos Aires"."""
    if name == "UTC":
        return name
    return _place(name, language or get_language() or settings.LANGUAGE_CODE)


@lru_cache(maxsize=4096)
def _place(name: str, locale: str) -> str:
    place = get_timezone_location(name, locale=locale.replace("-", "_"), return_city=True)
    return place.replace("/", ", ").replace("_", " ")


def zone_choices(chosen: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """The zones as grouped choices: (region, [(name, place)]). `chosen` is always among them."""
    choices = _choices(get_language() or settings.LANGUAGE_CODE)
    if is_zone(chosen) and all(chosen != name for _region, zones in choices for name, _place in zones):
        return [(place_of(chosen), [(chosen, place_of(chosen))]), *choices]
    return choices


@cache
def _choices(language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in {name for names in _by_country().values() for name in names}:
        groups.setdefault(name.partition("/")[0], []).append((name, place_of(name, language)))
    regions = _region_names(language)
    named = [(regions.get(key, key), sorted(zones, key=itemgetter(1))) for key, zones in groups.items()]
    return [*sorted(named), ("UTC", [("UTC", "UTC")])]


def _region_names(language: str) -> dict[str, str]:
    """The names of the continents among the regions, in a language."""
    names = Locale.parse(language.replace("-", "_")).territories
    return {key: names[code] for key, code in _CONTINENTS.items() if code in names}
