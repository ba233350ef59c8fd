"""The globalization table: for each category a rail with a bar for the cards played and a cube for each
player; and the same as figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene, figures

from ..rules.content import LAST_LEVEL, first_column
from ..rules.notation import CATEGORIES
from ..rules.state import Public
from ..rules.world import SIX, World
from ..texts import names
from ..texts.people import Seen, seen
from .common import public_of

BEYOND: Final = 2  # columns drawn after the first of level V
APART: Final = 7.0  # percent of the width between two cubes in one row, so that they do not touch on a phone
ROW: Final = 24  # pixels
CUBE: Final = 20


class Mark(Struct, frozen=True):
    """A cube on its rail: `x` in percent, `y` in pixels."""

    who: Seen
    x: str
    y: int


class Track(Struct, frozen=True):
    """A category. `x`: the end of the bar; `level`: the level of the category; `mine`: the reader's level, ""
    for spectators."""

    slug: str
    name: str
    level: str
    mine: str
    label: str
    x: str
    high: int
    cubes: tuple[Mark, ...]


class Step(Struct, frozen=True):
    """A level: its beginning, width and middle in percent. `odd`: whether it is shaded."""

    name: str
    x: str
    wide: str
    middle: str
    odd: bool


class Cell(Struct, frozen=True):
    """A player's cell in a row: the player's influence in the world, the column, the level."""

    who: Seen
    influence: int
    column: int
    level: str


class Row(Struct, frozen=True):
    slug: str
    name: str
    played: int
    level: str
    cells: tuple[Cell, ...]


class Globalization(Struct, frozen=True):
    steps: tuple[Step, ...]
    tracks: tuple[Track, ...]
    columns: tuple[Seen, ...]
    rows: tuple[Row, ...]


def globalization(scene: Scene) -> Globalization:
    public, people = public_of(scene), seen(scene)
    world = World.of(public)
    last = first_column(LAST_LEVEL, world.size) + BEYOND
    return Globalization(
        _steps(world.size, last),
        tuple(_track(scene, public, people, world, category, last) for category in SIX),
        tuple(people.values()),
        tuple(_row(people, world, category) for category in SIX),
    )


def _percent(column: int, last: int) -> str:
    return f"{100 * min(column, last) / last:.2f}%"


def _steps(players: int, last: int) -> tuple[Step, ...]:
    first = [first_column(level, players) for level in range(LAST_LEVEL + 1)]
    ends = [*first[1:], last]
    return tuple(
        Step(
            names.level(level),
            _percent(start, last),
            f"{100 * (end - start) / last:.2f}%",
            f"{50 * (start + end) / last:.2f}%",
            level % 2 == 1,
        )
        for level, (start, end) in enumerate(zip(first, ends, strict=True))
    )


def _track(
    scene: Scene, public: Public, people: Mapping[PlayerId, Seen], world: World, category: int, last: int
) -> Track:
    columns = {player: world.column(place, category) for place, player in enumerate(public.players)}
    rows: list[list[float]] = []
    cubes = []
    for player in sorted(columns, key=lambda player: columns[player]):
        at = 100 * min(columns[player], last) / last
        row = next((row for row in rows if all(abs(at - other) >= APART for other in row)), None)
        if row is None:
            row = []
            rows.append(row)
        row.append(at)
        place = next(number for number, each in enumerate(rows) if each is row)
        cubes.append(Mark(people[player], f"{at:.2f}%", 6 + ROW * place))
    mine = ""
    if scene.reader in columns:
        mine = names.level(world.level(public.players.index(scene.reader), category))
    return Track(
        CATEGORIES[category],
        names.category(category),
        names.level(world.global_level(category)),
        mine,
        _label(public, people, world, category),
        _percent(world.played[category], last),
        10 + ROW * len(rows),
        tuple(cubes),
    )


def _label(public: Public, people: Mapping[PlayerId, Seen], world: World, category: int) -> str:
    """A rail in words, the leading cube first."""
    ranked = sorted(range(world.size), key=lambda place: -world.column(place, category))
    cube = pgettext("a cube of the globalization table", "{player} {column}, level {level}")
    cubes = [
        cube.format(
            player=people[public.players[place]].name,
            column=world.column(place, category),
            level=names.level(world.level(place, category)),
        )
        for place in ranked
    ]
    return _("{category}: bar at column {column}; {cubes}.").format(
        category=names.category(category), column=world.played[category], cubes=figures.parts(cubes)
    )


def _row(people: Mapping[PlayerId, Seen], world: World, category: int) -> Row:
    cells = tuple(
        Cell(
            people[player],
            world.everywhere[place][category],
            world.column(place, category),
            names.level(world.level(place, category)),
        )
        for place, player in enumerate(world.names)
    )
    return Row(
        CATEGORIES[category],
        names.category(category),
        world.played[category],
        names.level(world.global_level(category)),
        cells,
    )
