"""The shapes of a title's orders: one frozen struct per kind, whose types determine how keys are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NewType,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Struct
from msgspec.structs import fields

from ..contract import Json, Order, Problem
from ..contract.codec import as_kept
from .readers import (
    MALFORMED,
    MISSING_VALUE,
    AtMost,
    Faults,
    Flag,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Reader,
    Word,
)


class OrderData(Struct, frozen=True):
    """The data of orders of one kind: the fields are the keys of `Order.data`.

    A title derives one class per kind, such as `class Say(OrderData, frozen=True)`, and sets its `kind`.
    Fields that several kinds share can be in a common base class without a `kind`. A field with a default may
    be missing; None is allowed only if the type includes it. A key that is a keyword of Python has a field
    with a trailing `_`: `from_` is read from `from`. The type of a field determines how it is read:

    - `str`: any word; `int`: any number that can be stored; `bool`: yes or no; `Literal`: one of its words;
    - a struct: an object with its fields;
    - `Mapping[str, <type>]`: a value for each word; `Annotated[tuple[<type>, ...], AtMost(...)]`: a list;
    - `Annotated[<type>, <reader>]`: whatever the reader (of `readers`) accepts.
    """

    kind: ClassVar[str]


AnyOrder = TypeVar("AnyOrder", bound=OrderData)
Known = TypeVar("Known", bound=OrderData, covariant=True)  # covariant: orders only come out


def order(data: OrderData) -> Order:
    """The contract's order with this data, as plain JSON."""
    return Order(data.kind, _with_keys(as_kept(data)))


def _with_keys(kept: Json) -> Any:
    """The same data with the names of fields replaced by their keys."""
    if isinstance(kept, dict):
        return {_key(field): _with_keys(value) for field, value in kept.items()}
    return [_with_keys(each) for each in kept] if isinstance(kept, list) else kept


def _key(field: str) -> str:
    """The key of a field: `from` for `from_`."""
    return field.removesuffix("_")


class Shapes(Mapping[str, tuple[str, ...]], Generic[Known]):
    """The kinds of orders that one form may contain: a mapping from kind to the keys of its data.

    Created from the classes. Raises TypeError for a field whose type does not determine how it is read.
    """

    def __init__(self, *kinds: type[Known]) -> None:
        self._parts: Final = {each.kind: _Part(each) for each in kinds}

    def __getitem__(self, kind: str) -> tuple[str, ...]:
        return self._parts[kind].keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def read(self, raw: Order, place: int) -> Known | tuple[Problem, ...]:
        """The typed order, or all problems of its shape: `unknown_order` and the codes of `readers.FAULTS`.
        `place`: its place on the form, from 0. Never raises, whatever the order contains."""
        kind = getattr(raw, "kind", None)
        part = self._parts.get(kind) if type(kind) is str else None
        if part is None:
            return (Problem("unknown_order", place),)
        made = part.read(getattr(raw, "data", None))
        if isinstance(made, Faults):
            return tuple(Problem(each.code, place, ".".join(each.path) or None, each.params) for each in made)
        return made


Made = TypeVar("Made", bound=Struct)


class _Part(Generic[Made]):
    """The reader of a struct: for an order's data, or for an object within it."""

    def __init__(self, made: type[Made]) -> None:
        hints = get_type_hints(made, include_extras=True)
        # For every key: its field, how it is read, whether None is allowed, and whether it is required.
        self._fields: Final = tuple(
            (_key(each.name), each.name, *_reading(hints[each.name]), each.required) for each in fields(made)
        )
        self._made: Final = made
        self.keys: Final = tuple(key for key, *_ in self._fields)

    def read(self, data: object) -> Made | Faults:
        if type(data) is not dict and not isinstance(data, Mapping):
            return MALFORMED
        given: dict[str, object] = {}
        found: list[Faults] = []
        for key, field, read, optional, required in self._fields:
            value = data.get(key)
            if value is not None:
                value = read(value)
                if isinstance(value, Faults):
                    found.append(value.within(key))
            elif key not in data:
                if required:
                    found.append(MISSING_VALUE.within(key))
                continue
            elif not optional:
                found.append(MISSING_VALUE.within(key))
            given[field] = value
        if len(data) > len(given):  # a key that no field has
            found.append(MALFORMED)
        return Faults.join(found) if found else self._made(**given)


def _reading(hint: object) -> tuple[Callable[[object], object], bool]:
    """The function that reads values of a type, and whether None is allowed."""
    if get_origin(hint) in (Union, UnionType):
        others = [each for each in get_args(hint) if each is not NoneType]
        if len(others) == 1:
            return _reader(others[0]).read, True
    return _reader(hint).read, False


_PLAIN: Final[Mapping[object, Reader]] = {str: Word(), int: Number(), bool: Flag()}


def _reader(hint: object) -> Reader:
    if isinstance(hint, NewType):
        return _reader(hint.__supertype__)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _Part(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return OneOf(inner)
    if origin is Mapping:
        return MapOf(_reader(inner[0]), _reader(inner[1]))
    if origin is Annotated:
        return _annotated(*inner)
    raise TypeError(f"no way of reading {hint!r} from an order")


def _annotated(hint: object, *notes: object) -> Reader:
    for note in notes:
        if isinstance(note, AtMost) and get_origin(hint) is tuple:
            return ListOf(_reader(get_args(hint)[0]), note)
        if hasattr(note, "read"):
            reader: Reader = note
            return reader
    raise TypeError(f"no way of reading {hint!r} from an order: {notes!r} has no reader")
