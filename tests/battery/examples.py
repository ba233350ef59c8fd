"""Example events and score lines, made from the types of their fields, for kinds that random games lack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from enum import Enum
from inspect import signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from games.contract import PlayerId

Pool = Mapping[str, Any]


def pool_of(values: Iterable[Any]) -> dict[str, Any]:
    """By the name of a key: some value that stood under it, empty or 0 only where there was no other."""
    found: dict[str, Any] = {}
    for value in values:
        _collect(value, found)
    return found


def _collect(value: Any, found: dict[str, Any]) -> None:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if found.get(key) in (None, 0, "", [], {}):
                found[key] = item
            _collect(item, found)
    elif isinstance(value, list | tuple):
        for item in value:
            _collect(item, found)


def examples(kind: type[Any], pool: Pool) -> Iterator[Any]:
    """A class filled in, and once more with each other word that the type of one of its fields knows."""
    hints = get_type_hints(kind, include_extras=True)
    given = {name: _value(hints[name], name, pool) for name in signature(kind).parameters}
    given |= {key: value for key, value in kind.__dict__.get("only_if", {}).items() if key in given}
    yield kind(**given)
    for name in given:
        for word in _words(hints[name]):
            yield kind(**{**given, name: word})


def _words(hint: Any) -> tuple[Any, ...]:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(hint)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return tuple(word for inner in get_args(hint) for word in _words(inner))
    return ()


def _value(hint: Any, name: str, pool: Pool) -> Any:
    """A value of a type; where the type leaves it open, one that stood under this name elsewhere."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _value(inner[0], name, pool)
    if origin in (Union, UnionType):
        return _value(next(each for each in inner if each is not NoneType), name, pool)
    if words := _words(hint):
        return words[0]
    if hint in (NoneType, bool):
        return None if hint is NoneType else True
    if hint is int:
        known = pool.get(name)
        return known if type(known) is int else 3
    if hint is PlayerId:
        return PlayerId("p1")
    if origin is tuple:
        return tuple(_value(each, name, pool) for each in inner if each is not Ellipsis)
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, msgspec.Struct)):
        return next(examples(hint, pool))
    if origin is Mapping or hint is Mapping:
        known = pool.get(name)
        return known if isinstance(known, Mapping) else {}
    known = pool.get(name)
    return known if isinstance(known, str) and known else "p1"
