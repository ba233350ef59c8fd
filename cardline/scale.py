"""The line to scale: where its countries lie between nothing and the greatest, as a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from . import amounts, names
from .rules.figures import line_values
from .rules.state import Public

NEAR: Final = 9  # percent of the width: nearer dots share one label
STEPS: Final = (1, 2, 5)
WIDE: Final = 1_000_000  # ends from here on leave room for two ticks only


@dataclass(frozen=True, slots=True)
class Mark:
    at: str
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Scale:
    """Dots and words at percentages of the width; `label` tells the drawing to who does not see it."""

    dots: tuple[str, ...]
    codes: tuple[Mark, ...]
    ticks: tuple[Mark, ...]
    label: str


def scale(public: Public) -> Scale:
    """The cards of the line by the game's characteristic; nothing of any other card."""
    values, characteristic = line_values(public), public.options.characteristic
    end, step = bounds(max(values))
    places = [100 * value / end for value in values]
    ticks = tuple(
        _mark(
            100 * tick / end,
            amounts.bare(characteristic, tick) if tick == end else _plain(characteristic, tick),
        )
        for tick in range(0, end + 1, step)
    )
    label = _("The line to scale, from {low} to {high}").format(
        low=amounts.full(characteristic, values[0]), high=amounts.full(characteristic, values[-1])
    )
    return Scale(
        tuple(_percent(place) for place in places),
        _codes(places, [names.iso2(card) for card in public.line]),
        ticks,
        label,
    )


def bounds(most: int) -> tuple[int, int]:
    """The end of the axis and the step between its ticks: round numbers, four steps at the most, two
    where the figures are long."""
    most, parts = max(1, most), 4 if most < WIDE else 2
    power = 1
    while True:
        for step in STEPS:
            if step * power * parts >= most:
                return step * power * -(-most // (step * power)), step * power
        power *= 10


def _plain(characteristic: str, value: int) -> str:
    return amounts.bare(characteristic, value).split("\u00a0")[0]


def _percent(place: float) -> str:
    return f"{place:.1f}%"


def _mark(place: float, text: str) -> Mark:
    return Mark(_percent(place), text, "start" if place < 5 else "end" if place > 90 else "middle")


def _codes(places: Sequence[float], codes: Sequence[str]) -> tuple[Mark, ...]:
    """One label for each dot, or for several that lie near each other: the first and the last."""
    groups: list[list[int]] = []
    for index, place in enumerate(places):
        if groups and place - places[groups[-1][0]] < NEAR:
            groups[-1].append(index)
        else:
            groups.append([index])
    return tuple(
        _mark(
            sum(places[index] for index in group) / len(group), _together([codes[index] for index in group])
        )
        for group in groups
    )


def _together(codes: list[str]) -> str:
    return ", ".join(codes) if len(codes) < 3 else f"{codes[0]}…{codes[-1]}"
