"""Figures over the chapters of a game as a drawing: lines stretch, words do not, no style attribute."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from . import figures

WIDTH: Final = 800
HEIGHT: Final = 460
NAME_GAP: Final = 21.5  # so that two names never touch
SIDE_BY_SIDE: Final = 5  # between equal values of the same turn
MARGIN: Final = 10
END_STROKE: Final = 9  # half of the stroke that closes a line which ends early
STEPS: Final = (5, 10, 25, 50, 100, 250, 500)  # between two marks of the scale
MOST_MARKS: Final = 10
EVERY: Final = 3  # chapters are marked on a long axis
LONG_AXIS: Final = 9


@dataclass(frozen=True, slots=True)
class History:
    """What is drawn as one line: a figure for each chapter from 0 on. `ended`: there will be no more;
    `own`: the reader's, drawn thick."""

    slug: str
    name: str
    values: tuple[int, ...]
    ended: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """What stands around the lines: what they are, what one of them is, and how one of them ends."""

    lines: str
    line: str
    fate: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its path, its points, what leads to its name."""

    slug: str
    name: str
    values: tuple[int, ...]
    ended: bool
    own: bool
    line: str
    points: str
    lead: str
    tie_from: str
    tie_to: str
    label: str

    @property
    def css(self) -> str:
        return "series" + (" own" if self.own else "") + (" gone" if self.ended else "")


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
    words: Words
    turns: tuple[int, ...]
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]


def _percent(value: float, of: float) -> str:
    return f"{100 * value / of:.1f}%"


def _ceil_to(value: int, step: int) -> int:
    return -(-value // step) * step


def chart(
    histories: Sequence[History],
    chapter: int,
    total: int,
    words: Words,
    write: Callable[[int], str] = figures.number,
) -> Chart:
    """The figures of chapters 0 to `chapter`, on an axis of `total` chapters.

    In: the histories in the order of their names, none beyond `chapter`; `write` writes the figure beside a
    name. Lines and names come in the same order.
    """
    values = [value for history in histories for value in history.values] or [0]
    step = _step(values)
    top, bottom = max(_ceil_to(max(values), step), step), min(0, min(values) - 1) if min(values) < 0 else 0

    def y(value: float) -> float:
        return MARGIN + (HEIGHT - 2 * MARGIN) * (top - value) / (top - bottom)

    heights = _side_by_side(histories, y)
    ends = _spread([heights[history.slug][-1] for history in histories])
    series = tuple(
        _series(history, heights[history.slug], end, chapter, total, write(history.values[-1]))
        for history, end in zip(histories, ends, strict=True)
    )
    ticks = range(-step * (-bottom // step), top + 1, step)
    return Chart(
        series=series,
        scale=tuple(Mark(_percent(y(tick), HEIGHT), figures.number(tick)) for tick in ticks),
        axis=_axis(total),
        grid="".join(f"M0 {y(tick):.0f}H{WIDTH}" for tick in ticks),
        base=f"M0 {y(0):.0f}H{WIDTH}",
        future_x=_x(chapter, total) if chapter < total else None,
        future_width=WIDTH - _x(chapter, total),
        words=words,
        turns=tuple(range(chapter + 1)),
        rows=tuple(_row(history, chapter) for history in histories),
    )


def _step(values: Sequence[int]) -> int:
    """The least distance between two marks that leaves few enough of them."""
    reach = max(values) - min(values)
    return next((step for step in STEPS if reach <= MOST_MARKS * step), STEPS[-1])


def _axis(total: int) -> tuple[Mark, ...]:
    every = EVERY if total > LONG_AXIS else 1
    return tuple(
        Mark(
            _percent(chapter, total),
            str(chapter),
            "start" if not chapter else "end" if chapter == total else "middle",
        )
        for chapter in range(0, total + 1, every)
    )


def _row(history: History, chapter: int) -> tuple[str, str, tuple[str, ...]]:
    """A line as a row of the table: a dash where it has ended."""
    figured = tuple(figures.number(value) for value in history.values)
    return history.slug, history.name, figured + ("–",) * (chapter + 1 - len(figured))


def _x(turn: int, total: int) -> int:
    return round(WIDTH * turn / total)


def _side_by_side(histories: Sequence[History], y: Callable[[float], float]) -> dict[str, list[float]]:
    """The height of each point; equal values of one chapter stand apart, in the order of the names."""
    heights: dict[str, list[float]] = {history.slug: [] for history in histories}
    for turn in range(max((len(history.values) for history in histories), default=0)):
        together: dict[int, list[str]] = {}
        for history in histories:
            if turn < len(history.values):
                together.setdefault(history.values[turn], []).append(history.slug)
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
    history: History, heights: list[float], end: float, chapter: int, total: int, last: str
) -> Series:
    dots = [(_x(turn, total), round(height)) for turn, height in enumerate(heights)]
    last_x, last_y = dots[-1]
    points = "".join(f"M{x} {y}h0" for x, y in dots)
    if history.ended:
        points += f"M{last_x} {last_y - END_STROKE}v{2 * END_STROKE}"
    reaches = last_x == WIDTH
    return Series(
        slug=history.slug,
        name=history.name,
        values=history.values,
        ended=history.ended,
        own=history.own,
        line="M" + "L".join(f"{x} {y}" for x, y in dots),
        points=points,
        lead="" if reaches else f"M{last_x} {last_y}L{WIDTH} {end:.0f}",
        tie_from=_percent(last_y if reaches else end, HEIGHT),
        tie_to=_percent(end, HEIGHT),
        label=f"{history.name} {last}" + (" ✕" if history.ended else ""),
    )
