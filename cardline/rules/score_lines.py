"""The lines of the final score: what they say beside their amount."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.rulekit.events import ScoreLine

WON: Final = "won"


@dataclass(frozen=True, slots=True)
class CardsHeld(ScoreLine):
    """The cards in hand on leaving, in which round, and how one left: `WON`, or the value of an `Exit`."""

    code = "cards"
    how: str
    round: int
