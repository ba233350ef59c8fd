"""The lines of the final score."""

from __future__ import annotations

from typing import Final

from games.contract import Line
from games.rulekit.events import ScoreLine, line_codes, read_line

WON: Final = "won"


class CardsHeld(ScoreLine, frozen=True):
    """The cards in hand when the player left, the round, and how: `WON`, or the value of an `Exit`."""

    code = "cards"
    how: str
    round: int


CODES: Final = line_codes(globals())


def read(line: Line) -> ScoreLine | None:
    """The typed data of a score line; None for an unknown code."""
    return read_line(CODES, line)
