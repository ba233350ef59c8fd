"""The state of a game of Macht$piele: what everybody sees, what each player has, what nobody sees.

Money is in Pinats. Turns and rounds count from 1; turn 0 is the setup.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.contract import Order, PlayerId, Standing
from games.rulekit.absence import Absence

from .content import BOSS, CARDS, C, Mode

ABSENCE: Final = Absence(C.away.after)
"""Two deadlines missed in a row; who has left is away, too (13.1)."""

PHASE_TWO: Final = (
    "event", "actions", "round", "checkpoint", "boss", "extra", "meeting", "meeting_checkpoint",
)  # fmt: skip
"""The stages of phase II (13.4); those before them are the setup and the seven of phase I."""


@dataclass(frozen=True, slots=True)
class Office:
    """An occupied office: a department, or a general department, of a player."""

    owner: PlayerId
    employees: int
    general: bool = False

    @property
    def heads(self) -> int:
        """How many it counts for in its division (5.2), and how many executives it holds."""
        return 2 if self.general else 1


@dataclass(frozen=True, slots=True)
class Card:
    """A privilege card (5.4); without a holder it cannot be used or bought this turn."""

    holder: PlayerId | None = None
    corrupt: bool = False
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Nemesis:
    """The two cards of a player: whom to outdo (himself: everybody), and in which competences."""

    player: PlayerId
    card: str


@dataclass(frozen=True, slots=True)
class Seat:
    """What everybody sees of a player. `certificates`: their values, as bought. `missed`: own deadlines in a
    row; `left`: away by his own will. `four`: he has reached four victory points; `nemesis`: his cards, once
    that point is locked."""

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


@dataclass(frozen=True, slots=True)
class Question:
    """The pending question; `kind` and `at` name its window.

    `asked`: all whom it asks. `filed`: those among them for whom an answer lay filed in advance when a sealed
    one opened. `open`: it has been shown; until then nothing about it was asked of anybody.
    """

    kind: str
    at: tuple[int | str, ...]
    asked: tuple[PlayerId, ...]
    filed: tuple[PlayerId, ...] = ()
    open: bool = False


@dataclass(frozen=True, slots=True)
class Appointment:
    """A director's office that changes hands in 6.3; `old` None: it was vacant."""

    division: str
    new: PlayerId
    old: PlayerId | None


@dataclass(frozen=True, slots=True)
class OpenBribe:
    """What everybody sees of the offer on which an answer is awaited; `offer` is 1 or 2."""

    briber: PlayerId
    target: PlayerId
    card: str
    offer: int


@dataclass(frozen=True, slots=True)
class Bribe:
    """A bribe that was settled, with its amount in Pinats."""

    turn: int
    round: int
    briber: PlayerId
    target: PlayerId
    card: str
    amount: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """What is shown at the end (3): cash and cards of everybody, all envelopes, the events not revealed."""

    cash: Mapping[PlayerId, int]
    nemesis: Mapping[PlayerId, Nemesis]
    bribes: tuple[Bribe, ...]
    row: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody sees.

    `order`: the players clockwise from the first player. `marker`: who has the start marker. `stage`: the
    step of 13.4 that comes next, or whose question is pending. `round`: the events revealed in this turn.
    `to_act`: who still has an action in this round. `asked`: somebody was asked since the event (D52).
    `market`: certificates left by value. `row`: how many events are still hidden.
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
        """Those nobody waits for (D47), in seat order."""
        left = [player for player in self.players if self.seats[player].left]
        return ABSENCE.absent(self.players, {p: self.seats[p].missed for p in self.players}, left)

    @property
    def asleep(self) -> bool:
        """Whether all are away (D52)."""
        return not self.over and len(self.away) == len(self.players)

    @property
    def triggered(self) -> bool:
        """Whether somebody has reached four victory points, so that the game ends at the next checkpoint."""
        return any(seat.four for seat in self.seats.values())

    def from_marker(self) -> tuple[PlayerId, ...]:
        """Everybody clockwise, the holder of the start marker first."""
        place = self.players.index(self.marker)
        return self.players[place:] + self.players[:place]


@dataclass(frozen=True, slots=True)
class Reply:
    """A standing reply to offers for one card: accept from so much, refuse below so much; None: no such
    limit."""

    accept_from: int | None = None
    refuse_below: int | None = None


@dataclass(frozen=True, slots=True)
class Envelope:
    """The offer that awaits this player's answer."""

    briber: PlayerId
    card: str
    amount: int


@dataclass(frozen=True, slots=True)
class Private:
    """A player's own drawer.

    `outdone`: his nemesis is. `drawn`, `row`: the events, where he orders them, as drawn and as ordered.
    `filed`: his actions filed in advance, each with its `when`; `replies`: his standing ones, by card;
    `exits`: where his directors go in the next phase I, by division (mode `rounds`).
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


@dataclass(frozen=True, slots=True)
class Offer:
    """One offer of action E, as filed."""

    card: str
    amount: int
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hidden:
    """`offers`: those of the open bribe. `bribes`: all settled ones. The row of events is in the drawer of
    whoever has the start marker."""

    offers: tuple[Offer, ...] = ()
    bribes: tuple[Bribe, ...] = ()


assert BOSS in CARDS
