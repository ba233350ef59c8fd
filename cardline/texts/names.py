"""What countries and characteristics are called, in the reader's language.

Countries come from CLDR, through Babel; the few names on which the rules' table differs are its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from babel import Locale
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.skin import figures

from ..rules.content import TABLES
from ..rules.state import Public

OWN: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {"COD": "Democratic Republic of the Congo", "TUR": "Turkey"},
    "fr": {"COD": "République démocratique du Congo"},
}
"""Names that differ from CLDR in the rules' table, by language and `iso3`."""

REGIONAL_A: Final = 0x1F1E6  # REGIONAL INDICATOR SYMBOL LETTER A

_CODES: Final = {card.iso3: card.iso2 for table in TABLES.values() for card in table.values()}


@lru_cache(maxsize=8)
def _table(language: str) -> Mapping[str, str]:
    called = Locale(language).territories
    return {**{iso3: called[iso2] for iso3, iso2 in _CODES.items()}, **OWN[language]}


def country(card: Any) -> str:
    """The name of a country by its `iso3`; the code itself if there is no such card."""
    language = "fr" if (get_language() or "en").startswith("fr") else "en"
    return _table(language).get(card, str(card))


def iso2(card: str) -> str:
    """The two letters of ISO 3166-1, of which the flag is made."""
    return _CODES.get(card, "")


def flag(letters: str) -> str:
    """The flag of two letters of ISO 3166-1, as one sign that fonts draw: no picture, and so no name of
    one, that could tell of a card. The letters stand in its place until the page's script finds that
    flags are drawn."""
    return "".join(chr(REGIONAL_A + ord(letter) - ord("A")) for letter in letters)


def characteristic(key: str) -> str:
    return {
        "area": _("Area"),
        "population": _("Population"),
        "gdp": _("Gross domestic product"),
        "co2": _("CO₂ emissions"),
    }.get(key, key)


def unit(key: str) -> str:
    """What the figures of the line are counted in."""
    return {
        "area": _("in km², inland water included"),
        "population": _("inhabitants in 2012"),
        "gdp": _("in millions of US dollars, 2011"),
        "co2": _("in tonnes per inhabitant, 2011"),
    }.get(key, key)


CONTINENTS: Final = {
    "africa": gettext_lazy("Africa"),
    "asia": gettext_lazy("Asia"),
    "europe": gettext_lazy("Europe"),
    "north_america": gettext_lazy("North America"),
    "south_america": gettext_lazy("South America"),
    "oceania": gettext_lazy("Oceania"),
}


def continent(key: str) -> str:
    return str(CONTINENTS.get(key, key))


def countries(cards: Any) -> str:
    """`Peru, Chad and Japan`, in the order given."""
    return figures.listed([country(card) for card in cards])


def gap(left: Any, right: Any) -> str:
    """A gap of the line by its neighbours; None is an end."""
    if left is None and right is None:
        return _("The only place")
    if left is None:
        return _("Before {country}").format(country=country(right))
    if right is None:
        return _("After {country}").format(country=country(left))
    return _("Between {left} and {right}").format(left=country(left), right=country(right))


def continent_of(public: Public, card: str) -> str:
    return continent(TABLES[public.table_version][card].continent)
