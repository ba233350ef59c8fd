"""How figures are written in this title: as in all titles, with sums of money in nuyens."""

from __future__ import annotations

from typing import Final

from games.formkit.money import Money
from games.skin.figures import (
    FIXED,
    MINUS,
    NARROW,
    capital,
    city,
    clock,
    day,
    hour_text,
    in_groups,
    is_french,
    listed,
    moment_text,
    number,
    ordinal,
    ordinal_html,
    ordinal_parts,
    parts,
    percent,
    sentence,
    signed,
    signed_percent,
    until_text,
)

__all__ = [
    "FIXED",
    "MINUS",
    "NARROW",
    "NUYEN",
    "capital",
    "city",
    "clock",
    "day",
    "hour_text",
    "in_groups",
    "is_french",
    "listed",
    "moment_text",
    "money",
    "number",
    "ordinal",
    "ordinal_html",
    "ordinal_parts",
    "parts",
    "percent",
    "sentence",
    "signed",
    "signed_money",
    "signed_percent",
    "until_text",
]


NUYEN: Final = Money("ny")


def money(value: int) -> str:
    """Nuyens: `1 500 000 ny`, `1,500,000 ny`."""
    return NUYEN.text(value)


def signed_money(value: int) -> str:
    """A movement of nuyens with its sign: `+200,000 ny`."""
    return NUYEN.signed(value)
