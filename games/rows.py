"""Running the hand-written statements of `reads` and `writes`, and making models of the rows they return.

The ORM takes longer to build these statements than the database takes to run them. Their texts do not change
with the number of rows, so that PostgreSQL can keep them prepared. Everything else uses the models as usual.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection

from web.sql import Row, Statement, build, columns, fetch, fetch_as, fetch_together, keep_texts, width

from .contract import encode

__all__ = [
    "Row", "Statement", "among", "build", "columns", "fetch", "fetch_as", "fetch_together", "listed", "run",
    "width",
]  # fmt: skip

_AMONG_JSON = "IN (SELECT value FROM json_each(%s))"


def run(*statements: Statement) -> list[list[Row]]:
    """Run statements in this order and return the rows of each. The caller is in a transaction. Raises what
    the database raises."""
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            keep_texts(cursor)
            return [_run(cursor, statement) for statement in statements]
    # Not at the top: a process of a site on SQLite starts a twentieth sooner without it.
    import psycopg

    # Django's own cursor interpolates escaped values into the text and prepares nothing. A pipeline would not
    # help: its last message disables `idle_in_transaction_session_timeout`, so that a worker that stops
    # within it would keep its lock for ever.
    with connection.wrap_database_errors:
        return [_run(psycopg.Cursor(connection.connection), statement) for statement in statements]


def _run(cursor: Any, statement: Statement) -> list[Row]:
    if statement.many is not None:
        cursor.executemany(statement.sql, statement.many)
        return []
    cursor.execute(statement.sql, statement.values)
    return list(cursor.fetchall()) if cursor.description else []


def among(column: str) -> str:
    """The SQL condition that a number is among those of `listed`: the same text for any number of them."""
    if connection.vendor == "postgresql":
        return f"{column} = ANY(%s)"
    return f"{column} {_AMONG_JSON}"


def listed(numbers: Iterable[int]) -> list[int] | str:
    found = list(numbers)
    return found if connection.vendor == "postgresql" else encode(found)
