"""Typed events and score lines: classes of a title, converted to the contract's values and back.

A title writes each kind as a class, and its rules and sentences use its fields by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from ..contract import PUBLIC, Event, Line, Reader
from ..contract.codec import as_kept, from_plain


class EventData(msgspec.Struct, frozen=True):
    """The data of events of one kind: the fields are the keys of `Event.data`.

    A title derives one class per kind, such as `class Paid(EventData, frozen=True)`, and sets its `kind`.
    Fields that several kinds share can be in a common base class without a `kind`.
    """

    kind: ClassVar[str]
    only_if: ClassVar[Mapping[str, object]] = {}
    """For a kind with several classes: the values of fields that identify this class. Define it before the
    class without such values."""


class ScoreLine(msgspec.Struct, frozen=True):
    """A line of the final score: `amount` in points; all other fields are the keys of `Line.params`.

    A title derives one class per code and sets its `code`.
    """

    code: ClassVar[str]
    only_if: ClassVar[Mapping[str, object]] = {}
    amount: int


def event(data: EventData, to: tuple[Reader, ...] = PUBLIC) -> Event:
    """The contract's event with this data, as plain JSON, told to the readers `to`."""
    return Event(data.kind, as_kept(data), to)


def line(data: ScoreLine) -> Line:
    """The contract's score line with this data; its params are plain JSON."""
    params = as_kept(data)
    return Line(data.code, params.pop("amount"), params)


EventKinds = Mapping[str, tuple[type[EventData], ...]]
LineCodes = Mapping[str, tuple[type[ScoreLine], ...]]


def event_kinds(namespace: Mapping[str, object]) -> EventKinds:
    """The event classes with a kind in the namespace of a module (its `globals()`), by kind."""
    found: dict[str, tuple[type[EventData], ...]] = {}
    for each in namespace.values():
        if isinstance(each, type) and issubclass(each, EventData) and hasattr(each, "kind"):
            found[each.kind] = (*found.get(each.kind, ()), each)
    return found


def line_codes(namespace: Mapping[str, object]) -> LineCodes:
    """The score line classes with a code in the namespace of a module (its `globals()`), by code."""
    found: dict[str, tuple[type[ScoreLine], ...]] = {}
    for each in namespace.values():
        if isinstance(each, type) and issubclass(each, ScoreLine) and hasattr(each, "code"):
            found[each.code] = (*found.get(each.code, ()), each)
    return found


def read_event(kinds: EventKinds, kept: Event) -> EventData | None:
    """The typed data of an event; None for a kind that is not in `kinds`. Keys without a field are ignored.
    Raises msgspec.ValidationError if a key is missing or has a value of the wrong type."""
    for kind in kinds.get(kept.kind, ()):
        if _fits(kind.only_if, kept.data):
            return from_plain(kept.data, kind)
    return None


def read_events(kinds: EventKinds, kept: Iterable[Event]) -> list[EventData]:
    """The typed data of events in their order, without those of unknown kinds. Raises like `read_event`."""
    read = (read_event(kinds, event) for event in kept)
    return [data for data in read if data is not None]


def read_line(codes: LineCodes, kept: Line) -> ScoreLine | None:
    """The typed data of a score line; None for a code that is not in `codes`. Raises like `read_event`."""
    for code in codes.get(kept.code, ()):
        if _fits(code.only_if, kept.params):
            return from_plain({**kept.params, "amount": kept.amount}, code)
    return None


def _fits(only_if: Mapping[str, object], kept: Mapping[str, object]) -> bool:
    return all(kept.get(key) == value for key, value in only_if.items())
