"""Hand-written statements: running those of a page, and making models of the rows they return.

Only for the few statements that every page or every noon runs: for these the ORM takes longer to build the
statement than the database takes to run it.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import connection, models
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper

M = TypeVar("M", bound=models.Model)
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its values; `many`: run once for each of these instead."""

    sql: str
    values: Sequence[Any] = ()
    many: Sequence[Sequence[Any]] | None = None


def fetch(statement: Statement) -> list[Row]:
    """The rows of a statement for a page, outside of a transaction."""
    with _executed(statement) as cursor:
        return list(cursor.fetchall())


def fetch_as(model: type[M], statement: Statement) -> list[M]:
    """The rows of a statement as model instances; columns that are not fields become attributes."""
    with _executed(statement) as cursor:
        shape = _shape(model, tuple(column[0] for column in cursor.description), connection.vendor)
        return [shape.build(model, row) for row in cursor.fetchall()]


@contextlib.contextmanager
def _executed(statement: Statement) -> Iterator[CursorWrapper]:
    """A cursor that has run a statement. On PostgreSQL the values are sent separately from the text, so that
    the statement can be prepared (option `prepare_threshold`, off behind a pooler); Django's default cursor
    puts them into the text."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.cursor = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]  # psycopg's
        cursor.execute(statement.sql, statement.values)
        yield cursor


@functools.cache
def columns(model: type[models.Model], alias: str) -> str:
    """All columns of a model, for a statement whose rows go to `build`."""
    return ", ".join(f'{alias}."{field.column}"' for field in model._meta.concrete_fields)


def width(model: type[models.Model]) -> int:
    return len(model._meta.concrete_fields)


def build(model: type[M], values: Sequence[Any]) -> M:
    """A model instance from its `columns` as the database returned them."""
    return _shape(model, None, connection.vendor).build(model, values)


@dataclass(frozen=True, slots=True)
class _RowShape:
    """How a row becomes a model instance: which of its values are fields, by name; how they are converted
    (JSON, and types that SQLite stores as text); and which values are not fields."""

    names: list[str]
    places: list[int]
    converters: list[tuple[int, Callable[..., Any], Any]]
    others: list[tuple[int, str]]

    def build(self, model: type[M], row: Sequence[Any]) -> M:
        found = [row[place] for place in self.places]
        for nth, converter, expression in self.converters:
            found[nth] = converter(found[nth], expression, connection)
        made = model.from_db(connection.alias, self.names, found)
        for place, name in self.others:
            setattr(made, name, row[place])
        return made


@functools.cache
def _shape(model: type[models.Model], selected: tuple[str, ...] | None, vendor: str) -> _RowShape:
    """The shape of rows with these columns (None: all, in order) on one kind of database."""
    by_column = {str(field.column): field for field in model._meta.concrete_fields}
    at = {name: place for place, name in enumerate(selected or by_column)}
    fields = [field for column, field in by_column.items() if column in at]
    converters = [
        (nth, converter, field.cached_col)
        for nth, field in enumerate(fields)
        for converter in [
            *connection.ops.get_db_converters(field.cached_col),
            *field.cached_col.get_db_converters(connection),
        ]
    ]
    places = [at[column] for column in by_column if column in at]
    others = [(place, name) for name, place in at.items() if name not in by_column]
    return _RowShape([field.attname for field in fields], places, converters, others)
