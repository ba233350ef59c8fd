"""Writing rows of several games and tables together by hand-written statements, for resolving turns.

The text of a statement is built once per process, whatever the number of rows, so that PostgreSQL can keep it
prepared. The caller must be in a transaction.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db import connection, models

from . import rows
from .contract import encode
from .rows import Statement

_PLAIN = frozenset((str, int, bool, type(None)))  # types whose values are sent as they are
_SELECTED = "SELECT {values} FROM {rows}"
_UPDATE = 'UPDATE "{table}" SET {changes} WHERE "{pk}" = %s'
_DELETE = 'DELETE FROM "{table}" WHERE {condition}'
_UPDATE_MANY = 'UPDATE "{table}" SET {changes} FROM {rows} WHERE "{table}"."{pk}" = v."{pk}"'
# psycopg keeps how it has read a statement if that has at most so many values and 4,096 bytes.
_MOST_VALUES, _LONGEST = 50, 3900
# A statement with the model whose rows it changes or deletes; None if it inserts.
_Write: TypeAlias = tuple[type[models.Model] | None, Statement]


class Writes:
    """Collects rows of several tables; `run` writes those of each table with one statement, whatever their
    number and that of their games. Columns are named by `attname`; columns not named get their default.

    A column for an id may be given a model that was passed to `create`: it stands for the id it will get.
    """

    def __init__(self) -> None:
        self._created: dict[_Shape, list[models.Model]] = {}
        self._inserted: dict[_Shape, _Columns] = {}
        self._updated: dict[_Shape, _Columns] = {}
        self._deleted: dict[tuple[type[models.Model], str], list[int]] = {}

    def create(self, instance: models.Model, key: tuple[str, ...]) -> None:
        """Insert a model's row before all others and set its id. `key`: columns whose values identify the row
        among all that are created."""
        model = type(instance)
        names = tuple(field.attname for field in _fields(model))
        self._created.setdefault(_Shape(model, names, key=key), []).append(instance)

    def insert(
        self,
        model: type[models.Model],
        shared: Mapping[str, Any],
        each: Mapping[str, Sequence[Any]] | None = None,
        *,
        once: bool = False,
    ) -> None:
        """Insert one row of `shared` values or, with `each` (column -> list), one row per element of its
        lists, all with the `shared` values.

        `once`: leave a row that exists already as it is. Such rows are inserted in the order of their first
        column, so that two transactions that write the same ones cannot deadlock.
        """
        each = each or {}
        number = len(next(iter(each.values()))) if each else 1
        if number:
            columns = self._inserted.setdefault(_Shape(model, (*each, *shared), once), _Columns())
            columns.add([*each.values(), *([value] * number for value in shared.values())])

    def update(self, model: type[models.Model], pk: int, values: Mapping[str, Any]) -> None:
        """Change columns of one row."""
        columns = self._updated.setdefault(_Shape(model, tuple(values)), _Columns())
        columns.add([[pk], *([value] for value in values.values())])

    def delete(self, model: type[models.Model], column: str, number: int) -> None:
        """Delete the rows that have this number in a column. No row refers to them."""
        self._deleted.setdefault((model, column), []).append(number)

    def run(self) -> None:
        """Write everything collected so far. Raises what the database raises."""
        for shape, instances in self._created.items():
            _create(shape, instances)
        writes: list[_Write] = [(None, _insert(shape, c.values)) for shape, c in self._inserted.items()]
        writes += [(shape.model, _update(shape, c.values)) for shape, c in self._updated.items()]
        writes += [(model, _delete(model, column, of)) for (model, column), of in self._deleted.items()]
        self._created, self._inserted, self._updated, self._deleted = {}, {}, {}, {}
        joins = connection.vendor == "postgresql"
        rows.run(*(_joined(writes) if joins else [statement for _model, statement in writes]))


class _Shape(NamedTuple):
    """What determines the text of a statement: rows of the same shape are written by the same statement."""

    model: type[models.Model]
    names: tuple[str, ...]
    once: bool = False
    key: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[Any, ...]:
        """The named columns, in the order of their names."""
        return _named(self.model, self.names)

    @property
    def unnamed(self) -> tuple[Any, ...]:
        return _unnamed(self.model, self.names)


class _Columns:
    """The values of rows, column by column."""

    def __init__(self) -> None:
        self.values: list[list[Any]] = []

    def add(self, columns: Iterable[Sequence[Any]]) -> None:
        if not self.values:
            self.values = [list(column) for column in columns]
            return
        for column, more in zip(self.values, columns, strict=True):
            column.extend(more)


def _joined(writes: Iterable[_Write]) -> list[Statement]:
    """The same writes in fewer statements, for PostgreSQL: to send one and wait for it takes as long as what
    most of them do.

    The parts of one statement run in no order and do not see each other's rows. So at most one of them
    changes or deletes rows of a table; what other rows refer to was inserted before (`create`)."""
    found: list[list[Statement]] = []
    changed: set[type[models.Model]] = set()
    for model, one in writes:
        part = [*found[-1], one] if found else []
        values, length = sum(len(each.values) for each in part), sum(len(each.sql) for each in part)
        if not part or model in changed or values > _MOST_VALUES or length > _LONGEST:
            found.append([])
            changed = set()
        found[-1].append(one)
        if model is not None:
            changed.add(model)
    return [
        Statement(_joined_sql(tuple(one.sql for one in part)), [v for one in part for v in one.values])
        for part in found
    ]


@functools.lru_cache(maxsize=256)
def _joined_sql(texts: tuple[str, ...]) -> str:
    *before, last = texts
    parts = ", ".join(f"w{number} AS ({text})" for number, text in enumerate(before))
    return f"WITH {parts} {last}" if parts else last


def _create(shape: _Shape, instances: Sequence[models.Model]) -> None:
    statement = _insert(shape, [[getattr(one, name) for one in instances] for name in shape.names])
    if statement.many is not None:  # ids to return: one statement with all rows in its text
        sql = _insert_sql(shape, connection.vendor, len(instances))
        statement = Statement(sql, [value for row in statement.many for value in row])
    (found,) = rows.run(statement)
    ids = {tuple(key): pk for pk, *key in found}  # neither database promises their order
    for one in instances:
        one.pk = ids[tuple(getattr(one, name) for name in shape.key)]


def _insert(shape: _Shape, columns: list[list[Any]]) -> Statement:
    if shape.once and len(columns[0]) > 1:
        order = sorted(range(len(columns[0])), key=columns[0].__getitem__)
        columns = [[column[place] for place in order] for column in columns]
    sql = _insert_sql(shape, connection.vendor)
    defaults = [_default(field) for field in shape.unnamed]
    return _statement(sql, shape.fields, columns, defaults)


def _update(shape: _Shape, columns: list[list[Any]]) -> Statement:
    pk, *values = columns
    return _statement(
        _update_sql(shape, connection.vendor), [*shape.fields, shape.model._meta.pk], [*values, pk], []
    )


def _delete(model: type[models.Model], column: str, numbers: list[int]) -> Statement:
    sql = _DELETE.format(table=model._meta.db_table, condition=rows.among(f'"{column}"'))
    return Statement(sql, (rows.listed(numbers),))


def _statement(sql: str, fields: Sequence[Any], columns: list[list[Any]], others: list[Any]) -> Statement:
    """A statement for some columns of values. `others`: values shared by all rows."""
    kept = [_all_kept(field, column) for field, column in zip(fields, columns, strict=True)]
    if connection.vendor != "postgresql":
        return Statement(sql, many=[(*row, *others) for row in zip(*kept, strict=True)])
    arrays = [
        column if _is_text(field) else _array(column) for field, column in zip(fields, kept, strict=True)
    ]
    return Statement(sql, [*others, *arrays])


def _all_kept(field: Any, values: list[Any]) -> list[Any]:
    """The values of a column as they are sent: most columns hold nothing but texts and numbers."""
    if _PLAIN.issuperset(map(type, values)) and not isinstance(field, models.JSONField):
        return values
    return [_kept(field, value) for value in values]


def _kept(field: Any, value: Any) -> Any:
    """A value as it is sent to the database; as text where PostgreSQL's arrays need text."""
    if type(value) in _PLAIN and not isinstance(field, models.JSONField):
        return value
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(field, models.JSONField):
        return encode(value)
    if isinstance(field, models.BinaryField) and connection.vendor == "postgresql":
        return f"\\x{value.hex()}"
    if isinstance(value, str):  # may be a member of a field's choices
        return str(value)
    return field.get_db_prep_save(value, connection)


