"""The game while a resolution is applied: the drawers, changed step by step, and what is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.contract import Dice, Event, Outcome, PlayerId, State, only

from .state import DORMANT_AFTER, Boxed, Exit, Hidden, Left, Private, Public


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

    def tell(self, kind: str, **data: Any) -> None:
        self._events.append(Event(kind, data))

    def tell_only(self, player: PlayerId, kind: str, **data: Any) -> None:
        self._events.append(Event(kind, data, only(player)))

    # ---- hands ----------------------------------------------------------------------------------

    def take(self, player: PlayerId, card: str) -> None:
        """A card leaves a hand, and its owner is no longer absent."""
        hand = tuple(held for held in self.public.hands[player] if held != card)
        self.change(hands={**self.public.hands, player: hand})
        if self.public.skips_in_a_row[player] >= DORMANT_AFTER:
            self.tell("returned", player=player)
        self.no_longer_absent(player)

    def no_longer_absent(self, player: PlayerId) -> None:
        self.change(skips_in_a_row={**self.public.skips_in_a_row, player: 0})

    def skip(self, player: PlayerId) -> None:
        """Nothing placed, nothing drawn (D18)."""
        skips = self.public.skips_in_a_row[player] + 1
        self.change(skips_in_a_row={**self.public.skips_in_a_row, player: skips})
        self.tell("skipped", player=player, in_a_row=skips)
        if skips == DORMANT_AFTER:
            self.tell("became_dormant", player=player)

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
            if how is not Exit.BEATEN:
                box += [Boxed(card, seen=False) for card in cards]
                hands[player] = ()
                self.tell(how.value, player=player, cards=list(cards))
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
        self.tell("drew", player=player, card=card)

    def have(self, count: int) -> bool:
        """Whether the deck holds `count` cards, if need be with the box shuffled under it (D13)."""
        if len(self._deck) < count and self.public.box:
            number = self.public.refills + 1
            cards = [boxed.card for boxed in self.public.box]
            self._deck += self._dice.shuffled(cards, "refill", str(number))
            self.change(box=(), refills=number)
            self.tell("deck_refilled", cards=len(cards))
        return len(self._deck) >= count
