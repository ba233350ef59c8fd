"""Draws of samples and bots, numbered, so that no label is drawn twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ..contract import Dice

T = TypeVar("T")


class Chance:
    """One form's dice. `label`: what they are for."""

    def __init__(self, dice: Dice, label: str) -> None:
        self._dice, self._label, self._count = dice, label, 0

    def _next(self) -> tuple[str, str]:
        self._count += 1
        return self._label, str(self._count)

    def below(self, n: int) -> int:
        """A number in 0..n-1."""
        return self._dice.below(n, *self._next())

    def one_in(self, n: int) -> bool:
        return self.below(n) == 0

    def pick(self, among: Sequence[T]) -> T:
        return self._dice.pick(among, *self._next())

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        return self._dice.shuffled(items, *self._next())

    def some(self, items: Sequence[T], most: int) -> tuple[T, ...]:
        """From none to `most` of the items, none twice."""
        return self.shuffled(items)[: self.below(min(most, len(items)) + 1)]
