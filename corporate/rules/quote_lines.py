"""The figures of each order beside its price, in the lines of a quarter's quote."""

from __future__ import annotations

from games.contract import Line
from games.rulekit.quotes import QuoteFigures, read_figures

from .content import RUNS


class ShareFigures(QuoteFigures, frozen=True):
    """A share: its price in nuyens, the corporation's assets, the player's shares of it after the
    purchase."""

    price: int
    assets: int
    owns_after: int


class InfluenceFigures(QuoteFigures, frozen=True):
    """The level that is bought, and its price in nuyens."""

    level: int
    price: int


class ClaimFigures(QuoteFigures, frozen=True):
    """The victory points that a claim of citizenship costs or brings."""

    points: int


class RunFigures(QuoteFigures, frozen=True):
    """A run, or a Protection, in percent: `base` and, with steps and bonuses, `raw`; `percent`: `raw` within
    the bounds; `mdc`: the MDC's modifier."""

    percent: int
    raw: int
    base: int
    mdc: int


class DefendedRunFigures(RunFigures, frozen=True):
    """A run that a Defence may counter: `corporation`: whose Defence it is (None: no Defence); `defence`: in
    percent; `chance`: `percent` reduced by the Defence."""

    corporation: str | None
    defence: int
    chance: int


class BetFigures(QuoteFigures, frozen=True):
    """A speculation: 1 for `odds`, and the nuyens that it returns if it is won."""

    odds: int
    returns: int


class TransferFigures(QuoteFigures, frozen=True):
    """The player who receives a transfer; None if nobody does."""

    to: str | None


def run_figures(line: Line) -> RunFigures | None:
    """The figures of a run or a Protection; None for every other line."""
    if line.code not in RUNS:
        return None
    return read_figures(line, RunFigures if RUNS[line.code].target is None else DefendedRunFigures)
