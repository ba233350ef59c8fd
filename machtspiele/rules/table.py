"""The worktable: the drawers while a resolution changes them step by step, and its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

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
        """Pay a player from the bank, or the bank if negative."""
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
        """Put a figure that left its place on the leftmost free seat of the board (5.3). Returns the owner of
        a figure that was pushed off the board, back to the reserve."""
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
        """Open a department in a free office; the caller has taken its executives and employees from their
        places. A new general department scores (5.1)."""
        self._set_office(office, Office(owner, employees, general))
        if general:
            self.score(owner, "general_departments", C.influence.general_department)

    def _set_office(self, office: str, content: Office) -> None:
        self.change(offices={**self.public.offices, office: content})

    def clear_office(self, office: str) -> Office:
        """Remove everything in an office, without an event."""
        offices = dict(self.public.offices)
        gone = offices.pop(office)
        self.change(offices=offices)
        return gone

    def move_office(self, was: str, now: str) -> None:
        self._set_office(now, self.clear_office(was))

    def put(self, office: str, employees: int) -> None:
        """Put employees into an office, or take them out if negative; nothing closes."""
        content = self.public.offices[office]
        self._set_office(office, replace(content, employees=content.employees + employees))

    def supply(self, employees: int) -> None:
        """Put employees into the supply, or take them out if negative."""
        self.change(supply=self.public.supply + employees)

    def close_if_empty(self, offices: Iterable[str]) -> None:
        """Close departments without an employee; their heads go back to the reserve (5.1)."""
        for office in dict.fromkeys(offices):
            content = self.public.offices.get(office)
            if content is not None and not content.general and not content.employees:
                self.clear_office(office)
                self.to_reserve(content.owner)
                self.tell(DepartmentClosed(content.owner, office))

    def dismiss(self, places: Iterable[Counted]) -> None:
        """Return employees to the supply; empty departments are left for `close_if_empty`."""
        for each in places:
            self.put(each.office, -each.count)
            self.supply(each.count)

    # ---- cards -----------------------------------------------------------------------------------

    def set_card(self, slug: str, **fields: Any) -> None:
        self.change(cards={**self.public.cards, slug: replace(self.public.cards[slug], **fields)})

    def turn_down(self, slug: str) -> None:
        """Make a card unusable until the next distribution, no matter who holds it."""
        if not self.public.cards[slug].face_down:
            self.set_card(slug, face_down=True)
            self.tell(CardTurnedDown(slug))

    def deal(self, slug: str, holder: PlayerId | None) -> None:
        self.change(cards={**self.public.cards, slug: Card(holder)})
