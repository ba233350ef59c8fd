"""Dataclasses to JSON and back: a thin face over msgspec, one byte string per value.

Keys are sorted and nothing is indented, so that equal values give equal bytes: whether a drawer changed is
decided by comparing bytes.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, Final, TypeVar, Union

import msgspec
from msgspec import inspect

T = TypeVar("T")
# Union, not |: a forward reference within the alias is a string, and None | "Json" is no type.
Json = Union[None, bool, int, float, str, list["Json"], dict[str, "Json"]]  # noqa: UP007

BEYOND = 1_000_000_000_000  # the first number that is not kept: 13 digits
_encoder = msgspec.json.Encoder(order="deterministic")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_describing = threading.Lock()


def encode(value: Any) -> str:
    """JSON text of a struct, a dataclass, or plain JSON values. Raises TypeError for anything else."""
    return _encoder.encode(value).decode()


def decode(text: str | bytes, kind: type[T]) -> T:
    """The value of type `kind` that `encode` wrote. Raises msgspec.ValidationError otherwise."""
    value: T = _decoder(kind).decode(text)
    return value


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder for a type, made once, by one thread at a time.

    msgspec describes a class the first time it reads one, and shows the description to other threads before
    it is whole: two threads that read a new class at the same moment end the process (SIGSEGV).
    """
    found = _decoders.get(kind)
    if found is None:
        with _describing:
            found = _decoders.setdefault(kind, msgspec.json.Decoder(kind))
    return found


def to_plain(value: Any) -> Any:
    """The same value as dicts, lists and scalars."""
    return msgspec.to_builtins(value)


def as_kept(value: Any) -> Any:
    """A value as it is read back after it was stored: dicts, lists and scalars, no tuple. Raises TypeError or
    UnicodeEncodeError if it cannot be stored; a lone surrogate in a struct of scalars is left to `encode`."""
    if isinstance(value, msgspec.Struct) and _holds_scalars(type(value)):
        return msgspec.to_builtins(value)  # in half the time: there is no tuple that becomes a list
    return msgspec.json.decode(msgspec.json.encode(value))


_SCALARS: Final = (inspect.StrType, inspect.IntType, inspect.BoolType, inspect.NoneType, inspect.LiteralType)


@cache
def _holds_scalars(kind: type[msgspec.Struct]) -> bool:
    """Whether every field of a struct is a str, int, bool or None by its type."""
    _decoder(kind)
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return all(_is_scalar(each.type) for each in described.fields)


def _is_scalar(described: inspect.Type) -> bool:
    if isinstance(described, inspect.UnionType):
        return all(map(_is_scalar, described.types))
    return isinstance(described, _SCALARS)


def from_plain(value: Any, kind: type[T]) -> T:
    """The reverse of `to_plain`. Raises msgspec.ValidationError."""
    _decoder(kind)  # describes the type
    converted: T = msgspec.convert(value, type=kind)
    return converted


def is_keepable(value: object) -> bool:
    """Whether a plain JSON value may be stored: no U+0000 (PostgreSQL refuses it), no lone surrogate (it has
    no UTF-8), no number of more than 12 digits, no float, and only str keys."""
    if isinstance(value, str):
        return "\x00" not in value and not any("\ud800" <= c <= "\udfff" for c in value)
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return abs(value) < BEYOND
    if isinstance(value, dict):
        return all(isinstance(k, str) and is_keepable(k) and is_keepable(v) for k, v in value.items())
    if isinstance(value, list | tuple):
        return all(is_keepable(item) for item in value)
    return False
