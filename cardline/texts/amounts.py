"""A card's figures in words: one function for each, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import figures

from ..rules.content import CHARACTERISTICS


def bare(characteristic: str, value: int) -> str:
    """The figure as the line shows it: `549,087 km²`, `4.41 t`, without a unit for inhabitants and dollars,
    which the caption names."""
    if characteristic == "co2":
        whole, cents = divmod(value, 100)
        comma = "," if figures.is_french() else "."
        return f"{figures.number(whole)}{comma}{cents:02d}{figures.FIXED}t"
    text = figures.number(value)
    return f"{text}{figures.FIXED}km²" if characteristic == "area" else text


def full(characteristic: str, value: int) -> str:
    """The figure with its unit, for a sentence."""
    text = bare(characteristic, value)
    if characteristic == "population":
        return ngettext("{count} inhabitant", "{count} inhabitants", value).format(count=text)
    return _("{count} million US dollars").format(count=text) if characteristic == "gdp" else text


def of_event(characteristic: str, told: Mapping[str, int]) -> str:
    """The game's own figure of a card that was shown."""
    return full(characteristic, told[characteristic])


def all_four(told: Mapping[str, int]) -> list[str]:
    """The four figures of a card, in the order of the rules."""
    return [bare(key, told[key]) for key in CHARACTERISTICS]
