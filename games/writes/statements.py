"""The statements of `Writes`: their texts for either database, and values as these are sent."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import connection, models

from .. import rows
from ..contract import encode
from ..rows import Statement

_PLAIN = frozenset((str, int, bool, type(None)))  # types whose values are sent as they are
_SELECTED = "SELECT {values} FROM {source}"
_UPDATE = 'UPDATE "{table}" SET {changes} WHERE "{pk}" = %s'
_DELETE = 'DELETE FROM "{table}" WHERE {condition}'
_UPDATE_MANY = 'UPDATE "{table}" SET {changes} FROM {rows} WHERE "{table}"."{pk}" = v."{pk}"'


class Shape(NamedTuple):
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


def shape_of_new(model: type[models.Model], key: tuple[str, ...]) -> Shape:
    """The shape of whole rows whose ids are returned together with the columns of their key."""
    return Shape(model, tuple(field.attname for field in _fields(model)), key=key)


def create(shape: Shape, instances: Sequence[models.Model]) -> Statement:
    """Insert models, and return the id and the key of each, in any order."""
    statement = insert(shape, [[getattr(one, name) for one in instances] for name in shape.names])
    if statement.many is None:
        return statement
    # what returns rows is one statement, with all rows in its text
    sql = _insert_sql(shape, connection.vendor, len(instances))
    return Statement(sql, [value for row in statement.many for value in row])


def insert(shape: Shape, columns: list[list[Any]]) -> Statement:
    """Insert rows. `columns`: their values, column by column, as the shape names them."""
    columns = _ordered(shape, columns)
    return _statement(_insert_sql(shape, connection.vendor), shape.fields, columns, _defaults(shape))


def reference(columns: list[list[Any]]) -> int | None:
    """The place of the column that is given models whose ids are not known yet; None if no column is."""
    for place, values in enumerate(columns):
        if isinstance(values[0], models.Model) and values[0].pk is None:
            return place
    return None


def insert_referring(shape: Shape, columns: list[list[Any]], place: int, new: Shape) -> Statement:
    """Insert rows that refer to models which the same statement creates, by the column at `place`; PostgreSQL
    only. `new`: the shape of those models. Their rows are found by their key, by the name `created`. Raises
    ValueError if one of them has an id already: it would not be found, and its row would be lost."""
    of = columns[place]
    if any(one.pk is not None for one in of):
        raise ValueError("refers to a row that exists, and to one that does not")
    keys = [[getattr(one, name) for one in of] for name in new.key]
    fields = (*_named(new.model, new.key), *_without(shape.fields, place))
    values = [*keys, *_without(columns, place)]
    return _statement(_insert_referring_sql(shape, place, new), fields, values, _defaults(shape))


def update(shape: Shape, columns: list[list[Any]]) -> Statement:
    pk, *values = columns
    return _statement(
        _update_sql(shape, connection.vendor), [*shape.fields, shape.model._meta.pk], [*values, pk], []
    )


def delete(model: type[models.Model], column: str, numbers: list[int]) -> Statement:
    sql = _DELETE.format(table=model._meta.db_table, condition=rows.among(f'"{column}"'))
    return Statement(sql, (rows.listed(numbers),))


def _ordered(shape: Shape, columns: list[list[Any]]) -> list[list[Any]]:
    if not shape.once or len(columns[0]) == 1:
        return columns
    order = sorted(range(len(columns[0])), key=columns[0].__getitem__)
    return [[column[place] for place in order] for column in columns]


def _without(items: Sequence[Any], place: int) -> list[Any]:
    return [*items[:place], *items[place + 1 :]]


def _defaults(shape: Shape) -> list[Any]:
    return [_default(field) for field in shape.unnamed]


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
def _insert_sql(shape: Shape, vendor: str, number: int = 1) -> str:
    """`number`: of the rows in the text, on SQLite."""
    own, unnamed = shape.fields, shape.unnamed
    if vendor == "postgresql":
        # The same text for any number of rows, so that the statement stays prepared.
        source = _selected([*map(_out_of_array, own)], unnamed, _arrays(own))
    else:
        row = f"({', '.join(['%s'] * len((*own, *unnamed)))})"
        source = f"VALUES {', '.join([row] * number)}"
    return _inserted(shape, source)


@functools.cache
def _insert_referring_sql(shape: Shape, place: int, new: Shape) -> str:
    keys, own = _named(new.model, new.key), shape.fields
    values = [*map(_out_of_array, own)]
    values[place] = f'created."{new.model._meta.pk.column}"'
    names = [f"of_{field.column}" for field in keys]
    same = (f'created."{field.column}" = v."{name}"' for field, name in zip(keys, names, strict=True))
    rows_of = _arrays([*keys, *_without(own, place)], names)
    return _inserted(
        shape, _selected(values, shape.unnamed, f"{rows_of} JOIN created ON {' AND '.join(same)}")
    )


def _selected(values: list[str], unnamed: Iterable[Any], source: str) -> str:
    defaults = [f"%s::{_type(field)}" for field in unnamed]
    return _SELECTED.format(values=", ".join([*values, *defaults]), source=source)


def _inserted(shape: Shape, source: str) -> str:
    names = ", ".join(f'"{field.column}"' for field in (*shape.fields, *shape.unnamed))
    conflict = " ON CONFLICT DO NOTHING" if shape.once else ""
    asked = ", ".join(f'"{name}"' for name in (shape.model._meta.pk.column, *shape.key)) if shape.key else ""
    answer = f" RETURNING {asked}" if asked else ""
    return f'INSERT INTO "{shape.model._meta.db_table}" ({names}) {source}{conflict}{answer}'


@functools.cache
def _update_sql(shape: Shape, vendor: str) -> str:
    table, pk = shape.model._meta.db_table, shape.model._meta.pk
    if vendor != "postgresql":
        changes = ", ".join(f'"{field.column}" = %s' for field in shape.fields)
        return _UPDATE.format(table=table, changes=changes, pk=pk.column)
    changes = ", ".join(f'"{field.column}" = {_out_of_array(field)}' for field in shape.fields)
    arrays = _arrays([*shape.fields, pk])
    return _UPDATE_MANY.format(table=table, changes=changes, rows=arrays, pk=pk.column)


def _arrays(fields: Sequence[Any], names: Sequence[str] = ()) -> str:
    """`unnest` of one array per column, for PostgreSQL, with other names for the first columns if these are
    given. Texts are sent in binary format (%b): otherwise each quotation mark of JSON would be escaped in
    Python."""
    arrays = ", ".join("%b::text[]" if _is_text(field) else f"%s::{_type(field)}[]" for field in fields)
    called = [*names, *(field.column for field in fields[len(names) :])]
    columns = ", ".join(f'"{name}"' for name in called)
    return f"unnest({arrays}) AS v({columns})"


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
