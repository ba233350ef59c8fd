"""The final places (section 7, D12, D27): players who left later rank higher; those who resigned or forfeited
are last."""

from __future__ import annotations

from functools import partial

from games.contract import PlayerId, Standing
from games.rulekit.events import line
from games.rulekit.ranking import with_ranks

from .score_lines import WON, CardsHeld
from .state import Public


def standings(public: Public) -> tuple[Standing, ...]:
    """Best first, then in seat order. The score is the number of cards in hand when leaving, for information
    only. The game of `public` must be over."""
    places = with_ranks(public.players, partial(_key, public))
    return tuple(_standing(public, player, rank) for player, rank in places)


def _key(public: Public, player: PlayerId) -> tuple[int, int, int]:
    """The sort key: smaller is better; players with equal keys share a rank."""
    left = public.left.get(player)
    if left is None:
        return 0, 0, 0
    return (1 if left.how.by_play else 2), -left.moment, left.cards


def _standing(public: Public, player: PlayerId, rank: int) -> Standing:
    left = public.left.get(player)
    if left is None:
        held = CardsHeld(len(public.hands[player]), WON, public.round_no)
    else:
        held = CardsHeld(left.cards, left.how.value, left.round_no)
    return Standing(player, rank, held.amount, (line(held),))
