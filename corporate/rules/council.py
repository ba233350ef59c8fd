"""The effects of a coalition's victory on the next turn, from the record of the MDC (2.3, 5.5, D22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from .content import COALITIONS, CouncilEffect
from .state import Council


class InForce(Struct, frozen=True):
    """The effects of last turn's victory, by the players or corporations concerned; all empty if nobody won.

    `sponsored` and `targeting` are percent by (player or corporation, kind of run).
    """

    winner: str | None = None
    forbidden: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sponsored: Mapping[tuple[str, str], int] = field(default_factory=dict)
    targeting: Mapping[tuple[str, str], int] = field(default_factory=dict)
    profit_bonus: Mapping[str, int] = field(default_factory=dict)
    keep_stakes: frozenset[str] = frozenset()


NOTHING: Final = InForce()


def in_force(council: Council) -> InForce:
    """The effects on this turn (D22: for those recorded last turn, whatever happened since)."""
    if council.winner is None:
        return NOTHING
    forbidden: dict[str, tuple[str, ...]] = {}
    sponsored: dict[tuple[str, str], int] = {}
    targeting: dict[tuple[str, str], int] = {}
    profit: dict[str, int] = {}
    keep: set[str] = set()
    for effect in COALITIONS[council.winner].effects:
        if effect.turn != "next":
            continue
        for member in members(council, effect):
            if effect.kind == "forbid":
                forbidden[member] = forbidden.get(member, ()) + effect.orders
            elif effect.kind == "keep_lost_stakes":
                keep.add(member)
            elif effect.kind == "profit_multiplier_bonus":
                profit[member] = profit.get(member, 0) + effect.delta
            else:
                percents = sponsored if effect.kind == "percent_of_runs_sponsored" else targeting
                for run in effect.runs:
                    percents[member, run] = percents.get((member, run), 0) + effect.delta
    return InForce(council.winner, forbidden, sponsored, targeting, profit, frozenset(keep))


def members(council: Council, effect: CouncilEffect) -> tuple[str, ...]:
    """The corporations or players an effect concerns."""
    if effect.scope == "corporations_of":
        return council.corporations.get(effect.coalition, ())
    return council.players.get(effect.coalition, ())
