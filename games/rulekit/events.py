"""Events and score lines as classes of a title, turned into the contract's values and read back.

They are `msgspec.Struct`s and not dataclasses: a noon of ten players makes two hundred, and a frozen
dataclass takes ten times as long to make, and twice as long to keep.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from ..contract import PUBLIC, Event, Line, Reader
from ..contract.codec import as_kept, from_plain


class EventData(msgspec.Struct, frozen=True):
    """What an event of one kind says: its fields are the keys of `Event.data`.

    A title derives one class from it for each kind, `class Paid(EventData, frozen=True)`, and gives it its
    `kind`; it is used as a frozen dataclass is. What several kinds have in common may stand in a class
    between them, which has none.
    """

    kind: ClassVar[str]
    only_if: ClassVar[Mapping[str, object]] = {}
    """Where a kind has several shapes: the values that tell this one. It stands before the shape without."""


class ScoreLine(msgspec.Struct, frozen=True):
    """A line of the final score: `amount` in points; all other fields are the keys of `Line.params`.

    A title derives one class from it for each code, and gives it its `code`.
    """

    code: ClassVar[str]
    only_if: ClassVar[Mapping[str, object]] = {}
    amount: int


def event(data: EventData, to: tuple[Reader, ...] = PUBLIC) -> Event:
    """The event as it is kept, told to this audience. Its data is plain JSON."""
    return Event(data.kind, as_kept(data), to)


def line(data: ScoreLine) -> Line:
    """The line as it is kept. Its params are plain JSON."""
    params = as_kept(data)
    return Line(data.code, params.pop("amount"), params)


EventKinds = Mapping[str, tuple[type[EventData], ...]]
LineCodes = Mapping[str, tuple[type[ScoreLine], ...]]


def event_kinds(namespace: Mapping[str, object]) -> EventKinds:
    """The classes that have a kind among the names of a module (its `globals()`), by their kind."""
    found: dict[str, tuple[type[EventData], ...]] = {}
    for each in namespace.values():
        if isinstance(each, type) and issubclass(each, EventData) and hasattr(each, "kind"):
            found[each.kind] = (*found.get(each.kind, ()), each)
    return found


def line_codes(namespace: Mapping[str, object]) -> LineCodes:
    """The classes that have a code among the names of a module (its `globals()`), by their code."""
    found: dict[str, tuple[type[ScoreLine], ...]] = {}
    for each in namespace.values():
        if isinstance(each, type) and issubclass(each, ScoreLine) and hasattr(each, "code"):
            found[each.code] = (*found.get(each.code, ()), each)
    return found


def read_event(kinds: EventKinds, kept: Event) -> EventData | None:
    """What an event says, typed; None for a kind that is not among these. Keys that its class does not
    know are left out. Raises msgspec.ValidationError if a key is missing or holds something else."""
    for kind in kinds.get(kept.kind, ()):
        if _fits(kind.only_if, kept.data):
            return from_plain(kept.data, kind)
    return None


def read_line(codes: LineCodes, kept: Line) -> ScoreLine | None:
    """A line of the score, typed; None for a code that is not among these. Raises as `read_event` does."""
    for code in codes.get(kept.code, ()):
        if _fits(code.only_if, kept.params):
            return from_plain({**kept.params, "amount": kept.amount}, code)
    return None


def _fits(only_if: Mapping[str, object], kept: Mapping[str, object]) -> bool:
    return all(kept.get(key) == value for key, value in only_if.items())
