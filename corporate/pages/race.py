"""Drawings of the race of the corporations and of the players, stepped through turn by turn without
scripts."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from django.utils.translation import gettext as _
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene

from ..rules.state import Corporation, Public
from ..rules.today import counted
from ..texts import names
from .common import order_at, public

WIDTH: Final = 800
HEIGHT: Final = 400
BEND: Final = 0.46  # the part of a turn at which a line begins to bend towards its next place
Who = TypeVar("Who", bound=str)
FEW: Final = 5  # up to this number of lines the drawing is lower


class Runner(Struct, frozen=True):
    """A corporation or a player at the end of a turn. `place`: "1", the same for all that are level, or "✕";
    `figure`: assets or points; `gained`: places since the turn before, 0 on turn 0."""

    name: str
    place: str
    own: bool
    gone: bool
    figure: int
    gained: int


class Step(Struct, frozen=True):
    """A turn: its position, from 0 to `WIDTH`, and all runners in order, the crashed ones last."""

    turn: int
    x: int
    runners: list[Runner]


class Track(Struct, frozen=True):
    """The line of one runner through the places, until it crashes."""

    css: str
    path: str
    points: str


class Race(Struct, frozen=True):
    """`slug`: distinguishes the races of one page; `few`: whether the drawing is lower because of few
    lines."""

    slug: str
    title: str
    hint: str
    label: str
    steps: list[Step]
    tracks: list[Track]
    grid: str
    few: bool


def of(rows: Mapping[str, Corporation], own: Container[str], chapter: int) -> Race | None:
    """The race of the corporations up to a chapter, `own` brought out; None before the end of turn 1."""
    if chapter < 1 or not rows:
        return None
    orders = [order_at(rows, turn) for turn in range(chapter + 1)]

    def runner(slug: str, turn: int) -> Runner:
        crashed = rows[slug].crashed
        gone = crashed is not None and crashed <= turn
        return Runner(
            name=names.corp(slug),
            place="✕" if gone else str(orders[turn].index(slug) + 1),
            own=slug in own,
            gone=gone,
            figure=rows[slug].history[min(turn, len(rows[slug].history) - 1)],
            gained=0 if gone else orders[max(0, turn - 1)].index(slug) - orders[turn].index(slug),
        )

    def css(slug: str) -> str:
        crashed = rows[slug].crashed
        marks = " own" if slug in own else " top" if slug == orders[-1][0] else ""
        return marks + (" gone" if crashed is not None and crashed <= chapter else "")

    turns = list(range(chapter + 1))
    lengths = {slug: min(len(rows[slug].history), chapter + 1) for slug in rows}
    return Race(
        slug="race",
        title=_("The race, place by place"),
        hint=_("Choose a turn to see its ranking"),
        label=_(
            "Places of the corporations, turns 0 to {turn}. The ranking of the chosen turn is beside it."
        ).format(turn=chapter),
        steps=[
            Step(turn, x, [runner(slug, turn) for slug in orders[turn]])
            for turn, x in zip(turns, _columns(turns), strict=True)
        ],
        tracks=_tracks(turns, orders, lengths, css),
        grid=_grid(turns),
        few=False,
    )


def of_players(scene: Scene, drawers: Mapping[int, Public]) -> Race | None:
    """The race of the players by public points at the end of each turn; at the end of the game, by the score.
    `drawers`: the public drawer at the end of each chapter. None with less than two."""
    points = {turn: found for turn, drawer in sorted(drawers.items()) if (found := counted(drawer))}
    if len(points) < 2:
        return None
    turns, seats = list(points), public(scene).players
    orders: list[list[PlayerId]] = []
    for turn in turns:  # players with equal points keep the order of the previous turn, so that no line moves
        before = orders[-1] if orders else list(seats)
        orders.append(sorted(before, key=lambda player: -points[turn][player]))

    def runner(player: PlayerId, at: int) -> Runner:
        found = points[turns[at]]
        place = 1 + sum(other > found[player] for other in found.values())
        was = points[turns[max(0, at - 1)]]
        return Runner(
            name=scene.name(player),
            place=str(place),
            own=player == scene.reader,
            gone=False,
            figure=found[player],
            gained=1 + sum(other > was[player] for other in was.values()) - place,
        )

    def css(player: PlayerId) -> str:
        best = points[turns[-1]][player] == max(points[turns[-1]].values())
        return " own" if player == scene.reader else " top" if best else ""

    over = public(scene).standings is not None
    return Race(
        slug="points",
        title=_("The race for points"),
        hint=(
            _("until the last turn the points that everybody could count, then the final score")
            if over
            else _("the points that everybody could count at the end of each turn")
        ),
        label=_("Places of the players by their points. Those of the chosen turn are beside it."),
        steps=[
            Step(turn, x, [runner(player, at) for player in orders[at]])
            for at, (turn, x) in enumerate(zip(turns, _columns(turns), strict=True))
        ],
        tracks=_tracks(turns, orders, dict.fromkeys(seats, len(turns)), css),
        grid=_grid(turns),
        few=len(seats) <= FEW,
    )


def _columns(turns: Sequence[int]) -> list[int]:
    """The position of each turn, from 0 to `WIDTH`: the middle of its button, all being as wide."""
    return [round(WIDTH * (at + 0.5) / len(turns)) for at in range(len(turns))]


def _grid(turns: Sequence[int]) -> str:
    return "".join(f"M{x} 0V{HEIGHT}" for x in _columns(turns))


def _tracks(
    turns: Sequence[int],
    orders: Sequence[Sequence[Who]],
    lengths: Mapping[Who, int],
    css: Callable[[Who], str],
) -> list[Track]:
    """The lines through `orders`, each as long as its length says; the first are drawn over the others."""
    xs, bend = _columns(turns), round(BEND * WIDTH / len(turns))
    found = []
    for one in reversed(orders[-1]):
        dots = [
            (xs[at], round(HEIGHT * (orders[at].index(one) + 0.5) / len(orders[at])))
            for at in range(lengths[one])
        ]
        path = f"M{dots[0][0]} {dots[0][1]}"
        for (x, y), (then_x, then_y) in pairwise(dots):
            path += f"C{x + bend} {y} {then_x - bend} {then_y} {then_x} {then_y}"
        found.append(Track(f"track{css(one)}", path, "".join(f"M{x} {y}h0" for x, y in dots)))
    return found
