"""A drawing of the line to scale: from zero to the greatest value or, if most cards would be crowded at one
end, on a logarithmic scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games.skin import figures

from ..rules.figures import line_values
from ..rules.state import Public
from ..texts import amounts, names

LETTER: Final = 2.4  # the width of a letter on a phone, in percent
STEPS: Final = (1, 2, 5)
WIDE: Final = 10_000  # if the axis ends beyond this value, there is room for two ticks only
CROWDED: Final = 10  # logarithmic if the middle card is below this part of the greatest: one tenth


class Mark(Struct, frozen=True):
    at: str
    text: str
    anchor: str


class Scale(Struct, frozen=True):
    """Dots and texts at percentages of the width; `label` describes the drawing for screen readers. `ratios`:
    whether the scale is logarithmic."""

    dots: tuple[str, ...]
    codes: tuple[Mark, ...]
    ticks: tuple[Mark, ...]
    label: str
    ratios: bool


def scale(public: Public) -> Scale:
    """The cards of the line by the game's characteristic; and no value of any other card."""
    values, characteristic = line_values(public), public.options.characteristic
    ratios = crowds(values)
    if ratios:
        ends = decades(values)
        places = [100 * part_of_decades(value, ends) for value in values]
        marked = [(100 * part_of_decades(tick, ends), tick) for tick in decade_ticks(ends)]
    else:
        end, step = bounds(max(values))
        places = [100 * value / end for value in values]
        marked = [(100 * tick / end, tick) for tick in range(0, end + 1, step)]
    ticks = tuple(_mark(at, _tick(characteristic, tick, tick == marked[-1][1])) for at, tick in marked)
    label = _("The line to scale, from {low} to {high}").format(
        low=amounts.full(characteristic, values[0]), high=amounts.full(characteristic, values[-1])
    )
    return Scale(
        tuple(_percent(place) for place in places),
        _codes(places, [names.iso2(card) for card in public.line]),
        ticks,
        label,
        ratios,
    )


def crowds(values: Sequence[int]) -> bool:
    """Whether most of these values, in ascending order, would be crowded at the beginning of an axis from
    zero. Never true with fewer than three values, or with a zero, which has no logarithm."""
    return len(values) > 2 and values[0] > 0 and values[len(values) // 2] * CROWDED < values[-1]


def decades(values: Sequence[int]) -> tuple[int, int]:
    """The powers of ten around values above zero: the ends of a logarithmic axis."""
    least, most = min(values), max(values)
    low = 10 ** (len(str(least)) - 1)
    high = 10 ** len(str(most - 1)) if most > 1 else 10
    return low, high


def decade_ticks(ends: tuple[int, int]) -> list[int]:
    """The powers of ten to label: all of them or, if they are many, both ends and one between."""
    low, high = ends
    steps = round(math.log10(high / low))
    shown = {0, steps // 2, steps} if steps > 3 or high >= WIDE else range(steps + 1)
    return sorted(low * 10**step for step in shown)


def part_of_decades(value: int, ends: tuple[int, int]) -> float:
    """The position of a value on a logarithmic axis: 0 at its beginning, 1 at its end."""
    low, high = ends
    return math.log(value / low) / math.log(high / low)


def bounds(most: int) -> tuple[int, int]:
    """The end of the axis and the step between ticks: round numbers, at most four steps, two if the figures
    are long."""
    most, parts = max(1, most), 4 if most < WIDE else 2
    power = 1
    while True:
        for step in STEPS:
            if step * power * parts >= most:
                return step * power * -(-most // (step * power)), step * power
        power *= 10


def _tick(characteristic: str, value: int, last: bool) -> str:
    """The text of a tick; only the last one has the unit."""
    text = amounts.bare(characteristic, value)
    if characteristic == "co2" and value % 100 == 0:
        text = f"{figures.number(value // 100)}{figures.FIXED}t"
    return text if last else text.split(figures.FIXED)[0]


def _percent(place: float) -> str:
    return f"{place:.1f}%"


def _mark(place: float, text: str) -> Mark:
    return Mark(_percent(place), text, "start" if place < 5 else "end" if place > 90 else "middle")


def _codes(places: Sequence[float], codes: Sequence[str]) -> tuple[Mark, ...]:
    """A label for each dot; dots whose labels would touch share one, with the first and the last code."""
    groups: list[list[int]] = []
    for index in range(len(places)):
        groups.append([index])
        while len(groups) > 1 and _touch(
            _label(groups[-2], places, codes), _label(groups[-1], places, codes)
        ):
            last = groups.pop()
            groups[-1] += last
    return tuple(_label(group, places, codes)[0] for group in groups)


def _label(group: Sequence[int], places: Sequence[float], codes: Sequence[str]) -> tuple[Mark, float, float]:
    """A label with its beginning and end, in percent of the width on a phone."""
    named = [codes[index] for index in group]
    text = ", ".join(named) if len(named) < 3 else f"{named[0]}…{named[-1]}"
    place, wide = sum(places[index] for index in group) / len(group), LETTER * len(text)
    mark = _mark(place, text)
    start = place - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
    return mark, start, start + wide


def _touch(left: tuple[Mark, float, float], right: tuple[Mark, float, float]) -> bool:
    return right[1] < left[2] + LETTER
