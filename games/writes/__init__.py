"""All SQL for writing that is written by hand: rows of several games and tables together, to resolve turns.

The text of a statement is built once per process, whatever the number of rows, so that PostgreSQL can keep it
prepared. The caller must be in a transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection, models

from .. import rows
from .joined import Write, joined
from .statements import Shape, create, delete, insert, insert_referring, reference, shape_of_new, update

__all__ = ["Writes"]


class Writes:
    """Collects rows of several tables; `run` writes those of each table with one statement, whatever their
    number and that of their games. Columns are named by `attname`; columns not named get their default.

    A column for an id may be given models that were passed to `create` since the last `run`: each stands for
    the id it will get.
    """

    def __init__(self) -> None:
        self._created: dict[Shape, list[models.Model]] = {}
        self._inserted: dict[Shape, _Columns] = {}
        self._updated: dict[Shape, _Columns] = {}
        self._deleted: dict[tuple[type[models.Model], str], list[int]] = {}

    def create(self, instance: models.Model, key: tuple[str, ...]) -> None:
        """Insert a model's row and set its id. `key`: columns whose values identify the row among all that
        are created. Before the next `run`, all of them are of one table: ValueError if not."""
        self._created.setdefault(shape_of_new(type(instance), key), []).append(instance)
        if len(self._created) > 1:
            raise ValueError(f"a {type(instance).__name__} is created together with rows of another table")

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
            columns = self._inserted.setdefault(Shape(model, (*each, *shared), once), _Columns())
            columns.add([*each.values(), *([value] * number for value in shared.values())])

    def update(self, model: type[models.Model], pk: int, values: Mapping[str, Any]) -> None:
        """Change columns of one row."""
        columns = self._updated.setdefault(Shape(model, tuple(values)), _Columns())
        columns.add([[pk], *([value] for value in values.values())])

    def delete(self, model: type[models.Model], column: str, number: int) -> None:
        """Delete the rows that have this number in a column. No row refers to them."""
        self._deleted.setdefault((model, column), []).append(number)

    def run(self) -> None:
        """Write everything collected so far. Raises what the database raises."""
        created, inserted = self._created, self._inserted
        changes: list[Write] = [(shape.model, update(shape, c.values)) for shape, c in self._updated.items()]
        changes += [(model, delete(model, column, of)) for (model, column), of in self._deleted.items()]
        self._created, self._inserted, self._updated, self._deleted = {}, {}, {}, {}
        if connection.vendor == "postgresql":
            _run_joined(created, inserted, changes)
            return
        for shape, instances in created.items():
            (found,) = rows.run(create(shape, instances))
            _number(shape, instances, found)
        inserts = [insert(shape, c.values) for shape, c in inserted.items()]
        rows.run(*inserts, *(change for _model, change in changes))


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


def _run_joined(
    created: Mapping[Shape, list[models.Model]], inserted: Mapping[Shape, _Columns], changes: list[Write]
) -> None:
    """Write on PostgreSQL, in one or two statements. What refers to rows that are created stands in the
    statement that creates them, because their ids are known nowhere else before it has run."""
    new = next(iter(created), None)
    first = [create(shape, instances) for shape, instances in created.items()]
    others: list[Write] = []
    for shape, columns in inserted.items():
        place = reference(columns.values)
        if new is None or place is None:
            others.append((None, insert(shape, columns.values)))
        else:
            first.append(insert_referring(shape, columns.values, place, new))
    found = rows.run(*joined([*others, *changes], first))
    if new is not None:
        _number(new, created[new], found[0])


def _number(shape: Shape, instances: Sequence[models.Model], found: Iterable[rows.Row]) -> None:
    """Give the models that were created their ids. `found`: the id and the key of each row."""
    ids = {tuple(key): pk for pk, *key in found}  # neither database promises their order
    for one in instances:
        one.pk = ids[tuple(getattr(one, name) for name in shape.key)]
