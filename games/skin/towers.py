"""The skyline of a game, drawn on the card by which its pages are shared."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Tower(Struct, frozen=True):
    """One tower. `height`: in percent of the highest; `fallen`: drawn as rubble."""

    height: int
    fallen: bool = False


def towers_of(figures: Sequence[int]) -> tuple[Tower, ...]:
    """Towers as high as the figures; those of zero and below keep a ground floor."""
    most = max(figures, default=0)
    return tuple(Tower(max(12, round(100 * figure / most)) if most > 0 else 12) for figure in figures)
