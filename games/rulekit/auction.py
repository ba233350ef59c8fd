"""Sealed bids and votes, counted: who wins, and whether the first are equal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Count(Generic[T]):
    """`most`: the highest number; `first`: those that have it, in the order given, none if it is 0."""

    most: int
    first: tuple[T, ...]

    @property
    def winner(self) -> T | None:
        """The only first one; None for a tie, and where there is nothing above 0."""
        return self.first[0] if len(self.first) == 1 else None

    @property
    def tied(self) -> bool:
        return len(self.first) > 1


def count(numbers: Mapping[T, int]) -> Count[T]:
    """The highest of some bids, or of the votes that some received."""
    most = max(numbers.values(), default=0)
    return Count(most, tuple(each for each, number in numbers.items() if number == most) if most > 0 else ())
