"""Assets over the turns as a drawing: lines that stretch, words that do not, no style attribute."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..rules.state import Corporation
from ..texts import figures, names

WIDTH: Final = 800
HEIGHT: Final = 460
NAME_GAP: Final = 21.5  # so that two names never touch
SIDE_BY_SIDE: Final = 5  # between equal values of the same turn
MARGIN: Final = 10
CRASH_STROKE: Final = 9  # half of the stroke that closes a crashed line


@dataclass(frozen=True, slots=True)
class Series:
    """One corporation's line: its path, its points, what leads to its name."""

    slug: str
    name: str
    values: tuple[int, ...]
    crashed: bool
    own: bool
    line: str
    points: str
    lead: str
    tie_from: str
    tie_to: str
    label: str

    @property
    def css(self) -> str:
        return "series" + (" own" if self.own else "") + (" gone" if self.crashed else "")


@dataclass(frozen=True, slots=True)
class Mark:
    at: str
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Chart:
    series: tuple[Series, ...]
    scale: tuple[Mark, ...]
    axis: tuple[Mark, ...]
    grid: str
    base: str
    future_x: int | None
    future_width: int
    turns: tuple[int, ...]
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]


def _percent(value: float, of: float) -> str:
    return f"{100 * value / of:.1f}%"


def _ceil_to(value: int, step: int) -> int:
    return -(-value // step) * step


def chart(
    corporations: Mapping[str, Corporation],
    order: Sequence[str],
    chapter: int,
    total: int,
    own: Sequence[str],
) -> Chart:
    """The assets of turns 0 to `chapter`, on an axis of `total` turns.

    In: the corporations, the order of their names (the ranking, crashed ones last), and those whose
    lines are thick. Lines and names come in the same order.
    """
    past = {slug: corporations[slug].history[: chapter + 1] for slug in order}
    values = [value for history in past.values() for value in history] or [0]
    step = 5 if max(values) - min(values) <= 50 else 10
    top, bottom = max(_ceil_to(max(values), step), step), min(0, min(values) - 1) if min(values) < 0 else 0

    def y(value: float) -> float:
        return MARGIN + (HEIGHT - 2 * MARGIN) * (top - value) / (top - bottom)

    heights = _side_by_side(past, order, y)
    ends = _spread([heights[slug][-1] for slug in order])
    series = tuple(
        _series(corporations[slug], slug, past[slug], heights[slug], end, chapter, total, slug in own)
        for slug, end in zip(order, ends, strict=True)
    )
    ticks = range(-step * (-bottom // step), top + 1, step)
    return Chart(
        series=series,
        scale=tuple(Mark(_percent(y(tick), HEIGHT), figures.number(tick)) for tick in ticks),
        axis=tuple(
            Mark(
                _percent(turn, total),
                str(turn),
                "start" if not turn else "end" if turn == total else "middle",
            )
            for turn in range(total + 1)
        ),
        grid="".join(f"M0 {y(tick):.0f}H{WIDTH}" for tick in ticks),
        base=f"M0 {y(0):.0f}H{WIDTH}",
        future_x=_x(chapter, total) if chapter < total else None,
        future_width=WIDTH - _x(chapter, total),
        turns=tuple(range(chapter + 1)),
        rows=tuple(
            (
                slug,
                names.corp(slug),
                tuple(figures.number(value) for value in past[slug])
                + ("–",) * (chapter + 1 - len(past[slug])),
            )
            for slug in order
        ),
    )


def _x(turn: int, total: int) -> int:
    return round(WIDTH * turn / total)


def _side_by_side(
    past: Mapping[str, Sequence[int]], order: Sequence[str], y: Callable[[float], float]
) -> dict[str, list[float]]:
    """The height of each point; equal values of one turn stand apart, in the order of the names."""
    heights: dict[str, list[float]] = {slug: [] for slug in order}
    for turn in range(max(map(len, past.values()), default=0)):
        together: dict[int, list[str]] = {}
        for slug in order:
            if turn < len(past[slug]):
                together.setdefault(past[slug][turn], []).append(slug)
        for value, slugs in together.items():
            for place, slug in enumerate(slugs):
                heights[slug].append(y(value) + (place - (len(slugs) - 1) / 2) * SIDE_BY_SIDE)
    return heights


def _spread(wanted: list[float]) -> list[float]:
    """Heights of the names, near those of their lines, in any order of lines, none touching."""
    places = sorted(range(len(wanted)), key=lambda place: (wanted[place], place))
    heights: list[float] = []
    for place in places:
        heights.append(max(wanted[place], heights[-1] + NAME_GAP if heights else MARGIN))
    room: float = HEIGHT - MARGIN
    for at in reversed(range(len(heights))):
        heights[at] = min(heights[at], room)
        room = heights[at] - NAME_GAP
    found = [0.0] * len(wanted)
    for place, height in zip(places, heights, strict=True):
        found[place] = height
    return found


def _series(
    corporation: Corporation, slug: str, values: tuple[int, ...], heights: list[float], end: float,
    chapter: int, total: int, own: bool,
) -> Series:  # fmt: skip
    dots = [(_x(turn, total), round(height)) for turn, height in enumerate(heights)]
    crashed = corporation.crashed is not None and corporation.crashed <= chapter
    last_x, last_y = dots[-1]
    points = "".join(f"M{x} {y}h0" for x, y in dots)
    if crashed:
        points += f"M{last_x} {last_y - CRASH_STROKE}v{2 * CRASH_STROKE}"
    reaches = last_x == WIDTH
    return Series(
        slug=slug,
        name=names.corp(slug),
        values=values,
        crashed=crashed,
        own=own,
        line="M" + "L".join(f"{x} {y}" for x, y in dots),
        points=points,
        lead="" if reaches else f"M{last_x} {last_y}L{WIDTH} {end:.0f}",
        tie_from=_percent(last_y if reaches else end, HEIGHT),
        tie_to=_percent(end, HEIGHT),
        label=f"{names.corp(slug)} {figures.number(values[-1])}" + (" ✕" if crashed else ""),
    )
