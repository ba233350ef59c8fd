"""Events and score lines as dataclasses of a title, turned into the contract's values and read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from ..contract import PUBLIC, Event, Line, Reader
from ..contract.codec import as_kept, from_plain


@dataclass(frozen=True, slots=True)
class EventData:
    """What an event of one kind says: its fields are the keys of `Event.data`.

    A title derives one frozen dataclass from it for each kind, and gives it its `kind`. What several kinds
    have in common may stand in a class between them, which has none.
    """

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the final score: `amount` in points; all other fields are the keys of `Line.params`.

    A title derives one frozen dataclass from it for each code, and gives it its `code`.
    """

    code: ClassVar[str]
    amount: int


E = TypeVar("E", bound=EventData)
S = TypeVar("S", bound=ScoreLine)


def event(data: EventData, to: tuple[Reader, ...] = PUBLIC) -> Event:
    """The event as it is kept, told to this audience. Its data is plain JSON."""
    return Event(data.kind, as_kept(data), to)


def line(data: ScoreLine) -> Line:
    """The line as it is kept. Its params are plain JSON."""
    params = as_kept(data)
    return Line(data.code, params.pop("amount"), params)


def event_kinds(namespace: Mapping[str, object]) -> Mapping[str, type[EventData]]:
    """The dataclasses that have a kind among the names of a module (its `globals()`), by their kind."""
    classes = (each for each in namespace.values() if isinstance(each, type))
    return {each.kind: each for each in classes if issubclass(each, EventData) and hasattr(each, "kind")}


def read_event(kinds: Mapping[str, type[EventData]], kept: Event) -> EventData | None:
    """What an event says, typed; None for a kind that is not among these. Keys that its dataclass does not
    know are left out. Raises msgspec.ValidationError if a key is missing or holds something else."""
    kind = kinds.get(kept.kind)
    return None if kind is None else from_plain(kept.data, kind)


def read_line(kind: type[S], kept: Line) -> S:
    """A line of the score, typed. Raises msgspec.ValidationError if its params are not those of `kind`."""
    return from_plain({**kept.params, "amount": kept.amount}, kind)