def _array(values: list[Any]) -> str:
    """The text of a PostgreSQL array of numbers, times or booleans, which need no escaping."""
    return "{" + ",".join("NULL" if value is None else str(value) for value in values) + "}"


@functools.cache
def _fields(model: type[models.Model]) -> tuple[Any, ...]:
    """The columns that an insert fills: all except an id assigned by the database."""
    return tuple(f for f in model._meta.concrete_fields if not isinstance(f, models.AutoField))


@functools.cache
def _named(model: type[models.Model], names: tuple[str, ...]) -> tuple[Any, ...]:
    known = {field.attname: field for field in model._meta.concrete_fields}
    return tuple(known[name] for name in names)


@functools.cache
def _unnamed(model: type[models.Model], names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(field for field in _fields(model) if field.attname not in names)


def _default(field: Any) -> Any:
    """A field's default as it is sent; computed for each row only where it may be another one each time."""
    if callable(field.default) and field.default not in (dict, list):
        return field.get_db_prep_save(field.get_default(), connection)
    return _same_default(field, connection.vendor)


@functools.cache
def _same_default(field: Any, _vendor: str) -> Any:
    return field.get_db_prep_save(field.get_default(), connection)


@functools.cache
def _insert_sql(shape: _Shape, vendor: str, number: int = 1) -> str:
    """`number`: of the rows in the text, on SQLite."""
    own, fields = shape.fields, (*shape.fields, *shape.unnamed)
    names = ", ".join(f'"{field.column}"' for field in fields)
    if vendor == "postgresql":
        # The same text for any number of rows, so that the statement stays prepared.
        defaults = [f"%s::{_type(field)}" for field in shape.unnamed]
        source = _SELECTED.format(values=", ".join([*map(_out_of_array, own), *defaults]), rows=_arrays(own))
    else:
        row = f"({', '.join(['%s'] * len(fields))})"
        source = f"VALUES {', '.join([row] * number)}"
    conflict = " ON CONFLICT DO NOTHING" if shape.once else ""
    asked = ", ".join(f'"{name}"' for name in (shape.model._meta.pk.column, *shape.key)) if shape.key else ""
    answer = f" RETURNING {asked}" if asked else ""
    return f'INSERT INTO "{shape.model._meta.db_table}" ({names}) {source}{conflict}{answer}'


@functools.cache
def _update_sql(shape: _Shape, vendor: str) -> str:
    table, pk = shape.model._meta.db_table, shape.model._meta.pk
    if vendor != "postgresql":
        changes = ", ".join(f'"{field.column}" = %s' for field in shape.fields)
        return _UPDATE.format(table=table, changes=changes, pk=pk.column)
    changes = ", ".join(f'"{field.column}" = {_out_of_array(field)}' for field in shape.fields)
    arrays = _arrays([*shape.fields, pk])
    return _UPDATE_MANY.format(table=table, changes=changes, rows=arrays, pk=pk.column)


def _arrays(fields: Iterable[Any]) -> str:
    """`unnest` of one array per column, for PostgreSQL. Texts are sent in binary format (%b): otherwise each
    quotation mark of JSON would be escaped in Python."""
    found = list(fields)
    arrays = ", ".join("%b::text[]" if _is_text(field) else f"%s::{_type(field)}[]" for field in found)
    names = ", ".join(f'"{field.column}"' for field in found)
    return f"unnest({arrays}) AS v({names})"


def _out_of_array(field: Any) -> str:
    return f'v."{field.column}"' + (f"::{_type(field)}" if _is_text(field) else "")


def _is_text(field: Any) -> bool:
    """Whether its values are arbitrary texts in PostgreSQL's arrays."""
    return isinstance(field, models.CharField | models.TextField | models.JSONField | models.BinaryField)


def _type(field: models.Field[Any, Any]) -> str:
    """The column's type without its length, because a cast to varchar(10) would truncate silently. For an
    auto-increment id, the type of its number."""
    found = field.rel_db_type(connection) if field.primary_key else field.db_type(connection)
    return (found or "").partition("(")[0]
