"""The worktable: the drawers while a resolution changes them step by step, and its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games.contract import PlayerId, State
from games.rulekit.absence import after_miss
from games.rulekit.worktable import Worktable

from .content import CARDS, PILES
from .draws import cards_by_pile, instead
from .events import (
    CameBack,
    Defaulted,
    Drew,
    FacesDrawn,
    FacesReturned,
    Missed,
    PutBack,
    Refilled,
    WentAbsent,
)
from .notation import CATEGORIES
from .state import ABSENCE, Hidden, Private, Public, Seat
from .world import World, six

Game = State[Public, Private, Hidden]


class Table(Worktable[Public, Private, Hidden]):
    """The worktable of this title."""

    def seat(self, player: PlayerId) -> Seat:
        return self.public.seats[player]

    def set_seat(self, player: PlayerId, **fields: Any) -> None:
        self.change(seats={**self.public.seats, player: replace(self.seat(player), **fields)})

    def keep_world(self, world: World) -> None:
        """Store the map and tokens of a world; the caller moves discards."""
        seats = dict(self.public.seats)
        for player, mine in zip(self.public.players, world.held, strict=True):
            held = six(mine)
            if seats[player].held != held:
                seats[player] = replace(seats[player], held=held)
        self.change(seats=seats, reserve=six(world.reserve), regions=world.regions(self.public.regions))

    # ---- who is here (15.4) ----------------------------------------------------------------------------

    def misses(self, player: PlayerId, window: str) -> None:
        """Count a turn played by default: its deadline was missed, or nobody waits for its player."""
        if player in self.public.absent:
            self.tell(Defaulted(player, window))
            return
        counts = after_miss({player: self.seat(player).missed}, player)
        self.set_seat(player, missed=counts[player])
        self.tell(Missed(player, window))
        if ABSENCE.begins(counts[player]):
            self.tell(WentAbsent(player))

    def is_here(self, player: PlayerId) -> None:
        """Note that a player has handed something in: the count starts again at zero; a player who has left
        stays absent."""
        was = self.public.absent
        if self.seat(player).missed:
            self.set_seat(player, missed=0)
        if player in was and player not in self.public.absent:
            self.tell(CameBack(player))

    def comes_back(self, player: PlayerId) -> None:
        self.set_seat(player, missed=0, left=False)
        self.tell(CameBack(player))

    # ---- cards -----------------------------------------------------------------------------------------

    def hand(self, player: PlayerId) -> tuple[str, ...]:
        return self.private[player].hand

    def set_hand(self, player: PlayerId, hand: Sequence[str]) -> None:
        """Store a hand for its owner, and its backs for everybody, in the order of the piles, so that their
        order reveals nothing."""
        self.set_private(player, hand=tuple(hand))
        backs = sorted((CARDS[card].pile for card in hand), key=PILES.index)
        self.set_seat(player, backs=tuple(backs))

    def discard(self, card: str) -> None:
        category = CATEGORIES[CARDS[card].category]
        grown = (*self.public.discards.get(category, ()), card)
        self.change(discards={**self.public.discards, category: grown})

    def set_pile(self, pile: str, cards: Sequence[str]) -> None:
        self.set_hidden(piles={**self.hidden.piles, pile: tuple(cards)})
        self.change(piles={**self.public.piles, pile: len(cards)})

    def top(self, pile: str) -> str | None:
        """Take the top card of a pile; an empty one is refilled from its archive (D36, D48). None if it is
        exhausted."""
        if not self.hidden.piles[pile]:
            self._refill(pile)
        cards = self.hidden.piles[pile]
        if not cards:
            return None
        self.set_pile(pile, cards[1:])
        return cards[0]

    def _refill(self, pile: str) -> None:
        back = [card for card in self.public.archive if CARDS[card].pile == pile]
        if not back:
            return
        number = self.public.refills + 1
        self.set_pile(pile, self.dice.shuffled(back, "refill", pile, str(number)))
        archive = tuple(card for card in self.public.archive if CARDS[card].pile != pile)
        self.change(archive=archive, refills=number)
        self.tell(Refilled(pile, len(back)))

    def serve(self, player: PlayerId, piles: Sequence[str]) -> None:
        """Serve draws in order; for an exhausted pile from its substitute, and nothing if there is no card at
        all."""
        cards: list[str] = []
        for pile in piles:
            found = instead(cards_by_pile(self.public), pile)
            if found is None:
                break
            card = self.top(found)
            assert card is not None
            cards.append(card)
        if cards:
            self.set_hand(player, (*self.hand(player), *cards))
            self.tell(Drew(player, tuple(CARDS[card].pile for card in cards)))
            self.tell_only(FacesDrawn(tuple(cards)), player)

    def put_back(self, player: PlayerId, cards: Sequence[str]) -> None:
        """Put cards of the hand under their piles of origin, in this order."""
        if not cards:
            return
        self.set_hand(player, without(self.hand(player), cards))
        for card in cards:
            pile = CARDS[card].pile
            self.set_pile(pile, (*self.hidden.piles[pile], card))
        self.tell(PutBack(player, tuple(CARDS[card].pile for card in cards)))
        self.tell_only(FacesReturned(tuple(cards)), player)


def without(hand: Sequence[str], cards: Sequence[str]) -> tuple[str, ...]:
    """A hand without some of its cards; of two copies the older one is removed first."""
    gone = Counter(cards)
    left = []
    for card in hand:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return tuple(left)
