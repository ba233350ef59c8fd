"""The final places (12): most victory points; then cash, shares, influence, corruption."""

from __future__ import annotations

from collections.abc import Mapping

from games.contract import PlayerId, Standing
from games.rulekit.events import line
from games.rulekit.ranking import with_ranks

from .points import NEMESIS, kinds
from .score_lines import SCORE_LINES, TieBreaks
from .state import Private, Public


def final_kinds(public: Public, player: PlayerId, private: Private) -> tuple[str, ...]:
    """The kinds of points of a player at the end; that of the nemesis if it is locked, or outdone now."""
    nemesis = public.seats[player].nemesis is not None or private.outdone
    return (*kinds(public, player), *((NEMESIS,) if nemesis else ()))


def ranked(
    public: Public, points: Mapping[PlayerId, tuple[str, ...]], cash: Mapping[PlayerId, int]
) -> tuple[Standing, ...]:
    """Best first, then in seat order; equal in everything, they share the rank (D35)."""

    def key(player: PlayerId) -> tuple[int, ...]:
        seat = public.seats[player]
        return -len(points[player]), -cash[player], -seat.shares, -seat.influence, -seat.corruption

    standings = []
    for player, rank in with_ranks(public.players, key):
        seat = public.seats[player]
        lines = tuple(line(SCORE_LINES[kind](1)) for kind in points[player])
        beside = line(TieBreaks(0, cash[player], seat.shares, seat.influence, seat.corruption))
        standings.append(Standing(player, rank, len(lines), (*lines, beside)))
    return tuple(standings)
