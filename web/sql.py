"""Statements written by hand: running those of a page, and making models of the rows they return.

For the few statements that every page or every noon runs: there the ORM takes longer to make a statement
than the database takes to run it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its values; `many`: run once for each of these instead."""

    sql: str
    values: Sequence[Any] = ()
    many: Sequence[Sequence[Any]] | None = None


def fetch(statement: Statement) -> list[Row]:
    """The rows of a statement for a page, which is in no transaction."""
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, statement.values)
        return list(cursor.fetchall())


def fetch_as(model: type[M], statement: Statement) -> list[M]:
    """The same as models; columns that are none of theirs become attributes."""
    return list(model._default_manager.raw(statement.sql, statement.values))


@functools.cache
def columns(model: type[models.Model], alias: str) -> str:
    """All columns of a model, for the statement whose rows `build` reads."""
    return ", ".join(f'{alias}."{field.column}"' for field in model._meta.concrete_fields)


def width(model: type[models.Model]) -> int:
    return len(model._meta.concrete_fields)


def build(model: type[M], values: Iterable[Any]) -> M:
    """The model's row from its columns as the database gave them."""
    found = list(values)
    for place, converter, expression in _converters(model, connection.vendor):
        found[place] = converter(found[place], expression, connection)
    return model.from_db(connection.alias, _names(model), found)


@functools.cache
def _names(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


@functools.cache
def _converters(model: type[models.Model], vendor: str) -> list[tuple[int, Callable[..., Any], Any]]:
    """What the mapper does to each column as it reads it: JSON, and what SQLite keeps as text."""
    return [
        (place, converter, field.cached_col)
        for place, field in enumerate(model._meta.concrete_fields)
        for converter in [
            *connection.ops.get_db_converters(field.cached_col),
            *field.cached_col.get_db_converters(connection),
        ]
    ]
