"""The lines of the final score: a victory point each, and the figures that break ties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import Line
from games.rulekit.events import ScoreLine, line_codes, read_line


class PointOfInfluence(ScoreLine, frozen=True):
    code = "vp_influence"


class PointOfShares(ScoreLine, frozen=True):
    code = "vp_shares"


class PointOfGenerals(ScoreLine, frozen=True):
    code = "vp_general"


class PointOfCorruption(ScoreLine, frozen=True):
    code = "vp_corruption"


class PointOfConsulting(ScoreLine, frozen=True):
    code = "vp_consulting"


class PointOfNemesis(ScoreLine, frozen=True):
    code = "vp_nemesis"


class TieBreaks(ScoreLine, frozen=True):
    """Not a point: cash in Pinats and the tracks, in the order in which they break ties."""

    code = "tie_breaks"
    cash: int
    shares: int
    influence: int
    corruption: int


CODES: Final = line_codes(globals())
SCORE_LINES: Final[Mapping[str, type[ScoreLine]]] = {
    each.code: each
    for each in (
        PointOfInfluence, PointOfShares, PointOfGenerals, PointOfCorruption, PointOfConsulting,
        PointOfNemesis,
    )
}  # fmt: skip
"""That of each kind of victory point."""


def read(kept: Line) -> ScoreLine | None:
    """The typed data of a score line; None for an unknown code."""
    return read_line(CODES, kept)
