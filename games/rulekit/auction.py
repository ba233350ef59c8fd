"""Counting sealed bids or votes: who has most, and whether several do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Count(Struct, Generic[T], frozen=True):
    """`most`: the highest number; `first`: those who have it, in the given order; () if it is 0."""

    most: int
    first: tuple[T, ...]

    @property
    def winner(self) -> T | None:
        """The one with the highest number; None in a tie, and if no number is above 0."""
        return self.first[0] if len(self.first) == 1 else None

    @property
    def tied(self) -> bool:
        return len(self.first) > 1


def count(numbers: Mapping[T, int]) -> Count[T]:
    """The highest number among bids or votes, and who has it."""
    most = max(numbers.values(), default=0)
    return Count(most, tuple(each for each, number in numbers.items() if number == most) if most > 0 else ())
