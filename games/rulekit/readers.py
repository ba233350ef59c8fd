"""Reading one value of an order, whatever stands in its place: the value, or all that is wrong with it.

A reader is put beside the type of a field: `stake: Annotated[int, Number(MAX_STAKE)]`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from ..contract import Json
from ..contract.codec import BEYOND, is_keepable

MAX_NUMBER: Final = BEYOND - 1
"""The biggest number that can be kept, and the smallest one below zero."""

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
"""Every code a value can be refused with, and its figures."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a value. `path`: keys and places within it, () for the value as a whole."""

    code: str
    params: Mapping[str, Json]
    path: tuple[str, ...] = ()


class Faults(tuple[Fault, ...]):
    """All that is wrong with a value, never empty: a type of its own, so that no value is mistaken for it."""

    __slots__ = ()

    @staticmethod
    def one(code: str, **params: Json) -> Faults:
        """A single fault of the value as a whole."""
        return Faults((Fault(code, params),))

    @staticmethod
    def join(parts: Iterable[Faults]) -> Faults:
        """The faults of several values, in their order."""
        return Faults(fault for part in parts for fault in part)

    def within(self, key: str) -> Faults:
        """The same faults, seen from the value that holds this one under `key`."""
        return Faults(Fault(each.code, each.params, (key, *each.path)) for each in self)


MISSING_VALUE: Final = Faults.one("missing")
MALFORMED: Final = Faults.one("malformed")
_UNKNOWN: Final = Faults.one("unknown_choice")
_UNREADABLE: Final = Faults.one("text_unreadable")
_TWICE: Final = Faults.one("named_twice")


class Reader(Protocol):
    """Turns what a form holds into a value. It is never given None, which is a value that is missing."""

    def read(self, value: object) -> object:
        """The value as its field has it, or `Faults`. Never raises."""
        ...


@dataclass(frozen=True, slots=True, eq=False)  # types have to be hashed, and the words may be a dict's keys
class OneOf:
    """A word of these."""

    known: Container[str]

    def read(self, value: object) -> str | Faults:
        if type(value) is not str:
            return MALFORMED
        if value in self.known:
            return value
        return _UNKNOWN if value else MISSING_VALUE


@dataclass(frozen=True, slots=True)
class Word:
    """Any word but the empty one: which of them may stand there depends on the state, and is judged later."""

    def read(self, value: object) -> str | Faults:
        if type(value) is not str:
            return MALFORMED
        return value or MISSING_VALUE


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from -maximum to maximum; its real limits are judged later."""

    maximum: int = MAX_NUMBER

    def read(self, value: object) -> int | Faults:
        if type(value) is not int:  # a bool is no number
            return MALFORMED
        if abs(value) > self.maximum:
            return Faults.one("number_too_big", maximum=self.maximum)
        return value


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def read(self, value: object) -> bool | Faults:
        return value if type(value) is bool else MALFORMED


@dataclass(frozen=True, slots=True)
class Text:
    """What a player wrote: so many characters at the most, all of which can be kept. It may be empty."""

    maximum: int

    def read(self, value: object) -> str | Faults:
        if type(value) is not str:
            return MALFORMED
        if len(value) > self.maximum:
            return Faults.one("text_too_long", length=len(value), maximum=self.maximum)
        return value if is_keepable(value) else _UNREADABLE


@dataclass(frozen=True, slots=True)
class AtMost:
    """How long a list may be, put beside its type: `Annotated[tuple[Word, ...], AtMost(6, distinct=True)]`.

    `distinct`: no item twice.
    """

    maximum: int
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class ListOf:
    """Items that are read alike, in their order. A fault has the item's place, from 0, in its path."""

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


@dataclass(frozen=True, slots=True)
class MapOf:
    """A value for each of some words. Its faults have no path: a word that was typed goes nowhere else."""

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
