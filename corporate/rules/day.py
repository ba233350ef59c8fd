"""The working data of the nineteen steps of one noon, in one class per subject.

Created and dropped within one resolution. Each step names what it reads and what it writes (`noon`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final, Generic, NamedTuple, TypeVar

from msgspec import Struct, field

from games.contract import Dice, Event, Forms, Grant, PlayerId, State
from games.rulekit.events import EventData
from games.rulekit.shapes import OrderData

from .desk import PlayerTurn
from .events.news import News
from .market import Market, market
from .net import Kept
from .orders import Run
from .state import Council, Hidden, Private, Public

T = TypeVar("T")
AnyOrder = TypeVar("AnyOrder", bound=OrderData, covariant=True)
SomeOrder = TypeVar("SomeOrder", bound=OrderData)

COLUMNS: Final = ("mdc", "sabotage", "extraction", "first", "last")
"""The known causes of a change of assets on Wall Street (7.3)."""


class Placed(NamedTuple, Generic[AnyOrder]):
    """An accepted order and its player; `number` is the player's number in the order of joining."""

    player: PlayerId
    number: int
    place: int
    order: AnyOrder
    cost: int

    @property
    def id(self) -> str:
        """The order's identifier (5.1): player and place on the form from 0."""
        return f"{self.player}.{self.place}"


class Resolved(NamedTuple):
    """A run after its tests (5.6). `detected_by`: the corporation that detected it."""

    placed: Placed[Run]
    final: int
    success: bool
    detected_by: str | None

    @property
    def run(self) -> Run:
        return self.placed.order

    @property
    def sponsor(self) -> PlayerId:
        return self.placed.player


class Start(Struct, frozen=True):
    """The start of the turn and the forms. Never changes."""

    state: State[Public, Private, Hidden]
    forms: Forms
    market: Market

    @property
    def turn(self) -> int:
        return self.market.turn

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return self.state.public.players


class Book(Struct):
    """The forms after judging: each player's limits, the accepted orders, and who was a citizen of which
    corporation when the turn opened."""

    desks: dict[PlayerId, PlayerTurn] = field(default_factory=dict)
    citizens: dict[str, list[PlayerId]] = field(default_factory=lambda: defaultdict(list))
    kept: dict[PlayerId, tuple[Kept, ...]] = field(default_factory=dict)
    orders: dict[str, list[Placed[Any]]] = field(default_factory=lambda: defaultdict(list))

    def of(self, *kinds: type[SomeOrder]) -> list[Placed[SomeOrder]]:
        """The accepted orders of these kinds, sorted by identifier."""
        if len(kinds) == 1:
            return self.orders.get(kinds[0].kind, [])
        found = [placed for kind in kinds for placed in self.orders.get(kind.kind, ())]
        return sorted(found, key=lambda placed: (placed.number, placed.place))


class Holdings(Struct):
    """What players have besides money. `claimed`: who claimed a citizenship this turn."""

    shares: dict[PlayerId, dict[str, int]]
    influence: dict[PlayerId, int]
    citizenship: dict[PlayerId, str | None]
    claimed: set[PlayerId] = field(default_factory=set)


class Street(Struct):
    """The corporations in play: assets, the known parts of their changes by column, the ranking at the end
    of the turn, and those that crashed."""

    assets: dict[str, int]
    changes: dict[str, dict[str, int]] = field(
        default_factory=lambda: {column: defaultdict(int) for column in COLUMNS}
    )
    ranking: tuple[str, ...] = ()
    crashed: tuple[str, ...] = ()


class Mdc(Struct):
    """The record of the MDC of this turn."""

    record: Council = field(default_factory=Council)


class Matrix(Struct):
    """The Protections (by corporation and kind of run, with percentages), and the other runs after their
    tests."""

    protections: dict[tuple[str, str], list[tuple[str, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    runs: list[Resolved] = field(default_factory=list)


class Records(Struct):
    """What the final score needs to know of this turn."""

    scoring_money: dict[PlayerId, int] = field(default_factory=dict)
    speculations_won: dict[PlayerId, int] = field(default_factory=lambda: defaultdict(int))
    points: dict[PlayerId, int] = field(default_factory=dict)
    spin_points: dict[PlayerId, int] = field(default_factory=dict)


class Told(Struct):
    """The events of the noon: lines of messages and of the Newsfeeds, and the reading rights of dossiers."""

    messages: dict[PlayerId, list[EventData]] = field(default_factory=lambda: defaultdict(list))
    news: list[News] = field(default_factory=list)
    grants: dict[Grant, None] = field(default_factory=dict)  # used as an ordered set

    def to(self, player: PlayerId, line: EventData) -> None:
        """A line of the player's resolution message."""
        self.messages[player].append(line)

    def publish(self, line: News) -> None:
        """A line of the Newsfeeds."""
        self.news.append(line)


class Result(Struct):
    """The result of the noon: the events and the next state."""

    events: list[Event] = field(default_factory=list)
    state: State[Public, Private, Hidden] | None = None


class Day(Struct):
    """All working data of one noon."""

    start: Start
    dice: Dice
    money: dict[PlayerId, int]
    holdings: Holdings
    street: Street
    book: Book = field(default_factory=Book)
    council: Mdc = field(default_factory=Mdc)
    matrix: Matrix = field(default_factory=Matrix)
    records: Records = field(default_factory=Records)
    told: Told = field(default_factory=Told)
    result: Result = field(default_factory=Result)


def open_day(state: State[Public, Private, Hidden], forms: Forms, dice: Dice) -> Day:
    """The working data before step 1."""
    public = state.public
    here = market(public)
    return Day(
        start=Start(state, forms, here),
        dice=dice,
        money={player: state.private[player].money for player in public.players},
        holdings=Holdings(
            shares={player: dict(public.seats[player].shares) for player in public.players},
            influence={player: public.seats[player].influence for player in public.players},
            citizenship={player: public.seats[player].citizenship for player in public.players},
        ),
        street=Street(dict(here.assets)),
    )


def most(measures: Mapping[T, int]) -> T | None:
    """The key with strictly more than every other and at least 1; None if there is none."""
    best = max(measures.values(), default=0)
    leaders = [key for key, measure in measures.items() if measure == best]
    return leaders[0] if best > 0 and len(leaders) == 1 else None
