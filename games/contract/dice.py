"""Named draws: each number is computed from a secret key and the name of what it decides.

A new draw elsewhere therefore moves no other, a resolution can be replayed exactly, and whoever
holds the key can check every number.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
Drawn = int | tuple[int, ...]


class LabelReused(ValueError):
    """A label was drawn twice in one resolution: two things would have shared one fate."""


class Dice:
    """One per resolution. `key`: secret bytes. A label is its parts joined by `/`: `success/p1.0`."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._drawn: dict[str, Drawn] = {}

    @property
    def drawn(self) -> Mapping[str, Drawn]:
        """Every draw so far by label; kept with the resolution for the audit. A pick keeps the
        index it took, a shuffle the order of indexes."""
        return self._drawn

    def below(self, n: int, *label: str) -> int:
        """A number in 0..n-1, each equally likely. Raises `LabelReused`, or ValueError if n < 1."""
        name = self._name(label)
        value = self._below(n, name)
        self._drawn[name] = value
        return value

    def percent(self, *label: str) -> int:
        """A number in 1..100; a test passes when it is at most the percentage."""
        name = self._name(label)
        value = self._below(100, name) + 1
        self._drawn[name] = value
        return value

    def pick(self, among: Sequence[T], *label: str) -> T:
        """One of `among` (not empty)."""
        return among[self.below(len(among), *label)]

    def shuffled(self, items: Sequence[T], *label: str) -> tuple[T, ...]:
        """All of `items`, every order equally likely (Fisher-Yates)."""
        name = self._name(label)
        order = self._order(len(items), name)
        self._drawn[name] = order
        return tuple(items[i] for i in order)

    def _name(self, label: tuple[str, ...]) -> str:
        name = "/".join(label)
        if name in self._drawn:
            raise LabelReused(name)
        return name

    def _order(self, n: int, name: str) -> tuple[int, ...]:
        order = list(range(n))
        for last in range(n - 1, 0, -1):
            other = self._below(last + 1, f"{name}#{last}")
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _below(self, n: int, name: str) -> int:
        if n < 1:
            raise ValueError(f"nothing to draw from for {name}")
        # 64 bits, rejecting the incomplete last stretch: exactly uniform, and a second HMAC is
        # needed about never.
        limit = (1 << 64) - (1 << 64) % n
        attempt = 0
        while True:
            message = name if attempt == 0 else f"{name}\x00{attempt}"
            value = int.from_bytes(hmac.digest(self._key, message.encode(), "sha256")[:8])
            if value < limit:
                return value % n
            attempt += 1


class LoadedDice(Dice):
    """Dice for tests: labels found in `loaded` give that number (an index for a pick, a tuple of
    indexes for a shuffle); all others are drawn from `key`."""

    def __init__(self, loaded: Mapping[str, Drawn], key: bytes = b"loaded") -> None:
        super().__init__(key)
        self._loaded = loaded

    def _below(self, n: int, name: str) -> int:
        if name not in self._loaded:
            return super()._below(n, name)
        value = self._loaded[name]
        assert isinstance(value, int), name
        return value

    def percent(self, *label: str) -> int:
        name = "/".join(label)
        if name not in self._loaded:
            return super().percent(*label)
        name = self._name(label)
        value = self._loaded[name]
        assert isinstance(value, int) and 1 <= value <= 100, name
        self._drawn[name] = value
        return value

    def _order(self, n: int, name: str) -> tuple[int, ...]:
        if name not in self._loaded:
            return super()._order(n, name)
        order = self._loaded[name]
        assert isinstance(order, tuple) and sorted(order) == list(range(n)), name
        return order
