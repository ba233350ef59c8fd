"""The final places (section 7, D12, D27): the later one left, the better; leavers last."""

from __future__ import annotations

from games.contract import PlayerId, Standing
from games.rulekit.events import line

from .score_lines import WON, CardsHeld
from .state import Public


def places(public: Public) -> tuple[Standing, ...] | None:
    """The standings as they were written when the game ended; None while it goes on."""
    return public.standings


def standings(public: Public) -> tuple[Standing, ...]:
    """Best first, then in seat order. The score is the cards in hand on leaving, for information:
    no point of it counts. `public` is that of a game that has an outcome."""
    keys = {player: _key(public, player) for player in public.players}
    ranked = sorted(public.players, key=lambda player: (keys[player], public.players.index(player)))
    return tuple(
        _standing(public, player, 1 + sum(key < keys[player] for key in keys.values())) for player in ranked
    )


def _key(public: Public, player: PlayerId) -> tuple[int, int, int]:
    """Less is better; equal is the same rank."""
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
