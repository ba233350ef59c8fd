"""A lock between processes: only one at a time migrates or prepares the database."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection

LOCK = 0x4E6F6F6E  # "Noon": PostgreSQL's advisory locks are numbers
_depth = 0


@contextmanager
def migration_lock() -> Iterator[None]:
    """Wait until no other process holds this site's lock, then hold it. Reentrant within a process.

    On PostgreSQL it is an advisory lock of the connection, on SQLite a lock on a file in the data folder;
    both are released when the process ends, even if it is killed.
    """
    global _depth
    if _depth:
        yield
        return
    _depth = 1
    try:
        with _database_locked() if connection.vendor == "postgresql" else _folder_locked():
            yield
    finally:
        _depth = 0


@contextmanager
def _database_locked() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


@contextmanager
def _folder_locked() -> Iterator[None]:
    with (settings.DATA_DIR / "prepare.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
