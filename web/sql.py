"""Hand-written statements: running those of a page, and making models of the rows they return.

Only for the few statements that every page or every noon runs: for these the ORM takes longer to build the
statement than the database takes to run it.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX, SQLiteCursorWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models.base import ModelState
from msgspec import Struct

M = TypeVar("M", bound=models.Model)
Row = tuple[Any, ...]


class Statement(Struct, frozen=True):
    """One statement with its values; `many`: run once for each of these instead."""

    sql: str
    values: Sequence[Any] = ()
    many: Sequence[Sequence[Any]] | None = None


class FetchedRows(Struct, frozen=True):
    """The rows that a statement returned, and the names of their columns."""

    names: tuple[str, ...]
    rows: list[Row]

    def made(self, model: type[M]) -> list[M]:
        """The rows as model instances; columns that are not fields become attributes."""
        shape = _shape(model, self.names, connection.vendor)
        return [shape.build(model, row) for row in self.rows]


def fetch(statement: Statement) -> list[Row]:
    """The rows of a statement for a page, outside of a transaction."""
    with _executed(statement) as cursor:
        return list(cursor.fetchall())


def fetch_as(model: type[M], statement: Statement) -> list[M]:
    """The rows of a statement as model instances; columns that are not fields become attributes."""
    with _executed(statement) as cursor:
        return _fetched(cursor).made(model)


def fetch_together(*statements: Statement) -> list[FetchedRows]:
    """What several statements for a page return that do not depend on each other, outside of a transaction.
    PostgreSQL is sent all of them before the first is waited for: the way there and back takes longer than
    what most of them do. Raises what the database raises, at the first that fails."""
    with contextlib.ExitStack() as stack:
        if connection.vendor == "postgresql":
            # What else the first cursor of a request does: in a pipeline it would notice nothing.
            connection.close_if_health_check_failed()
            connection.ensure_connection()
            with connection.wrap_database_errors, connection.connection.pipeline():
                cursors = [stack.enter_context(_executed(one)) for one in statements]
        else:
            cursors = [stack.enter_context(_executed(one)) for one in statements]
        return [_fetched(cursor) for cursor in cursors]


def _fetched(cursor: CursorWrapper) -> FetchedRows:
    return FetchedRows(tuple(column[0] for column in cursor.description), list(cursor.fetchall()))


class KeptTexts(SQLiteCursorWrapper):
    """Django's own cursor for SQLite, which keeps how it has converted the texts of statements."""

    def convert_query(self, query: str, *, param_names: Any = None) -> str:
        if param_names is not None:
            return super().convert_query(query, param_names=param_names)
        return _converted(query)


@functools.lru_cache(maxsize=256)
def _converted(query: str) -> str:
    return FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


def keep_texts(cursor: CursorWrapper) -> None:
    """Have a cursor for SQLite convert each text once. Its wrapper, which counts and logs, stays."""
    cursor.cursor = connection.connection.cursor(factory=KeptTexts)


@contextlib.contextmanager
def _executed(statement: Statement) -> Iterator[CursorWrapper]:
    """A cursor that has run a statement. On PostgreSQL the values are sent separately from the text, so that
    the statement can be prepared (option `prepare_threshold`, off behind a pooler); Django's default cursor
    puts them into the text. On SQLite the place of each value is written as SQLite has it once for each text;
    Django's default cursor does so each time."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Not at the top: it loads PostgreSQL's driver, which a process of a site on SQLite does not need.
            from django.db.backends.postgresql.base import ServerBindingCursor

            cursor.cursor = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]  # psycopg's
        else:
            keep_texts(cursor)
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


class _RowShape(Struct, frozen=True):
    """How a row becomes a model instance: the attribute of each of its values, and how those are converted
    that the database does not return as Python has them (JSON, and types that SQLite stores as text)."""

    names: list[str]
    converters: list[tuple[str, Callable[[Any], Any]]]

    def build(self, model: type[M], row: Sequence[Any]) -> M:
        """As `Model.from_db` does, without the signals and the setting of each field by itself. Columns that
        the row lacks are read when they are accessed."""
        made = model.__new__(model)
        values = made.__dict__
        values.update(zip(self.names, row, strict=True))
        for name, converted in self.converters:
            if values[name] is not None:
                values[name] = converted(values[name])
        made._state = ModelState()
        made._state.adding, made._state.db = False, DEFAULT_DB_ALIAS
        return made


@functools.cache
def _shape(model: type[models.Model], selected: tuple[str, ...] | None, vendor: str) -> _RowShape:
    """The shape of rows with these columns (None: all, in order) on one kind of database."""
    by_column = {str(field.column): field for field in model._meta.concrete_fields}
    found = selected or tuple(by_column)
    fields = [by_column[column] for column in found if column in by_column]
    converters = [(field.attname, converter) for field in fields for converter in _converters(field)]
    names = [by_column[column].attname if column in by_column else column for column in found]
    return _RowShape(names, converters)


def _converters(field: models.Field[Any, Any]) -> list[Callable[[Any], Any]]:
    """What makes a value of the database one of Python. Django's own converters of JSON and of SQLite's
    moments take three times as long; a lobby has a hundred such values."""
    if isinstance(field, models.JSONField) and field.decoder is None:
        return [msgspec.json.decode]
    if isinstance(field, models.DateTimeField) and connection.vendor == "sqlite":
        return [_in_utc]
    column = field.cached_col
    found = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
    return [functools.partial(_by_django, converter, column) for converter in found]


def _in_utc(kept: datetime | str) -> datetime:
    """A moment of SQLite, which keeps them in UTC and without a zone. A text where the row's column is not a
    table's. Raises ValueError for another text."""
    moment = datetime.fromisoformat(kept) if isinstance(kept, str) else kept
    return moment.replace(tzinfo=UTC)


def _by_django(converter: Callable[..., Any], column: Any, value: Any) -> Any:
    return converter(value, column, connection)
