"""The rule book. All its figures come from the data of the rules."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _

from games.skin import Chapter, FormPage

from ..rules.content import CHARACTERISTICS, CONTINENTS, TABLE_VERSION, TABLES
from ..rules.meta import MAX_PLAYERS, META, MIN_PLAYERS, OPTIONS
from ..rules.state import DORMANT_AFTER, FORFEIT_AFTER
from ..texts import amounts, names

# The example names no country, because a reader may hold its card.
LINE: Final = (90_000, 360_000, 510_000)
CARD: Final = 280_000
TIED: Final = 167


def chapters() -> list[Chapter]:
    return [
        Chapter("aim", _("Aim of the game")),
        Chapter("cards", _("The cards")),
        Chapter("turn", _("A turn")),
        Chapter("round", _("End of a round")),
        Chapter("modes", _("One after the other, or all at once")),
        Chapter("absence", _("Time and absence")),
        Chapter("end", _("End and places")),
        Chapter("honour", _("On your honour")),
    ]


def page() -> FormPage:
    """Template and values of the rule book."""
    return FormPage("cardline/rules.html", context())


def context() -> dict[str, Any]:
    """Every value of the book; nothing in its template is a figure of the rules."""
    table = TABLES[TABLE_VERSION]
    return {
        "chapters": chapters(),
        "countries": len(table),
        "continents": [
            (names.continent(key), sum(card.continent == key for card in table.values()))
            for key in CONTINENTS
        ],
        "characteristics": [(names.characteristic(key), names.unit(key)) for key in CHARACTERISTICS],
        "least": MIN_PLAYERS,
        "most": MAX_PLAYERS,
        "hand": OPTIONS["hand_size"].default,
        "cap": OPTIONS["max_rounds"].default,
        "notice": META.notice,
        "dormant": DORMANT_AFTER,
        "forfeit": FORFEIT_AFTER,
        "ex": example(),
    }


def example() -> dict[str, str]:
    """The worked example: a line of three by area, a card for it, and a figure that two cards share."""
    low, middle, high = (amounts.full("area", value) for value in LINE)
    return {
        "low": low,
        "middle": middle,
        "high": high,
        "card": amounts.full("area", CARD),
        "tied": amounts.full("co2", TIED),
    }
