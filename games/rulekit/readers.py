"""Readers of one value of an order: they return the value or, whatever it is, all its faults.

A reader is an annotation of a field: `stake: Annotated[int, Number(MAX_STAKE)]`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Final, Protocol

from msgspec import Struct

from ..contract import Json
from ..contract.codec import BEYOND, is_keepable

MAX_NUMBER: Final = BEYOND - 1
"""The largest number that can be stored; the smallest is its negative."""

FAULTS: Final[Mapping[str, tuple[str, ...]]] = {
    "missing": (),
    "malformed": (),
    "unknown_choice": (),
    "number_too_big": ("maximum",),
    "text_too_long": ("length", "maximum"),
    "text_unreadable": (),
    "list_too_long": ("length", "maximum"),
    "named_twice": (),
}
"""Every code with which a value can be refused, with its params."""


class Fault(Struct, frozen=True):
    """One fault of a value. `path`: keys and indices within the value; () for the value as a whole."""

    code: str
    params: Mapping[str, Json]
    path: tuple[str, ...] = ()


class Faults(tuple[Fault, ...]):
    """All faults of a value, never empty. A class of its own, to be distinguished from values."""

    __slots__ = ()

    @staticmethod
    def one(code: str, **params: Json) -> Faults:
        """A single fault of the value as a whole."""
        return Faults((Fault(code, params),))

    @staticmethod
    def join(parts: Iterable[Faults]) -> Faults:
        """The faults of several values together."""
        return Faults(fault for part in parts for fault in part)

    def within(self, key: str) -> Faults:
        """The same faults with `key` in front of their paths: for the value that contains this one."""
        return Faults(Fault(each.code, each.params, (key, *each.path)) for each in self)


MISSING_VALUE: Final = Faults.one("missing")
MALFORMED: Final = Faults.one("malformed")
_UNKNOWN: Final = Faults.one("unknown_choice")
_UNREADABLE: Final = Faults.one("text_unreadable")
_TWICE: Final = Faults.one("named_twice")


class Reader(Protocol):
    """Turns JSON from a form into a value. It is never given None, which means a missing value."""

    def read(self, value: object) -> object:
        """The value for the field, or its `Faults`. Never raises."""
        ...


class OneOf(Struct, frozen=True, eq=False):
    """One of these words."""

    known: Container[str]

    def read(self, value: object) -> str | Faults:
        if type(value) is not str:
            return MALFORMED
        if value in self.known:
            return value
        return _UNKNOWN if value else MISSING_VALUE


class Word(Struct, frozen=True):
    """Any word except the empty one. Whether the state allows it is judged later."""

    def read(self, value: object) -> str | Faults:
        if type(value) is not str:
            return MALFORMED
        return value or MISSING_VALUE


class Number(Struct, frozen=True):
    """A whole number from -maximum to maximum. Whether the state allows it is judged later."""

    maximum: int = MAX_NUMBER

    def read(self, value: object) -> int | Faults:
        if type(value) is not int:  # excludes bool
            return MALFORMED
        if abs(value) > self.maximum:
            return Faults.one("number_too_big", maximum=self.maximum)
        return value


class Flag(Struct, frozen=True):
    """Yes or no."""

    def read(self, value: object) -> bool | Faults:
        return value if type(value) is bool else MALFORMED


class Text(Struct, frozen=True):
    """Text written by a player, up to a number of characters that can all be stored. It may be empty."""

    maximum: int

    def read(self, value: object) -> str | Faults:
        if type(value) is not str:
            return MALFORMED
        if len(value) > self.maximum:
            return Faults.one("text_too_long", length=len(value), maximum=self.maximum)
        return value if is_keepable(value) else _UNREADABLE


class AtMost(Struct, frozen=True):
    """The maximum length of a list: `Annotated[tuple[Word, ...], AtMost(6, distinct=True)]`.

    `distinct`: no item may occur twice.
    """

    maximum: int
    distinct: bool = False


class ListOf(Struct, frozen=True):
    """A list of items, all read by the same reader. The path of a fault contains the item's index, from 0."""

    item: Reader
    most: AtMost

    def read(self, value: object) -> tuple[object, ...] | Faults:
        if not isinstance(value, list | tuple):
            return MALFORMED
        if len(value) > self.most.maximum:
            return Faults.one("list_too_long", length=len(value), maximum=self.most.maximum)
        items = [MISSING_VALUE if each is None else self.item.read(each) for each in value]
        found = [each.within(str(at)) for at, each in enumerate(items) if isinstance(each, Faults)]
        if found:
            return Faults.join(found)
        if self.most.distinct and any(each in items[:at] for at, each in enumerate(items)):
            return _TWICE
        return tuple(items)


class MapOf(Struct, frozen=True):
    """A mapping from words to values. Faults have no path, because a typed word must not appear in them."""

    word: Reader
    value: Reader

    def read(self, value: object) -> Mapping[object, object] | Faults:
        if not isinstance(value, Mapping):
            return MALFORMED
        given: dict[object, object] = {}
        found: list[Faults] = []
        for word, inner in value.items():
            key, item = self.word.read(word), MISSING_VALUE if inner is None else self.value.read(inner)
            found += [each for each in (key, item) if isinstance(each, Faults)]
            if not found:
                given[key] = item
        return found[0] if found else given
