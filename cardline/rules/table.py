"""The state during a resolution: drawers changed step by step, and the events told so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from games.contract import Dice, Outcome, PlayerId, State
from games.rulekit.absence import after_answer, after_miss
from games.rulekit.worktable import Worktable

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
from .state import ABSENCE, Boxed, Exit, Hidden, Left, Private, Public

WENT_OUT: Final[Mapping[Exit, type[WentOut]]] = {
    Exit.ELIMINATED: Eliminated,
    Exit.RESIGNED: Resigned,
    Exit.FORFEITED: Forfeited,
}
"""What is told of each way out, but for the beaten: how the game ended says it of them."""


class Table(Worktable[Public, Private, Hidden]):
    """The working state; the deck is a list until `outcome` is called."""

    def __init__(self, state: State[Public, Private, Hidden], dice: Dice) -> None:
        super().__init__(state, dice)
        self._deck = list(state.hidden.deck)

    def outcome(self) -> Outcome[Public, Private, Hidden]:
        deck = tuple(self._deck)
        over = self.public.outcome is not None
        self.public = replace(self.public, deck_count=len(deck), deck=deck if over else ())
        self.hidden = Hidden(deck)
        return super().outcome()

    # ---- hands ----------------------------------------------------------------------------------

    def take(self, player: PlayerId, card: str) -> None:
        """Take a card from a hand; its owner is no longer absent."""
        hand = tuple(held for held in self.public.hands[player] if held != card)
        self.public = replace(self.public, hands={**self.public.hands, player: hand})
        if player in self.public.dormant:
            self.tell(Returned(player))
        self.no_longer_absent(player)

    def no_longer_absent(self, player: PlayerId) -> None:
        self.public = replace(self.public, skips_in_a_row=after_answer(self.public.skips_in_a_row, player))

    def skip(self, player: PlayerId) -> None:
        """Skip a player, who places and draws nothing (D18)."""
        self.public = replace(self.public, skips_in_a_row=after_miss(self.public.skips_in_a_row, player))
        skips = self.public.skips_in_a_row[player]
        self.tell(Skipped(player, skips))
        if ABSENCE.begins(skips):
            self.tell(BecameDormant(player))

    def leave(self, players: Iterable[PlayerId], how: Exit) -> None:
        """Let players leave together. Their hands go to the box unseen (D15), except those of beaten players,
        whose cards stay in front of them."""
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
        self.public = replace(
            self.public,
            hands=hands,
            left=left,
            box=tuple(box),
            acted=tuple(player for player in public.acted if player not in gone),
            emptied=tuple(player for player in public.emptied if player not in gone),
        )

    # ---- deck and box ---------------------------------------------------------------------------

    def fail(self, card: str) -> None:
        """Put a card whose figures were shown into the box."""
        self.public = replace(self.public, box=(*self.public.box, Boxed(card, seen=True)))

    def draw(self, player: PlayerId) -> None:
        """Draw the top card, after a refill if the deck is empty; the box has at least the failed card."""
        self.have(1)
        card = self._deck.pop(0)
        self.public = replace(
            self.public, hands={**self.public.hands, player: (*self.public.hands[player], card)}
        )
        self.tell(Drew(player, card))

    def have(self, count: int) -> bool:
        """Whether the deck has `count` cards; shuffles the box under it if needed (D13)."""
        if len(self._deck) < count and self.public.box:
            number = self.public.refills + 1
            cards = [boxed.card for boxed in self.public.box]
            self._deck += self.dice.shuffled(cards, "refill", str(number))
            self.public = replace(self.public, box=(), refills=number)
            self.tell(DeckRefilled(len(cards)))
        return len(self._deck) >= count
