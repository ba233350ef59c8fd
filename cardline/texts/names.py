"""The names of countries and characteristics in the reader's language.

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

ARTICLES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": dict.fromkeys(("ARE", "COD", "DOM", "GBR", "NLD", "PHL", "USA"), "the "),
    "fr": {
        **dict.fromkeys(("HND", "KHM", "MEX", "MOZ", "SUR"), "le "),
        **dict.fromkeys(("COD", "HUN", "KOR"), "la "),
        **dict.fromkeys(("ARE", "FJI", "NLD", "PHL", "USA"), "les "),
        **dict.fromkeys(("CUB", "HTI", "ISR", "MDG", "MUS", "SGP"), ""),
    },
}
"""The articles that the first and the last letter of a name do not tell, by language and `iso3`."""

REGIONAL_A: Final = 0x1F1E6  # REGIONAL INDICATOR SYMBOL LETTER A

_CODES: Final = {card.iso3: card.iso2 for table in TABLES.values() for card in table.values()}


@lru_cache(maxsize=8)
def _table(language: str) -> Mapping[str, str]:
    called = Locale(language).territories
    return {**{iso3: called[iso2] for iso3, iso2 in _CODES.items()}, **OWN[language]}


def _language() -> str:
    return "fr" if (get_language() or "en").startswith("fr") else "en"


def country(card: Any) -> str:
    """The name of a country by its `iso3`; the code itself if there is no such card."""
    return _table(_language()).get(card, str(card))


def with_article(card: Any) -> str:
    """The name of a country within a sentence: `the Netherlands`, `Peru`; `l’Égypte`, `les Pays-Bas`,
    `Cuba`."""
    language = _language()
    name = _table(language).get(card, str(card))
    usual = ""
    if language == "fr" and card in _CODES:
        usual = "l’" if name[0] in "AEIOUÉ" else "la " if name.endswith("e") else "le "
    return ARTICLES[language].get(card, usual) + name


def iso2(card: str) -> str:
    """The two letters of ISO 3166-1, of which the flag is made."""
    return _CODES.get(card, "")


def flag(letters: str) -> str:
    """The flag for two letters of ISO 3166-1, as one character that fonts draw: without a picture there is no
    file name that could reveal a card. The letters are shown instead until the page's script finds that the
    font has flags."""
    return "".join(chr(REGIONAL_A + ord(letter) - ord("A")) for letter in letters)


_CHARACTERISTICS: Final = {
    "area": (gettext_lazy("Area"), gettext_lazy("in km², inland water included")),
    "population": (gettext_lazy("Population"), gettext_lazy("inhabitants in 2012")),
    "gdp": (gettext_lazy("Gross domestic product"), gettext_lazy("in millions of US dollars, 2011")),
    "co2": (gettext_lazy("CO₂ emissions"), gettext_lazy("in tonnes per inhabitant, 2011")),
}


def characteristic(key: str) -> str:
    return str(_CHARACTERISTICS.get(key, (key, key))[0])


def unit(key: str) -> str:
    """The unit of the figures of the line."""
    return str(_CHARACTERISTICS.get(key, (key, key))[1])


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
        return _("Before {country}").format(country=with_article(right))
    if right is None:
        return _("After {country}").format(country=with_article(left))
    return _("Between {left} and {right}").format(left=with_article(left), right=with_article(right))


def continent_of(public: Public, card: str) -> str:
    return continent(TABLES[public.table_version][card].continent)
