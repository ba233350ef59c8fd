"""Joining statements that write into fewer ones, for PostgreSQL."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from django.db import models

from ..rows import Statement

# psycopg keeps how it has read a statement if that has at most so many values and 4,096 bytes.
_MOST_VALUES, _LONGEST = 50, 3900
# A statement with the model whose rows it changes or deletes; None if it inserts.
Write: TypeAlias = tuple[type[models.Model] | None, Statement]


def joined(writes: Iterable[Write], first: Sequence[Statement] = ()) -> list[Statement]:
    """The same writes in fewer statements: to send one and wait for it takes as long as what most of them do.

    The parts of one statement run in no order and do not see each other's rows. So at most one of them
    changes or deletes rows of a table. `first`: stays together, whatever its length; its own first part
    creates rows, which its others find by the name `created`, and which the statement returns.
    """
    found = [list(first)] if first else []
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
        Statement(
            _text(tuple(one.sql for one in part), creates=bool(first) and number == 0),
            [value for one in part for value in one.values],
        )
        for number, part in enumerate(found)
    ]


@functools.lru_cache(maxsize=256)
def _text(texts: tuple[str, ...], *, creates: bool) -> str:
    *before, last = (*texts, "SELECT * FROM created") if creates else texts
    names = ("created" if creates and number == 0 else f"w{number}" for number in range(len(before)))
    parts = ", ".join(f"{name} AS ({text})" for name, text in zip(names, before, strict=True))
    return f"WITH {parts} {last}" if parts else last
