"""The game while a resolution is applied: the drawers, changed step by step, and what is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from games.contract import PUBLIC, Dice, Event, Outcome, PlayerId, Reader, State
from games.rulekit.events import EventData, event

from .events import (
    BecameDormant,
    DeckRefilled,
    Drew,
    Eliminated,
    Forfeited,
    Resigned,
    Returned,
    Skipped,
    WentOut,
)
from .state import DORMANT_AFTER, Boxed, Exit, Hidden, Left, Private, Public

WENT_OUT: Final[Mapping[Exit, type[WentOut]]] = {
    Exit.ELIMINATED: Eliminated,
    Exit.RESIGNED: Resigned,
    Exit.FORFEITED: Forfeited,
}
"""What is told of each way out, but for the beaten: how the game ended says it of them."""


class Table:
    """What was true before stays as it was: `public` is replaced, never changed."""

    def __init__(self, state: State[Public, Private, Hidden], dice: Dice) -> None:
        self.public = state.public
        self._private = state.private
        self._deck = list(state.hidden.deck)
        self._dice = dice
        self._events: list[Event] = []

    def outcome(self) -> Outcome[Public, Private, Hidden]:
        deck = tuple(self._deck)
        over = self.public.outcome is not None
        public = replace(self.public, deck_count=len(deck), deck=deck if over else ())
        return Outcome(State(public, self._private, Hidden(deck)), tuple(self._events))

    def change(self, **fields: Any) -> None:
        self.public = replace(self.public, **fields)

    def tell(self, data: EventData, to: tuple[Reader, ...] = PUBLIC) -> None:
        self._events.append(event(data, to))

    # ---- hands ----------------------------------------------------------------------------------

    def take(self, player: PlayerId, card: str) -> None:
        """A card leaves a hand, and its owner is no longer absent."""
        hand = tuple(held for held in self.public.hands[player] if held != card)
        self.change(hands={**self.public.hands, player: hand})
        if self.public.skips_in_a_row[player] >= DORMANT_AFTER:
            self.tell(Returned(player))
        self.no_longer_absent(player)

    def no_longer_absent(self, player: PlayerId) -> None:
        self.change(skips_in_a_row={**self.public.skips_in_a_row, player: 0})

    def skip(self, player: PlayerId) -> None:
        """Nothing placed, nothing drawn (D18)."""
        skips = self.public.skips_in_a_row[player] + 1
        self.change(skips_in_a_row={**self.public.skips_in_a_row, player: skips})
        self.tell(Skipped(player, skips))
        if skips == DORMANT_AFTER:
            self.tell(BecameDormant(player))

    def leave(self, players: Iterable[PlayerId], how: Exit) -> None:
        """These leave at one moment; the hands go to the box unseen (D15), but for the beaten, whose
        cards stay in front of them."""
        public = self.public
        moment = 1 + max((left.moment for left in public.left.values()), default=0)
        hands, left, box = dict(public.hands), dict(public.left), list(public.box)
        gone = tuple(players)
        for player in gone:
            cards = hands[player]
            left[player] = Left(how, moment, public.round_no, len(cards))
            if how in WENT_OUT:
                box += [Boxed(card, seen=False) for card in cards]
                hands[player] = ()
                self.tell(WENT_OUT[how](player, cards))
        self.change(
            hands=hands,
            left=left,
            box=tuple(box),
            acted=tuple(player for player in public.acted if player not in gone),
            emptied=tuple(player for player in public.emptied if player not in gone),
        )

    # ---- deck and box ---------------------------------------------------------------------------

    def fail(self, card: str) -> None:
        """A card whose figures were shown goes to the box."""
        self.change(box=(*self.public.box, Boxed(card, seen=True)))

    def draw(self, player: PlayerId) -> None:
        """The top card, after a refill if there is none. There is one: a failed card came before."""
        self.have(1)
        card = self._deck.pop(0)
        self.change(hands={**self.public.hands, player: (*self.public.hands[player], card)})
        self.tell(Drew(player, card))

    def have(self, count: int) -> bool:
        """Whether the deck holds `count` cards, if need be with the box shuffled under it (D13)."""
        if len(self._deck) < count and self.public.box:
            number = self.public.refills + 1
            cards = [boxed.card for boxed in self.public.box]
            self._deck += self._dice.shuffled(cards, "refill", str(number))
            self.change(box=(), refills=number)
            self.tell(DeckRefilled(len(cards)))
        return len(self._deck) >= count
