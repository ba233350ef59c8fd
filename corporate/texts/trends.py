"""A corporation's assets over the turns as a line of the size of a word."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

WIDTH, HEIGHT, MARGIN = 72, 30, 3  # in its own units
LEAST_RANGE = 6  # the least range of a trend in assets, so that one asset does not look like a cliff


class Trend(Struct, frozen=True):
    """`path`: the SVG path of the line, "" before the first noon; `end`: the position of its last point."""

    path: str
    end: tuple[float, float]


def trends(histories: Mapping[str, tuple[int, ...]]) -> dict[str, Trend]:
    """A line for each history of assets, on one scale and centred vertically."""
    spread = max((max(past) - min(past) for past in histories.values()), default=0)
    unit = (HEIGHT - 2 * MARGIN) / max(LEAST_RANGE, spread)
    found = {}
    for slug, past in histories.items():
        points = _points(past, unit)
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) if len(past) > 1 else ""
        found[slug] = Trend(path, points[-1])
    return found


def _points(past: tuple[int, ...], unit: float) -> list[tuple[float, float]]:
    middle = (max(past) + min(past)) / 2
    step = (WIDTH - 2 * MARGIN) / max(1, len(past) - 1)
    return [(MARGIN + at * step, HEIGHT / 2 + (middle - value) * unit) for at, value in enumerate(past)]
