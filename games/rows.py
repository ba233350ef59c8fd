"""Rows read and written by hand, for the path that noon takes.

The object mapper takes longer to put a statement together than the database takes to run it. Here the
text of a statement is made once per process, whatever the number of rows, so that PostgreSQL keeps it
prepared, too. Whoever calls holds a transaction. Everything else goes through the models as usual.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import psycopg
from django.db import InterfaceError, InternalError, OperationalError, connection, models

from .contract import encode

# What is raised when the database is gone, locked, full or read only: no fault of who asked.
DATABASE_UNAVAILABLE = (OperationalError, InterfaceError, InternalError)
_UPDATE = 'UPDATE "{table}" SET {changes} WHERE "{pk}" = %s'
M = TypeVar("M", bound=models.Model)
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement with its values; `many`: run once for each of these instead."""

    sql: str
    values: Sequence[Any] = ()
    many: Sequence[Sequence[Any]] | None = None


def run(*statements: Statement) -> list[list[Row]]:
    """Run statements in this order; the rows that each one answers. Raises what the database raises."""
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


# ---- writing ----------------------------------------------------------------------------------------


def insert(
    model: type[models.Model],
    shared: Mapping[str, Any],
    each: Mapping[str, Sequence[Any]] | None = None,
    *,
    once: bool = False,
    numbered: bool = False,
) -> Statement:
    """One statement that inserts a row, or with `each` as many as its columns are long. Columns go by
    `attname`; what is named nowhere has its field's default. `each` holds texts, numbers or plain JSON.

    `once`: a row that is there already stays as it is. `numbered`: a single row answers its new id.
    """
    each = each or {}
    kept = [
        field.get_db_prep_save(
            shared[field.attname] if field.attname in shared else field.get_default(), connection
        )
        for field in _fields(model)
        if field.attname not in each
    ]
    sql = _insert_sql(model, tuple(each), connection.vendor, once, numbered)
    columns = [[v if isinstance(v, str) else encode(v) for v in values] for values in each.values()]
    if not columns:
        return Statement(sql, kept)
    if connection.vendor == "postgresql":
        return Statement(sql, [*kept, *columns])
    return Statement(sql, many=[(*kept, *row) for row in zip(*columns, strict=True)])


def update(model: type[models.Model], pk: int, values: Mapping[str, Any]) -> Statement:
    """One statement that changes columns (by `attname`) of one row."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    kept = [fields[name].get_db_prep_save(value, connection) for name, value in values.items()]
    return Statement(_update_sql(model, tuple(values)), [*kept, pk])


@functools.cache
def _fields(model: type[models.Model]) -> tuple[Any, ...]:
    """The columns that an insert names: all but a number that the database gives."""
    return tuple(f for f in model._meta.concrete_fields if not isinstance(f, models.AutoField))


@functools.cache
def _insert_sql(
    model: type[models.Model], each: tuple[str, ...], vendor: str, once: bool, numbered: bool
) -> str:
    fields = {field.attname: field for field in _fields(model)}
    own = [field for name, field in fields.items() if name not in each]
    varied = [fields[name] for name in each]
    names = ", ".join(f'"{field.column}"' for field in [*own, *varied])
    if vendor == "postgresql":
        # One text for any number of rows, so that it stays prepared. The arrays are sent as binary
        # (%b): as text, each quotation mark of the JSON in them would be escaped in Python.
        asked = ", ".join([f"%s::{_type(f)}" for f in own] + [f'v."{f.column}"::{_type(f)}' for f in varied])
        arrays, columns = ", ".join(["%b::text[]"] * len(each)), ", ".join(f'"{f.column}"' for f in varied)
        source = f"SELECT {asked}" + (f" FROM unnest({arrays}) AS v({columns})" if each else "")  # noqa: S608
    else:
        source = f"VALUES ({', '.join(['%s'] * len(fields))})"
    conflict = " ON CONFLICT DO NOTHING" if once else ""
    answer = f' RETURNING "{model._meta.pk.column}"' if numbered and model._meta.pk else ""
    return f'INSERT INTO "{model._meta.db_table}" ({names}) {source}{conflict}{answer}'


@functools.cache
def _update_sql(model: type[models.Model], names: tuple[str, ...]) -> str:
    columns = {field.attname: field.column for field in model._meta.concrete_fields}
    changes = ", ".join(f'"{columns[name]}" = %s' for name in names)
    assert model._meta.pk
    return _UPDATE.format(table=model._meta.db_table, changes=changes, pk=model._meta.pk.column)


def _type(field: models.Field[Any, Any]) -> str:
    """The column's type without its length: a cast to varchar(10) would cut in silence."""
    return (field.db_type(connection) or "").partition("(")[0]


# ---- reading ----------------------------------------------------------------------------------------


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
