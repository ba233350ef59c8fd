"""The lines of the final score: what they say beside their amount."""

from __future__ import annotations

from typing import Final

from games.contract import Line
from games.rulekit.events import ScoreLine, line_codes, read_line

WON: Final = "won"


class CardsHeld(ScoreLine, frozen=True):
    """The cards in hand on leaving, in which round, and how one left: `WON`, or the value of an `Exit`."""

    code = "cards"
    how: str
    round: int


CODES: Final = line_codes(globals())


def read(line: Line) -> ScoreLine | None:
    """What a line of the score says; None for a code that is not of these rules."""
    return read_line(CODES, line)
