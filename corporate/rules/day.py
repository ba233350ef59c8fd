"""The working table of one noon: what the nineteen steps read and write, made and dropped within
one resolution."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from games.contract import Dice, Event, Forms, Grant, PlayerId, Reader, State, only
from games.rulekit.events import EventData

from .desk import Desk
from .events.news import News
from .market import Market, market
from .net import Kept
from .orders import Run
from .state import Council, Hidden, Private, Public

T = TypeVar("T")

COLUMNS: Final = ("mdc", "sabotage", "extraction", "first", "last")
"""The parts of a change that Wall Street knows (7.3)."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An order that stands, and whose: `number` counts the players in the order of joining."""

    player: PlayerId
    number: int
    place: int
    order: Any
    cost: int

    @property
    def id(self) -> str:
        """The order's identifier (5.1): player and place on the form from 0."""
        return f"{self.player}.{self.place}"


@dataclass(frozen=True, slots=True)
class Resolved:
    """A run after its tests (5.6). `detected_by`: the corporation that detected it."""

    placed: Placed
    final: int
    success: bool
    detected_by: str | None

    @property
    def run(self) -> Run:
        run: Run = self.placed.order
        return run

    @property
    def sponsor(self) -> PlayerId:
        return self.placed.player


@dataclass(slots=True)
class Day:
    """`state` and `market` are the start of the turn and never change; the rest is being worked on."""

    state: State[Public, Private, Hidden]
    forms: Forms
    dice: Dice
    market: Market
    money: dict[PlayerId, int]
    shares: dict[PlayerId, dict[str, int]]
    influence: dict[PlayerId, int]
    citizenship: dict[PlayerId, str | None]
    assets: dict[str, int]
    audiences: dict[PlayerId, tuple[Reader, ...]]
    desks: dict[PlayerId, Desk] = field(default_factory=dict)
    citizens: dict[str, list[PlayerId]] = field(default_factory=lambda: defaultdict(list))
    kept: dict[PlayerId, tuple[Kept, ...]] = field(default_factory=dict)
    orders: dict[str, list[Placed]] = field(default_factory=lambda: defaultdict(list))
    council: Council = field(default_factory=Council)
    protections: dict[tuple[str, str], list[tuple[str, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    runs: list[Resolved] = field(default_factory=list)
    changes: dict[str, dict[str, int]] = field(
        default_factory=lambda: {column: defaultdict(int) for column in COLUMNS}
    )
    ranking: tuple[str, ...] = ()
    speculations_won: dict[PlayerId, int] = field(default_factory=lambda: defaultdict(int))
    scoring_money: dict[PlayerId, int] = field(default_factory=dict)
    claimed: set[PlayerId] = field(default_factory=set)
    crashed: tuple[str, ...] = ()
    points: dict[PlayerId, int] = field(default_factory=dict)
    spin_points: dict[PlayerId, int] = field(default_factory=dict)
    news: list[News] = field(default_factory=list)
    messages: dict[PlayerId, list[EventData]] = field(default_factory=lambda: defaultdict(list))
    grants: dict[Grant, None] = field(default_factory=dict)  # each once, in order
    events: list[Event] = field(default_factory=list)
    after: State[Public, Private, Hidden] | None = None

    @property
    def turn(self) -> int:
        return self.market.turn

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return self.state.public.players

    def told(self, player: PlayerId, line: EventData) -> None:
        """A line of the player's resolution message."""
        self.messages[player].append(line)

    def published(self, line: News) -> None:
        """A line of the Newsfeeds."""
        self.news.append(line)

    def of(self, *kinds: str) -> list[Placed]:
        """The orders of these kinds that stand, by identifier."""
        if len(kinds) == 1:
            return self.orders.get(kinds[0], [])
        found = [placed for kind in kinds for placed in self.orders.get(kind, ())]
        return sorted(found, key=lambda placed: (placed.number, placed.place))


def open_day(state: State[Public, Private, Hidden], forms: Forms, dice: Dice) -> Day:
    """The table before step 1."""
    public = state.public
    here = market(public)
    return Day(
        state=state,
        forms=forms,
        dice=dice,
        market=here,
        money={player: state.private[player].money for player in public.players},
        shares={player: dict(public.seats[player].shares) for player in public.players},
        influence={player: public.seats[player].influence for player in public.players},
        citizenship={player: public.seats[player].citizenship for player in public.players},
        assets=dict(here.assets),
        audiences={player: only(player) for player in public.players},
    )


def most(measures: Mapping[T, int]) -> T | None:
    """The key with strictly more than every other and at least 1; None if there is none."""
    best = max(measures.values(), default=0)
    leaders = [key for key, measure in measures.items() if measure == best]
    return leaders[0] if best > 0 and len(leaders) == 1 else None
