"""The worktable: the drawers while a resolution changes them step by step, and its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from games.contract import PUBLIC, Dice, Outcome, PlayerId, Reader, State, only
from games.rulekit.events import EventData
from games.rulekit.worktable import Worktable

from .content import CompanyState
from .events import BecameAbsent, CameBack
from .frames import FRAMES, AnyFrame
from .state import ABSENCE, Company, Hidden, Offer, Private, Public, Question, Seat, StandingOrders

Game = State[Public, Private, Hidden]


class Table(Worktable[Public, Private, Hidden]):
    """The worktable of this title. The deck and the frames are lists until the outcome is made."""

    def __init__(self, state: Game, dice: Dice) -> None:
        super().__init__(state, dice)
        self.deck, self.aside = list(state.hidden.deck), state.hidden.aside
        self._frames = list(state.hidden.frames)

    def outcome(self) -> Outcome[Public, Private, Hidden]:
        self.change(deck=len(self.deck), aside=len(self.aside))
        self.hidden = Hidden(tuple(self.deck), self.aside, tuple(self._frames))
        return super().outcome()

    # ---- events -----------------------------------------------------------------------------------

    def tell(self, data: EventData, to: tuple[Reader, ...] = PUBLIC) -> None:
        """Tell an event to everybody, which raises the version (D71), or to the readers given."""
        super().tell(data, to)
        if to == PUBLIC:
            self.change(version=self.public.version + 1)

    def tell_only(self, data: EventData, *players: PlayerId) -> None:
        """Tell an event to these players only, except those who have left."""
        readers = tuple(player for player in players if self.is_in(player))
        if readers:
            self.tell(data, only(*readers))

    # ---- the public drawer ------------------------------------------------------------------------

    def seat(self, player: PlayerId) -> Seat:
        return self.public.seats[player]

    def is_in(self, player: PlayerId) -> bool:
        return self.seat(player).left is None

    def set_seat(self, player: PlayerId, **fields: Any) -> None:
        self.change(seats={**self.public.seats, player: replace(self.seat(player), **fields)})

    def pay(self, player: PlayerId, money: int) -> None:
        """Pay a player from the bank, or the bank if negative."""
        self.set_seat(player, money=self.seat(player).money + money)

    def write_down_money(self) -> None:
        """Record the money of all players still in the game, at the end of a round."""
        for player in self.public.present:
            seat = self.seat(player)
            self.set_seat(player, history=(*seat.history, seat.money))

    def arm(self, player: PlayerId, mercenaries: int) -> None:
        self.set_seat(player, mercenaries=self.seat(player).mercenaries + mercenaries)

    def set_company(self, slug: str, state: CompanyState, owner: PlayerId | None = None) -> None:
        self.change(companies={**self.public.companies, slug: Company(state, owner)})

    def own(self, slug: str, owner: PlayerId) -> None:
        self.set_company(slug, CompanyState.OWNED, owner)

    def set_country(self, slug: str, **fields: Any) -> None:
        changed = replace(self.public.countries[slug], **fields)
        self.change(countries={**self.public.countries, slug: changed})

    # ---- hands ------------------------------------------------------------------------------------

    def hand(self, player: PlayerId) -> tuple[str, ...]:
        return self.private[player].hand

    def set_hand(self, player: PlayerId, hand: Iterable[str]) -> None:
        self.set_private(player, hand=tuple(hand))
        self.set_seat(player, cards=len(self.hand(player)))

    def draw(self, player: PlayerId, count: int) -> tuple[str, ...]:
        """Draw the top cards of the deck into a hand."""
        drawn, self.deck = tuple(self.deck[:count]), self.deck[count:]
        self.set_hand(player, (*self.hand(player), *drawn))
        return drawn

    def take_cards(self, player: PlayerId, cards: Iterable[str]) -> None:
        """Remove cards from a hand that holds them."""
        hand = list(self.hand(player))
        for card in cards:
            hand.remove(card)
        self.set_hand(player, hand)

    def discard(self, player: PlayerId, cards: Iterable[str]) -> None:
        gone = tuple(cards)
        self.take_cards(player, gone)
        self.change(discard=(*self.public.discard, *gone))

    # ---- a player's own drawer ----------------------------------------------------------------------

    def standing(self, player: PlayerId) -> StandingOrders:
        return self.private[player].standing

    def set_standing(self, player: PlayerId, **fields: Any) -> None:
        self.set_private(player, standing=replace(self.standing(player), **fields))

    def set_offer(self, offer: Offer, *, kept: bool) -> None:
        """Store an offer in both drawers, or remove it from both."""
        for player in (offer.by, offer.to):
            others = tuple(one for one in self.private[player].offers if one.id != offer.id)
            self.set_private(player, offers=(*others, offer) if kept else others)

    # ---- absence (13) -------------------------------------------------------------------------------

    def is_here(self, player: PlayerId) -> None:
        """Count a turn, a programme or a use of a door: the missed turns are 0 again, and an absence ends."""
        if self.seat(player).absent:
            self.tell(CameBack(player))
        self.set_seat(player, missed=0)

    def missed_turn(self, player: PlayerId) -> None:
        """Count a turn of the player closed by the deadline; absent players are not counted further."""
        if self.seat(player).absent:
            return
        self.set_seat(player, missed=self.seat(player).missed + 1)
        if ABSENCE.begins(self.seat(player).missed):
            self.tell(BecameAbsent(player))

    # ---- frames ---------------------------------------------------------------------------------------

    def push(self, *frames: AnyFrame) -> None:
        """Push frames on the stack; the first of them runs first."""
        self._frames += [FRAMES.keep(frame) for frame in reversed(frames)]

    def pop(self) -> Any:
        """Remove and return the next frame."""
        return FRAMES.read(self._frames.pop())

    @property
    def depth(self) -> int:
        return len(self._frames)

    def frames(self) -> list[AnyFrame]:
        """All frames, the next one last."""
        return [FRAMES.read(frame) for frame in self._frames]

    def set_frames(self, frames: Iterable[AnyFrame]) -> None:
        self._frames = [FRAMES.keep(frame) for frame in frames]

    def ask(self, question: Question) -> None:
        """Open a window for a question."""
        self.change(question=question, shown=self.public.shown + 1)
