"""The lines of the final score (14.2): one for each region, then the figures that break ties."""

from __future__ import annotations

from typing import Final

from games.contract import Line
from games.rulekit.events import ScoreLine, line_codes, read_line


class RegionPoints(ScoreLine, frozen=True):
    """`region`: its name in the data; `influence`: what the player has there."""

    code = "region"
    region: str
    slot: int
    development: int
    influence: int


class TokensLeft(ScoreLine, frozen=True):
    """Breaks ties; no points."""

    code = "tokens"
    tokens: int


CODES: Final = line_codes(globals())
"""The classes of each code."""


def read(kept: Line) -> ScoreLine | None:
    """The typed data of a score line; None for an unknown code."""
    return read_line(CODES, kept)
