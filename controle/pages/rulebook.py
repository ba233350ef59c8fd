"""The rule book: every figure and every table of it comes from the rules' own data."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.skin import Chapter, FormPage, figures

from ..rules.content import (
    CARDS,
    LAST_LEVEL,
    MAX_PLAYERS,
    MIN_PLAYERS,
    ORGANIZATIONS,
    PILE_SIZE,
    PILES,
    REGIONS,
    C,
    first_column,
    size_of,
)
from ..rules.meta import META
from ..rules.notation import CATEGORIES
from ..rules.society import SECOND_PILE_FROM
from ..rules.world import share_out
from ..texts import amounts, effects, names

WALL = ("pol1_01_identity_ideology", 3)
"""The one effect known from the original (8.2): the example of a step-by-step reading."""


def chapters() -> list[Chapter]:
    return [
        Chapter("aim", _("Aim of the game")),
        Chapter("categories", _("Six categories")),
        Chapter("start", _("The world and the start")),
        Chapter("globalization", _("The globalization table")),
        Chapter("turn", _("A turn")),
        Chapter("effects", _("Effects")),
        Chapter("tokens", _("Tokens")),
        Chapter("draws", _("Drawing cards")),
        Chapter("forced", _("Nothing to play")),
        Chapter("society", _("Civil society")),
        Chapter("order", _("Who plays first")),
        Chapter("end", _("The end and the points")),
        Chapter("secrets", _("What is hidden")),
        Chapter("time", _("Deadlines and absence")),
        Chapter("plans", _("Plans")),
        Chapter("origin", _("Where the game comes from")),
    ]


def page() -> FormPage:
    """Template and values of the rule book."""
    return FormPage("controle/rules.html", context())


def context() -> dict[str, Any]:
    """Every value of the book; nothing in its template is a figure of the rules."""
    card, rank = WALL
    return {
        "chapters": chapters(),
        "title": C.title.name,
        "author": C.title.author,
        "site": C.title.site,
        "f": C.figures,
        "u": C.uses,
        "least": MIN_PLAYERS,
        "most": MAX_PLAYERS,
        "last_level": names.level(LAST_LEVEL),
        "categories": [
            (names.category(slug), meaning, names.resource(slug)) for slug, meaning in _meanings().items()
        ],
        "category_count": len(CATEGORIES),
        "region_count": len(REGIONS),
        "sizes": [_size(players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)],
        "organizations": [
            (names.organization(slug), names.category(each.major), names.category(each.minor))
            for slug, each in ORGANIZATIONS.items()
        ],
        "levels": [(names.level(level), first) for level, first in enumerate(C.levels.first)],
        "pile_count": len(PILES),
        "pile_size": PILE_SIZE,
        "designs": len(CARDS),
        "card_count": len(PILES) * PILE_SIZE,
        "wall": {
            "card": names.card(card),
            "name": names.effect(card, rank),
            "required": names.required(CARDS[card].effects[rank - 1].requires),
            "says": effects.says(CARDS[card].effects[rank - 1]),
        },
        "uses": names.USES,
        "second_pile": names.level(SECOND_PILE_FROM),
        "first_pile": names.level(SECOND_PILE_FROM - 1),
        "line": effects.civil_society(CARDS[card]),
        "after_play": C.figures.hand - 1,
        "sharing": _sharing(6, (4, 3, 1)),
        "notices": figures.listed([str(hours) for hours in META.notices or (META.notice,)]),
        "notice": META.notice,
        "advised": META.suggested_max,
    }


def _meanings() -> dict[str, str]:
    """The meaning of each category."""
    return {
        "pol": _("Taking over the State: government, parliament, courts"),
        "mil": _("Force: militias, army, police"),
        "rel": _("Exploiting faiths and superstitions"),
        "com": _("Companies, money, finance"),
        "med": _("Controlling information"),
        "bio": _("Drugs legal or not, food industry, environment"),
    }


def _size(players: int) -> dict[str, Any]:
    """The figures that depend on the number of players (5.1, 6.1)."""
    size = size_of(players)
    return {
        "players": players,
        "regions": len(size.chips),
        "chips": " ".join(map(str, size.chips)),
        "total": sum(size.chips),
        "reserve": size.reserve,
        "last": first_column(LAST_LEVEL, players),
    }


def _sharing(development: int, influence: tuple[int, ...]) -> dict[str, Any]:
    """The example of sharing a region (14.2): E14."""
    shares = share_out(development, list(influence))
    return {
        "development": development,
        "influence": figures.listed([str(each) for each in influence]),
        "points": figures.listed([amounts.points(each) for each in shares]),
        "lost": development - sum(shares),
    }
