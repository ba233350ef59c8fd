"""The state of a game of Macht$piele: the public drawer, the private ones, and the hidden one.

Money is in Pinats. Turns and rounds count from 1; turn 0 is the setup.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from games.contract import Order, PlayerId, Standing
from games.rulekit.absence import Absence

from .content import BOSS, CARDS, C, Mode

ABSENCE: Final = Absence(C.away.after)
"""Two deadlines missed in a row; who has left is away, too (13.1)."""

PHASE_TWO: Final = (
    "event", "actions", "round", "checkpoint", "boss", "extra", "meeting", "meeting_checkpoint",
)  # fmt: skip
"""The stages of phase II (13.4); those before them are the setup and the seven of phase I."""


class Office(Struct, frozen=True):
    """An occupied office: a department, or a general department, of a player."""

    owner: PlayerId
    employees: int
    general: bool = False

    @property
    def heads(self) -> int:
        """The number of heads it counts for in its division (5.2), which is also the number of its
        executives."""
        return 2 if self.general else 1


class Card(Struct, frozen=True):
    """A privilege card (5.4); without a holder it cannot be used or bought this turn."""

    holder: PlayerId | None = None
    corrupt: bool = False
    face_down: bool = False


class Nemesis(Struct, frozen=True):
    """The two nemesis cards of a player: whom to outdo (the player's own colour: everybody), and in which
    competences."""

    player: PlayerId
    card: str


class Seat(Struct, frozen=True):
    """The public part of a player. `certificates`: their values, in the order of purchase. `missed`:
    deadlines missed in a row; `left`: the player declared to be away. `four`: the player has reached four
    victory points; `nemesis`: the cards, once that point is locked."""

    reserve: int = C.figures.reserve
    influence: int = 0
    shares: int = 0
    general_departments: int = 0
    corruption: int = 0
    certificates: tuple[int, ...] = ()
    missed: int = 0
    left: bool = False
    four: bool = False
    nemesis: Nemesis | None = None


class Question(Struct, frozen=True):
    """The pending question; `kind` and `at` name its window.

    `asked`: all players it asks. `filed`: those of them who had filed an answer when a sealed question
    opened. `open`: it has been asked; before that it is only prepared.
    """

    kind: str
    at: tuple[int | str, ...]
    asked: tuple[PlayerId, ...]
    filed: tuple[PlayerId, ...] = ()
    open: bool = False


class Appointment(Struct, frozen=True):
    """A director's office that changes hands in 6.3; `old` None: the office was vacant."""

    division: str
    new: PlayerId
    old: PlayerId | None


class OpenBribe(Struct, frozen=True):
    """The public part of the offer that awaits an answer; `offer` is 1 or 2."""

    briber: PlayerId
    target: PlayerId
    card: str
    offer: int


class Bribe(Struct, frozen=True):
    """A bribe that was settled, with its amount in Pinats."""

    turn: int
    round: int
    briber: PlayerId
    target: PlayerId
    card: str
    amount: int
    accepted: bool


class Ending(Struct, frozen=True):
    """What is revealed at the end (3): cash and cards of every player, all envelopes, the hidden events."""

    cash: Mapping[PlayerId, int]
    nemesis: Mapping[PlayerId, Nemesis]
    bribes: tuple[Bribe, ...]
    row: tuple[str, ...]


class Public(Struct, frozen=True):
    """The public drawer. `order`: the players clockwise from the first player. `marker`: the holder of the
    start marker. `stage`: the next step of 13.4, or the one whose question is pending. `round`: the number of
    events revealed in this turn. `to_act`: the players who still have an action in this round. `asked`:
    somebody was asked since the event (D52). `market`: the certificates left, by value. `row`: the number of
    events still hidden.
    """

    mode: Mode
    players: tuple[PlayerId, ...]
    order: tuple[PlayerId, ...]
    marker: PlayerId
    seats: Mapping[PlayerId, Seat]
    market: tuple[int, ...]
    supply: int = C.figures.employees
    offices: Mapping[str, Office] = field(default_factory=dict)
    directors: Mapping[str, PlayerId] = field(default_factory=dict)
    board: tuple[PlayerId, ...] = ()
    boss: PlayerId | None = None
    consultants: Mapping[str, tuple[PlayerId, ...]] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=lambda: dict.fromkeys(CARDS, Card()))
    motivation: int = C.motivation.start
    turn: int = 0
    round: int = 0
    stage: str = "placement"
    placed: int = 0
    row: int = 0
    revealed: tuple[str, ...] = ()
    to_act: tuple[PlayerId, ...] = ()
    asked: bool = False
    appointments: tuple[Appointment, ...] = ()
    bribe: OpenBribe | None = None
    question: Question | None = None
    ending: Ending | None = None
    standings: tuple[Standing, ...] | None = None

    @property
    def over(self) -> bool:
        return self.standings is not None

    @property
    def away(self) -> tuple[PlayerId, ...]:
        """The players for whom nobody waits (D47), in seat order."""
        seats = self.seats
        return tuple([p for p in self.players if seats[p].left or ABSENCE.is_absent(seats[p].missed)])

    @property
    def asleep(self) -> bool:
        """Whether all players are away (D52)."""
        return not self.over and len(self.away) == len(self.players)

    @property
    def triggered(self) -> bool:
        """Whether somebody has reached four victory points, so that the game ends at the next checkpoint."""
        return any(seat.four for seat in self.seats.values())

    def from_marker(self) -> tuple[PlayerId, ...]:
        """The players clockwise, beginning with the holder of the start marker."""
        place = self.players.index(self.marker)
        return self.players[place:] + self.players[:place]


class Reply(Struct, frozen=True):
    """A standing reply to offers for one card: the least amount to accept, and the amount below which to
    refuse; None: no such limit."""

    accept_from: int | None = None
    refuse_below: int | None = None


class Envelope(Struct, frozen=True):
    """The offer that awaits this player's answer."""

    briber: PlayerId
    card: str
    amount: int


class Private(Struct, frozen=True):
    """A private drawer. `outdone`: whether the nemesis is outdone. `drawn`, `row`: the events as drawn and as
    ordered, if the player orders them. `filed`: actions filed in advance, each with its `when`; `replies`:
    standing replies, by card; `exits`: the exits of directors in the next phase I, by division (mode
    `rounds`).
    """

    cash: int = C.money.start
    nemesis: Nemesis | None = None
    outdone: bool = False
    drawn: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    filed: tuple[Order, ...] = ()
    replies: Mapping[str, Reply] = field(default_factory=dict)
    exits: Mapping[str, str] = field(default_factory=dict)
    envelope: Envelope | None = None


class Offer(Struct, frozen=True):
    """One offer of action E, as filed."""

    card: str
    amount: int
    remove: tuple[str, ...] = ()


class Hidden(Struct, frozen=True):
    """The hidden drawer. `offers`: those of the open bribe. `bribes`: all settled ones. The row of events is
    in the private drawer of the holder of the start marker."""

    offers: tuple[Offer, ...] = ()
    bribes: tuple[Bribe, ...] = ()


assert BOSS in CARDS
