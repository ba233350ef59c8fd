"""The tables of sections 2, 8 and 9, read once from `machtspiele/data/*.toml` into typed values."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from importlib import resources
from typing import Any, Final, Literal

from msgspec import Struct

from games.contract.codec import from_plain

DATA: Final = "machtspiele.data"


class Mode(Enum):
    ROUNDS = "rounds"
    CLASSIC = "classic"


class Money(Struct, frozen=True):
    """Pinats; `prices` of certificates by value, that of value 1 first."""

    step: int
    start: int
    general_department: int
    consultant: int
    prices: tuple[int, ...]

    def price(self, value: int) -> int:
        """The price of a certificate of this value (2.3)."""
        return self.prices[value - 1]


class Figures(Struct, frozen=True):
    reserve: int
    employees: int
    certificates: int
    placements: int
    placed_employees: int
    offices: int
    seats: int
    most_employees: int


class InfluenceFigures(Struct, frozen=True):
    board_member: int
    boss: int
    settling_in: int
    general_department: int


class MotivationFigures(Struct, frozen=True):
    start: int
    lowest: int
    highest: int


class Row(Struct, frozen=True):
    drawn: int
    earliest_meeting: int
    default: tuple[str, ...]


class ActionFigures(Struct, frozen=True):
    recruits: int
    opened: int
    sources: int
    moved: int
    merge_dismissed: int
    offers: int
    influence_dismissed: int
    preferences: int


class End(Struct, frozen=True):
    needed: int
    last_turn: int


class Away(Struct, frozen=True):
    after: int


class Constants(Struct, frozen=True):
    """The figures of `constants.toml`, where each has its section."""

    money: Money
    figures: Figures
    influence: InfluenceFigures
    motivation: MotivationFigures
    row: Row
    actions: ActionFigures
    end: End
    away: Away


class Item(Struct, frozen=True):
    """`amount` Pinats for each thing that `per` names."""

    per: str
    amount: int


class Effect(Struct, frozen=True):
    """One thing that an event card does (8.1); fields that its `op` does not use are empty."""

    op: Literal[
        "income", "motivation", "pay_players", "if_boss", "grant", "remove_boss", "turn_face_down", "fine"
    ]
    delta: int = 0
    amount: int = 0
    items: tuple[Item, ...] = ()
    privilege: str = ""
    per: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    payer: str = ""
    to: str = ""
    card: str = ""
    then: tuple[Effect, ...] = ()


class EventCard(Struct, frozen=True):
    """A row of 2.4; `regular`: in every row of events."""

    slug: str
    count: int
    regular: bool = False
    effects: tuple[Effect, ...] = ()


class Privilege(Struct, frozen=True):
    """What a card gives on either side: a figure for each motivation, one for all, or none if it gives no
    number."""

    slug: str
    plain: tuple[int, ...] = ()
    corrupt: tuple[int, ...] = ()

    def at(self, corrupt: bool, motivation: int) -> int:
        table = self.corrupt if corrupt else self.plain
        return table[motivation if len(table) > 1 else 0]

    def best(self, corrupt: bool) -> int:
        """The most it gives at any motivation."""
        return max(self.corrupt if corrupt else self.plain)


class _Board(Struct, frozen=True):
    divisions: tuple[str, ...]
    colours: tuple[str, ...]
    thresholds: Mapping[str, int]


class _Cards(Struct, frozen=True):
    events: tuple[EventCard, ...]
    privileges: tuple[Privilege, ...]
    nemesis: Mapping[str, tuple[str, ...]]


def _read(name: str) -> Any:
    return tomllib.loads(resources.files(DATA).joinpath(f"{name}.toml").read_text("utf-8"))


C: Final = from_plain(_read("constants"), Constants)
_BOARD: Final = from_plain(_read("board"), _Board)
_CARDS: Final = from_plain(_read("cards"), _Cards)

DIVISIONS: Final = _BOARD.divisions
"""In board order, from left to right."""
COLOURS: Final = _BOARD.colours
"""Those of `p1`, `p2`, …"""
THRESHOLDS: Final = _BOARD.thresholds
COMPETENCES: Final = tuple(THRESHOLDS)
TRACKS: Final = tuple(track for track in THRESHOLDS if track != "consulting")
"""The four that are counted in points."""
OFFICES: Final = tuple(f"{division}-{n}" for division in DIVISIONS for n in range(1, C.figures.offices + 1))
"""In board order."""
DIVISION_OF: Final = {office: office.rsplit("-", 1)[0] for office in OFFICES}
OFFICES_OF: Final = {
    division: tuple(office for office in OFFICES if DIVISION_OF[office] == division) for division in DIVISIONS
}
VALUES: Final = tuple(range(1, len(C.money.prices) + 1))
"""Of the share certificates."""
EVENTS: Final = {card.slug: card for card in _CARDS.events}
BONUS_DAY: Final = "bonus_day"
BOARD_MEETING: Final = "board_meeting"
OTHERS: Final = tuple(
    f"{card.slug}#{k}" for card in _CARDS.events if not card.regular for k in range(1, card.count + 1)
)
"""The ids of the 24 others (2.4)."""
ROW_CARDS: Final = (BONUS_DAY, BOARD_MEETING, *OTHERS)
ROW_LENGTH: Final = len(C.row.default)
PRIVILEGES: Final = {card.slug: card for card in _CARDS.privileges}
CARDS: Final = tuple(PRIVILEGES)
BOSS: Final = "boss"
NEMESIS_CARDS: Final = _CARDS.nemesis


def event_of(card: str) -> EventCard:
    """The event card for an id in the row: `fool#2` is a Fool Card."""
    return EVENTS[card.split("#")[0]]
