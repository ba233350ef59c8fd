"""The game while a resolution is applied: the drawers, changed step by step, and what is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.contract import PlayerId, State
from games.rulekit.worktable import Worktable

from .content import TRACKS, C
from .events import CardTurnedDown, Counted, DepartmentClosed
from .state import PHASE_TWO, Card, Hidden, Office, Private, Public, Seat

Game = State[Public, Private, Hidden]


class Table(Worktable[Public, Private, Hidden]):
    """The worktable of this title."""

    def seat(self, player: PlayerId) -> Seat:
        return self.public.seats[player]

    def set_seat(self, player: PlayerId, **fields: Any) -> None:
        self.change(seats={**self.public.seats, player: replace(self.seat(player), **fields)})

    @property
    def now(self) -> tuple[int, int]:
        """The turn, and the round: 0 in the setup and in phase I."""
        return self.public.turn, self.public.round if self.public.stage in PHASE_TWO else 0

    @property
    def row(self) -> tuple[str, ...]:
        """The eight events of the turn, as the holder of the start marker has ordered them."""
        return self.private[self.public.marker].row

    # ---- money and points ------------------------------------------------------------------------------

    def cash(self, player: PlayerId) -> int:
        return self.private[player].cash

    def pay(self, player: PlayerId, amount: int) -> None:
        """From the bank, or to it if negative."""
        if amount:
            self.set_private(player, cash=self.cash(player) + amount)

    def score(self, player: PlayerId, track: str, points: int) -> None:
        assert track in TRACKS
        self.set_seat(player, **{track: getattr(self.seat(player), track) + points})

    # ---- executives --------------------------------------------------------------------------------------

    def from_reserve(self, player: PlayerId, count: int = 1) -> None:
        self.set_seat(player, reserve=self.seat(player).reserve - count)

    def to_reserve(self, player: PlayerId, count: int = 1) -> None:
        self.from_reserve(player, -count)

    def join_board(self, player: PlayerId) -> PlayerId | None:
        """A figure that left its place takes the leftmost free seat (5.3). Out: whose figure was pushed
        off the board, back to his reserve."""
        board = self.public.board
        pushed = board[0] if len(board) == C.figures.seats else None
        if pushed is not None:
            board = board[1:]
            self.to_reserve(pushed)
        self.change(board=(*board, player))
        return pushed

    def join_consultants(self, player: PlayerId, division: str) -> None:
        inside = self.public.consultants.get(division, ())
        self.change(consultants={**self.public.consultants, division: (*inside, player)})

    # ---- offices and employees -----------------------------------------------------------------------------

    def open_office(self, office: str, owner: PlayerId, employees: int, general: bool = False) -> None:
        """A new one in a free office; its executives and employees were taken from their places before. A new
        general department scores (5.1)."""
        self._set_office(office, Office(owner, employees, general))
        if general:
            self.score(owner, "general_departments", C.influence.general_department)

    def _set_office(self, office: str, content: Office) -> None:
        self.change(offices={**self.public.offices, office: content})

    def clear_office(self, office: str) -> Office:
        """What stood there, gone without a word."""
        offices = dict(self.public.offices)
        gone = offices.pop(office)
        self.change(offices=offices)
        return gone

    def move_office(self, was: str, now: str) -> None:
        self._set_office(now, self.clear_office(was))

    def put(self, office: str, employees: int) -> None:
        """Employees into an office, or out of it if negative; nothing closes."""
        content = self.public.offices[office]
        self._set_office(office, replace(content, employees=content.employees + employees))

    def supply(self, employees: int) -> None:
        """Employees into the supply, or out of it if negative."""
        self.change(supply=self.public.supply + employees)

    def close_if_empty(self, offices: Iterable[str]) -> None:
        """Departments without an employee close at once, their heads go back (5.1)."""
        for office in dict.fromkeys(offices):
            content = self.public.offices.get(office)
            if content is not None and not content.general and not content.employees:
                self.clear_office(office)
                self.to_reserve(content.owner)
                self.tell(DepartmentClosed(content.owner, office))

    def dismiss(self, places: Iterable[Counted]) -> None:
        """Employees back to the supply; what empties is left for `close_if_empty`."""
        for each in places:
            self.put(each.office, -each.count)
            self.supply(each.count)

    # ---- cards -----------------------------------------------------------------------------------

    def set_card(self, slug: str, **fields: Any) -> None:
        self.change(cards={**self.public.cards, slug: replace(self.public.cards[slug], **fields)})

    def turn_down(self, slug: str) -> None:
        """A card is unusable until the next distribution, whoever holds it."""
        if not self.public.cards[slug].face_down:
            self.set_card(slug, face_down=True)
            self.tell(CardTurnedDown(slug))

    def deal(self, slug: str, holder: PlayerId | None) -> None:
        self.change(cards={**self.public.cards, slug: Card(holder)})
