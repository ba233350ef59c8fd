"""One at a time: what changes tables waits for whoever is changing them already."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection

LOCK = 0x4E6F6F6E  # "Noon": PostgreSQL's advisory locks are numbers
_depth = 0


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process prepares this site's database, and hold the others off meanwhile.

    PostgreSQL keeps the lock for the connection, a site on SQLite in a file of its data folder: both
    let go when the process ends, however it ends. May be entered again by the same process.
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
