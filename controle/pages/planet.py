"""The map: a hexagon for each region, from the layout in the data; it shows the region's points and the
influence of each player."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import figures

from ..rules.content import layout_of
from ..rules.state import Public
from ..texts import names
from ..texts.people import Seen

# Lengths in the units of the drawing.
WIDE: Final = 173  # from one hexagon to the next in a row
HIGH: Final = 150  # from one row to the next
RADIUS: Final = 97
HALF: Final = 84  # from the middle of a hexagon to its upright sides
EDGE: Final = 7
IN_A_ROW: Final = 3  # cubes
STEP: Final = 50  # from one cube to the next
CUBE: Final = 24


class Cube(Struct, frozen=True):
    """A player's cube in a region; `x`, `y`: its upper left corner."""

    who: Seen
    count: int
    x: int
    y: int


class Hexagon(Struct, frozen=True):
    """A region. `css`: `own` if the reader alone leads, `hit` if civil society struck it, `pick` if an effect
    is played in it, `near` beside that. `words`: the lines of its name."""

    slot: int
    css: str
    points: str
    label: str
    words: tuple[tuple[int, str], ...]
    x: int
    development: int
    development_y: int
    cubes: tuple[Cube, ...]


class Planet(Struct, frozen=True):
    """`href`: the link of a region without its slot; "" for a picture without links. `picked`: whether a
    region is marked `pick`."""

    label: str
    box: str
    href: str
    hexagons: tuple[Hexagon, ...]
    picked: bool = False


def planet(
    public: Public,
    people: Mapping[PlayerId, Seen],
    href: str,
    hit: Collection[int] = (),
    pick: int | None = None,
) -> Planet:
    """The map of the world in `public`. `hit`: the regions that were struck; `pick`: the region in which an
    effect is played, marked with its neighbours. Frames are drawn last, so that no neighbour covers them."""
    at = layout_of(len(public.players)).at
    middles = [(q + r / 2, r) for q, r in at]
    left, top = min(x for x, _y in middles), min(y for _x, y in middles)
    right, low = max(x for x, _y in middles), max(y for _x, y in middles)
    wide = round((right - left) * WIDE) + 2 * (HALF + EDGE)
    high = round((low - top) * HIGH) + 2 * (RADIUS + EDGE)
    beside = () if pick is None else layout_of(len(public.players)).neighbours[pick]
    frames = (("hit", hit), ("near", beside), ("pick", () if pick is None else (pick,)))
    hexagons = [
        _hexagon(
            public,
            people,
            slot,
            round((x - left) * WIDE) + HALF + EDGE,
            round((y - top) * HIGH) + RADIUS + EDGE,
            tuple(frame for frame, slots in frames if slot in slots),
        )
        for slot, (x, y) in enumerate(middles)
    ]
    hexagons.sort(key=lambda each: (bool(each.css), each.slot == pick))
    count = len(public.regions)
    label = ngettext("Map of the {count} region", "Map of the {count} regions", count).format(count=count)
    return Planet(label, f"0 0 {wide} {high}", href, tuple(hexagons), pick is not None)


def _hexagon(
    public: Public, people: Mapping[PlayerId, Seen], slot: int, x: int, y: int, frames: tuple[str, ...]
) -> Hexagon:
    region = public.regions[slot]
    totals = totals_of(public, slot)
    present = sorted((player for player in totals if totals[player]), key=lambda player: -totals[player])
    leads = bool(present) and people[present[0]].own and is_alone_first(totals, present[0])
    many = len(present) > IN_A_ROW
    corners = (
        (0, -RADIUS), (HALF, -RADIUS // 2), (HALF, RADIUS // 2), (0, RADIUS), (-HALF, RADIUS // 2),
        (-HALF, -RADIUS // 2),
    )  # fmt: skip
    name = names.region(region.slug)
    words = name.split(" ", 1)
    first = y - (66 if many else 58)
    return Hexagon(
        slot=slot,
        css=" ".join((("own",) if leads else ()) + frames),
        points=" ".join(f"{x + dx},{y + dy}" for dx, dy in corners),
        label=_label(region.development, name, [(people[player].name, totals[player]) for player in present]),
        words=tuple((first + 19 * line, word) for line, word in enumerate(words)),
        x=x,
        development=region.development,
        development_y=y + (-6 if many else 14),
        cubes=tuple(_cubes(people, present, totals, x, y + (4 if many else 32))),
    )


def _cubes(
    people: Mapping[PlayerId, Seen], present: list[PlayerId], totals: Mapping[PlayerId, int], x: int, y: int
) -> list[Cube]:
    """The positions of cubes: centred rows of at most three; four are two rows of two."""
    in_a_row = 2 if len(present) == 4 else IN_A_ROW
    found = []
    for start in range(0, len(present), in_a_row):
        row = present[start : start + in_a_row]
        left = x - STEP * len(row) // 2 + 2
        top = y + (CUBE + 4) * (start // in_a_row)
        found += [
            Cube(people[player], totals[player], left + STEP * place, top) for place, player in enumerate(row)
        ]
    return found


def _label(development: int, name: str, present: list[tuple[str, int]]) -> str:
    """`High Plateaus, development 4: Ana 2, Bruno 1`."""
    if not present:
        return _("{region}, development {points}: nobody").format(region=name, points=development)
    return _("{region}, development {points}: {players}").format(
        region=name,
        points=development,
        players=", ".join(f"{player}{figures.FIXED}{count}" for player, count in present),
    )


def totals_of(public: Public, slot: int) -> dict[PlayerId, int]:
    """The total influence of every player in a region."""
    return {player: sum(public.regions[slot].influence[player]) for player in public.players}


def is_alone_first(totals: Mapping[PlayerId, int], player: PlayerId) -> bool:
    return all(totals[other] < totals[player] for other in totals if other != player)
