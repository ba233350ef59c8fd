"""The final places (14.5): the most money first; players who left share the rank after all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.contract import Line, PlayerId, Standing
from games.rulekit.events import ScoreLine, line
from games.rulekit.ranking import with_ranks

from .events import Payment
from .state import Public


class MoneyAtEnd(ScoreLine, frozen=True):
    """Euros before the final payouts; all euros if the game ended because one player was left."""

    code: ClassVar[str] = "money_at_end"


class FinalPayoutOf(ScoreLine, frozen=True):
    """The final payout of one industry for `companies` companies."""

    code: ClassVar[str] = "final_payout"
    industry: str
    companies: int


class LeftGame(ScoreLine, frozen=True):
    """The score of a player who left in this round (0: before the first): 0."""

    code: ClassVar[str] = "left_game"
    round: int


def by_payouts(
    public: Public, before: Mapping[PlayerId, int], paid: Mapping[str, tuple[Payment, ...]]
) -> tuple[Standing, ...]:
    """`before`: everybody's money before the final payouts; `paid`: these, by industry."""
    lines = {}
    for player in public.present:
        lines[player] = [line(MoneyAtEnd(before[player]))]
        for industry, payments in paid.items():
            mine = next((one for one in payments if one.player == player), Payment(player, 0, 0))
            lines[player].append(line(FinalPayoutOf(mine.amount, industry, mine.companies)))
    return _ranked(public, {player: tuple(own) for player, own in lines.items()})


def last_one(public: Public, winner: PlayerId) -> tuple[Standing, ...]:
    return _ranked(public, {winner: (line(MoneyAtEnd(public.seats[winner].money)),)})


def _ranked(public: Public, lines: Mapping[PlayerId, tuple[Line, ...]]) -> tuple[Standing, ...]:
    """Best first; players with equal money share a rank and are in seat order."""
    standings = [
        Standing(player, rank, public.seats[player].money, lines[player])
        for player, rank in with_ranks(public.present, lambda player: (-public.seats[player].money,))
    ]
    last = len(standings) + 1
    for player in public.players:
        left = public.seats[player].left
        if left is not None:
            standings.append(Standing(player, last, 0, (line(LeftGame(0, left)),)))
    return tuple(standings)
