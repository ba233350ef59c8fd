"""The cards and figures of sections 3, 5, 6 and Appendix A, read once from `controle/data/*.toml`."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from importlib import resources
from typing import Any, Final

from msgspec import Struct

from games.contract.codec import from_plain

from .notation import (
    CATEGORIES,
    PLACE,
    CivilSociety,
    Step,
    read_civil_society,
    read_levels,
    read_steps,
)

DATA: Final = "controle.data"


class Mode(Enum):
    TURNS = "turns"
    ROUNDS = "rounds"


class Name(Struct, frozen=True):
    """A name in both languages."""

    en: str
    fr: str


class TitleNames(Struct, frozen=True):
    """The original title and its author (D30)."""

    name: str
    author: str
    site: str


class Category(Struct, frozen=True):
    slug: str
    name: Name
    resource: Name


class Colour(Struct, frozen=True):
    slug: str
    name: Name


class Levels(Struct, frozen=True):
    """The first columns of the levels 0 to IV, and of V by the number of players."""

    first: tuple[int, ...]
    last: Mapping[str, int]


class Figures(Struct, frozen=True):
    hand: int
    start_draws: int
    home_influences: int
    neighbour_influences: int
    holding: int
    copies: int
    plans: int
    rounds: int
    absent_after: int
    one_by_other: int


class Size(Struct, frozen=True):
    """The figures that depend on the number of players (5.1)."""

    layout: str
    chips: tuple[int, ...]
    reserve: int


class Constants(Struct, frozen=True):
    """The figures of `constants.toml`. `uses`: the limit of each use per turn, 0 for none."""

    title: TitleNames
    categories: tuple[Category, ...]
    colours: tuple[Colour, ...]
    levels: Levels
    figures: Figures
    tables: Mapping[str, Size]
    uses: Mapping[str, int]


class Tile(Struct, frozen=True):
    slug: str
    name: Name


class Organization(Struct, frozen=True):
    slug: str
    name: Name
    major: str
    minor: str


class Layout(Struct, frozen=True):
    """The layout of slots: hexagonal coordinates, and neighbours of each slot."""

    at: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]


class _World(Struct, frozen=True):
    regions: tuple[Tile, ...]
    organizations: tuple[Organization, ...]
    layouts: Mapping[str, Layout]


class _RawEffect(Struct, frozen=True):
    requires: str
    steps: str
    name: Name


class _RawCard(Struct, frozen=True):
    id: str
    name: Name
    icons: tuple[str, ...]
    civil_society: str
    effects: tuple[_RawEffect, ...]


@dataclass(frozen=True)
class Effect:
    """One of the three effects of a card; `rank` counts from 1. `requires`: categories and levels."""

    rank: int
    name: Name
    notation: str
    requires: tuple[tuple[int, int], ...]
    steps: tuple[Step, ...]

    @cached_property
    def uses(self) -> frozenset[str]:
        """The targets among R, V, W and U that it uses; every effect uses R."""
        found = {"R"}
        for step in self.steps:
            found |= {step.where, step.origin} & {"V", "W"}
            if step.who == "U":
                found.add("U")
        return frozenset(found)

    @cached_property
    def sum_of_levels(self) -> int:
        return sum(level for _, level in self.requires)


@dataclass(frozen=True)
class Card:
    """A design of Appendix A; `pile`: the pile of origin of both copies."""

    id: str
    name: Name
    pile: str
    category: int
    level: int
    icons: tuple[int, ...]
    effects: tuple[Effect, ...]
    civil_society: CivilSociety
    civil_notation: str


def _read(name: str) -> Any:
    return tomllib.loads(resources.files(DATA).joinpath(f"{name}.toml").read_text("utf-8"))


def _card(raw: _RawCard) -> Card:
    effects = tuple(
        Effect(rank, each.name, each.steps, read_levels(each.requires), read_steps(each.steps))
        for rank, each in enumerate(raw.effects, 1)
    )
    pile = raw.id.partition("_")[0]
    icons = tuple(PLACE[icon] for icon in raw.icons)
    society = read_civil_society(raw.civil_society)
    return Card(
        raw.id, raw.name, pile, PLACE[pile[:-1]], int(pile[-1]), icons, effects, society, raw.civil_society
    )


C: Final = from_plain(_read("constants"), Constants)
_WORLD: Final = from_plain(_read("world"), _World)
CARDS: Final = {
    raw.id: _card(raw) for raw in from_plain(_read("cards"), dict[str, tuple[_RawCard, ...]])["cards"]
}
REGIONS: Final = {tile.slug: tile for tile in _WORLD.regions}
ORGANIZATIONS: Final = {each.slug: each for each in _WORLD.organizations}
COLOURS: Final = {each.slug: each for each in C.colours}
"""Those of `p1`, `p2`, … in this order (D33)."""
RESOURCES: Final = {each.slug: each.resource for each in C.categories}
PILES: Final = tuple(f"{category}{level}" for category in CATEGORIES for level in (1, 2))
PILE_SIZE: Final = len(CARDS) * C.figures.copies // len(PILES)
LAST_LEVEL: Final = len(C.levels.first)
"""Level V: the game ends with it."""
MIN_PLAYERS: Final = min(map(int, C.tables))
MAX_PLAYERS: Final = max(map(int, C.tables))


def copies(pile: str) -> tuple[str, ...]:
    """The cards of a pile in the order of the data, both copies of a design side by side (D48)."""
    return tuple(card.id for card in CARDS.values() if card.pile == pile for _ in range(C.figures.copies))


def size_of(players: int) -> Size:
    return C.tables[str(players)]


def layout_of(players: int) -> Layout:
    return _WORLD.layouts[size_of(players).layout]


def _level_by_column(players: int) -> tuple[int, ...]:
    first = (*C.levels.first, C.levels.last[str(players)])
    return tuple(bisect_right(first, column) - 1 for column in range(first[-1] + 1))


_LEVELS: Final = {players: _level_by_column(players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)}


def level_at(column: int, players: int) -> int:
    """The level of a column (6.1); columns beyond the first of V are V."""
    table = _LEVELS[players]
    return table[column] if column < len(table) else LAST_LEVEL


def first_column(level: int, players: int) -> int:
    """The first column of a level."""
    return C.levels.last[str(players)] if level == LAST_LEVEL else C.levels.first[level]
