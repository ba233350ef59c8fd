"""Figures over the chapters of a game as a drawing: lines stretch, words do not, no style attribute.

The axis ends with the chapter shown: nothing is drawn where nothing is known yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from . import figures

WIDTH: Final = 800
HEIGHT: Final = 460
SLOTS: Final = 14  # heights at which a name can stand; more names share the height evenly
SIDE_BY_SIDE: Final = 5  # between equal values of the same turn
MARGIN: Final = 10
END_STROKE: Final = 9  # half of the stroke that closes a line which ends early
STEPS: Final = (5, 10, 25, 50, 100, 250, 500)  # between two marks of the scale
MOST_MARKS: Final = 10
EVERY: Final = 3  # chapters are marked on a long axis
LONG_AXIS: Final = 9


class History(Struct, frozen=True):
    """What is drawn as one line: a figure for each chapter from 0 on. `ended`: there will be no more;
    `own`: the reader's, drawn thick."""

    slug: str
    name: str
    values: tuple[int, ...]
    ended: bool = False
    own: bool = False


class Words(Struct, frozen=True):
    """What stands around the lines: what they are, what one of them is, and how one of them ends."""

    lines: str
    line: str
    fate: str = ""


class Series(Struct, frozen=True):
    """One line: its path, its points, and the slot of its name. `tie_from`, `tie_to`: the heights between
    which a stroke leads to the name, "" for a line that ended before the others; `end_x`, `end_y`: where such
    a line ends, "" otherwise."""

    slug: str
    name: str
    values: tuple[int, ...]
    ended: bool
    own: bool
    line: str
    points: str
    slot: int
    tie_from: str
    tie_to: str
    end_x: str
    end_y: str
    end_anchor: str
    last: str

    @property
    def label(self) -> str:
        return f"{self.name} {self.last}" + (" ✕" if self.ended else "")

    @property
    def css(self) -> str:
        return "series" + (" own" if self.own else "") + (" gone" if self.ended else "")


class Mark(Struct, frozen=True):
    at: str
    text: str
    anchor: str = "middle"


class Chart(Struct, frozen=True):
    """`key` begins the ids of its parts, so that a page may have several."""

    key: str
    series: tuple[Series, ...]
    scale: tuple[Mark, ...]
    axis: tuple[Mark, ...]
    grid: str
    base: str
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
    words: Words,
    write: Callable[[int], str] = figures.number,
    key: str = "c",
) -> Chart:
    """The figures of chapters 0 to `chapter`.

    In: at most `SLOTS` histories in the order of their names, none beyond `chapter`; `write` writes the
    figure beside a name. Lines and names come in the same order.
    """
    values = [value for history in histories for value in history.values] or [0]
    step = _step(values)
    top, bottom = max(_ceil_to(max(values), step), step), min(0, min(values) - 1) if min(values) < 0 else 0

    def y(value: float) -> float:
        return MARGIN + (HEIGHT - 2 * MARGIN) * (top - value) / (top - bottom)

    heights = _side_by_side(histories, y)
    slots = _slots([heights[history.slug][-1] for history in histories])
    series = tuple(
        _series(history, heights[history.slug], slot, chapter, write(history.values[-1]))
        for history, slot in zip(histories, slots, strict=True)
    )
    ticks = range(-step * (-bottom // step), top + 1, step)
    return Chart(
        key=key,
        series=series,
        scale=tuple(Mark(_percent(y(tick), HEIGHT), figures.number(tick)) for tick in ticks),
        axis=_axis(chapter),
        grid="".join(f"M0 {y(tick):.0f}H{WIDTH}" for tick in ticks),
        base=f"M0 {y(0):.0f}H{WIDTH}",
        words=words,
        turns=tuple(range(chapter + 1)),
        rows=tuple(_row(history, chapter) for history in histories),
    )


def _step(values: Sequence[int]) -> int:
    """The least distance between two marks that leaves few enough of them."""
    reach = max(values) - min(values)
    return next((step for step in STEPS if reach <= MOST_MARKS * step), STEPS[-1])


def _axis(last: int) -> tuple[Mark, ...]:
    every = EVERY if last > LONG_AXIS else 1
    marked = [chapter for chapter in range(0, last, every) if last - chapter >= every] + [last]
    return tuple(
        Mark(_percent(_x(chapter, last), WIDTH), str(chapter), _anchor(chapter, last)) for chapter in marked
    )


def _anchor(chapter: int, last: int) -> str:
    return "end" if chapter == last else "middle" if chapter else "start"


def _row(history: History, chapter: int) -> tuple[str, str, tuple[str, ...]]:
    """A line as a row of the table: a dash where it has ended."""
    figured = tuple(figures.number(value) for value in history.values)
    return history.slug, history.name, figured + ("–",) * (chapter + 1 - len(figured))


def _x(turn: int, last: int) -> int:
    return round(WIDTH * turn / last) if last else WIDTH


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


def _slots(wanted: list[float]) -> list[int]:
    """The slot of each name, from 1: near the end of its line, in the order of their ends, none twice."""
    places = sorted(range(len(wanted)), key=lambda place: (wanted[place], place))
    taken: list[int] = []
    for place in places:
        taken.append(max(round(wanted[place] * SLOTS / HEIGHT + 0.5), taken[-1] + 1 if taken else 1))
    room = max(SLOTS, len(places))
    for at in reversed(range(len(taken))):
        taken[at] = min(taken[at], room)
        room = taken[at] - 1
    found = [0] * len(wanted)
    for place, slot in zip(places, taken, strict=True):
        found[place] = slot
    return found


def _series(history: History, heights: list[float], slot: int, chapter: int, last: str) -> Series:
    dots = [(_x(turn, chapter), round(height)) for turn, height in enumerate(heights)]
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
        slot=slot,
        tie_from=_percent(last_y, HEIGHT) if reaches else "",
        tie_to=_percent(slot - 0.5, SLOTS) if reaches else "",
        end_x="" if reaches else _percent(last_x, WIDTH),
        end_y="" if reaches else _percent(last_y, HEIGHT),
        end_anchor="end" if last_x > WIDTH / 2 else "start",
        last=last,
    )
