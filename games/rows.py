"""Running the hand-written statements of `reads` and `writes`, and making models of the rows they return.

The ORM takes longer to build these statements than the database takes to run them. Their texts do not change
with the number of rows, so that PostgreSQL can keep them prepared. Everything else uses the models as usual.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import psycopg
from django.db import connection, models

from .contract import encode

_AMONG_JSON = "IN (SELECT value FROM json_each(%s))"
M = TypeVar("M", bound=models.Model)
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its values; `many`: run once for each of these instead."""

    sql: str
    values: Sequence[Any] = ()
    many: Sequence[Sequence[Any]] | None = None


def run(*statements: Statement) -> list[list[Row]]:
    """Run statements in this order and return the rows of each. The caller is in a transaction. Raises what
    the database raises."""
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            return [_run(cursor, statement) for statement in statements]
    # Django's own cursor puts the values into the text, escaped, and prepares nothing. Not a pipeline,
    # which saves no work: its last message disarms `idle_in_transaction_session_timeout`, and a worker
    # that was stopped in it would keep its claim for ever.
    with connection.wrap_database_errors:
        return [_run(psycopg.Cursor(connection.connection), statement) for statement in statements]


def _run(cursor: Any, statement: Statement) -> list[Row]:
    if statement.many is not None:
        cursor.executemany(statement.sql, statement.many)
        return []
    cursor.execute(statement.sql, statement.values)
    return list(cursor.fetchall()) if cursor.description else []


def fetch(statement: Statement) -> list[Row]:
    """The rows of a statement for a page, which is in no transaction."""
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, statement.values)
        return list(cursor.fetchall())


def fetch_as(model: type[M], statement: Statement) -> list[M]:
    """The same as models; columns that are none of theirs become attributes."""
    return list(model._default_manager.raw(statement.sql, statement.values))


def among(column: str) -> str:
    """The condition that a number is one of those that `listed` makes a value of: one text, however many."""
    if connection.vendor == "postgresql":
        return f"{column} = ANY(%s)"
    return f"{column} {_AMONG_JSON}"


def listed(numbers: Iterable[int]) -> list[int] | str:
    found = list(numbers)
    return found if connection.vendor == "postgresql" else encode(found)


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
    return model.from_db(connection.alias, [f.attname for f in model._meta.concrete_fields], found)


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
