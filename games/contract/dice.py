"""Named draws: each number is computed from a secret key and the name of what it decides.

A new draw elsewhere therefore moves no other, a resolution can be replayed exactly, and anybody who has the
key can check every number.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Drawn = int | tuple[int, ...]
_BLOCK = hashlib.sha256().block_size
_RANGE = 1 << 64


class Draw(NamedTuple):
    """One draw: what was drawn, and the result.

    `kind`: "below" (0..n-1), "percent" (1..100, n is 100), "pick" (the index of one of n) or "shuffle"
    (the order of n indexes). A draw can be computed again from the key, its label, `kind` and `n`.
    """

    kind: str
    n: int
    value: Drawn


_PERCENT = tuple(Draw("percent", 100, value) for value in range(1, 101))
"""Every draw of a percentage, made once: a noon draws hundreds."""


class LabelReused(ValueError):
    """A label was drawn twice in one resolution, so that two things would have got the same number."""


class Dice:
    """One per resolution. `key`: secret bytes. A label is its parts joined by `/`: `success/p1.0`."""

    def __init__(self, key: bytes) -> None:
        # The two hashes of an HMAC, copied for each draw: the key is hashed once, and without Python's HMAC
        # object, which takes as long as the hashing.
        key = (key if len(key) <= _BLOCK else hashlib.sha256(key).digest()).ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(key.translate(hmac.trans_36))
        self._outer = hashlib.sha256(key.translate(hmac.trans_5C))
        self._draws: dict[str, Draw] = {}

    @property
    def draws(self) -> Mapping[str, Draw]:
        """Every draw so far by label, in the order of drawing; stored with the resolution."""
        return self._draws

    @property
    def drawn(self) -> dict[str, Drawn]:
        """The value of every draw so far by label."""
        return {label: draw.value for label, draw in self._draws.items()}

    def below(self, n: int, *label: str) -> int:
        """A number in 0..n-1, each equally likely. Raises `LabelReused`, or ValueError if n < 1."""
        return self._kept("below", n, label)

    def percent(self, *label: str) -> int:
        """A number in 1..100; a test passes when it is at most the percentage."""
        name = self._name(label)
        value = self._below(100, name)
        self._draws[name] = _PERCENT[value]
        return value + 1

    def pick(self, among: Sequence[T], *label: str) -> T:
        """One of `among` (not empty)."""
        return among[self._kept("pick", len(among), label)]

    def shuffled(self, items: Sequence[T], *label: str) -> tuple[T, ...]:
        """All of `items`, every order equally likely (Fisher-Yates)."""
        name = self._name(label)
        order = self._order(len(items), name)
        self._draws[name] = Draw("shuffle", len(items), order)
        return tuple(items[i] for i in order)

    def _kept(self, kind: str, n: int, label: tuple[str, ...]) -> int:
        name = self._name(label)
        value = self._below(n, name)
        self._draws[name] = Draw(kind, n, value)
        return value

    def _name(self, label: tuple[str, ...]) -> str:
        name = "/".join(label)
        if name in self._draws:
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
        value = self._code(name.encode())
        if value < _RANGE - n:  # in no incomplete range, whatever n is
            return value % n
        # 64 bits, and the incomplete last range is rejected: exactly uniform, and a second HMAC is almost
        # never needed.
        limit, attempt = _RANGE - _RANGE % n, 0
        while value >= limit:
            attempt += 1
            value = self._code(f"{name}\x00{attempt}".encode())
        return value % n

    def _code(self, message: bytes) -> int:
        """The first 64 bits of the HMAC-SHA-256 of a message under the key (RFC 2104)."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return int.from_bytes(outer.digest()[:8])


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
        self._draws[name] = Draw("percent", 100, value)
        return value

    def _order(self, n: int, name: str) -> tuple[int, ...]:
        if name not in self._loaded:
            return super()._order(n, name)
        order = self._loaded[name]
        assert isinstance(order, tuple) and sorted(order) == list(range(n)), name
        return order
