"""A database in memory with all its tables, without going through every migration again."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from games.management.commands.migrate import Command
from tools.servers import ROOT

# What tables, and the rows that migrations and models bring along, are made of.
SOURCES = (
    "*/migrations/*.py",
    "*/models.py",
    "*/models/*.py",
    "config/operations.py",
    "config/settings/*.py",
    "requirements*.txt",
)


def fingerprint() -> str:
    """Another one as soon as another table might be made."""
    made_of = hashlib.sha256()
    for path in sorted(path for pattern in SOURCES for path in ROOT.glob(pattern)):
        made_of.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return made_of.hexdigest()


@contextlib.contextmanager
def tables_are_copied(cache: pytest.Cache) -> Iterator[None]:
    """Inside, the next `migrate`, if it is that of a SQLite database in memory, keeps what it has made as a
    file, or takes it from there: several processes wait for the first of them. Whoever migrates afterwards
    does so."""
    folder = Path(cache.mkdir("migrated"))
    kept, migrate = folder / f"{fingerprint()}.sqlite3", Command.handle

    def handle(self: Command, *args: Any, **options: Any) -> None:
        patch.undo()
        if connection.vendor != "sqlite" or not connection.is_in_memory_db():
            migrate(self, *args, **options)
            return
        connection.ensure_connection()
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if kept.exists():
                with contextlib.closing(sqlite3.connect(kept)) as source:
                    source.backup(connection.connection)
                return
            migrate(self, *args, **options)
            for older in folder.glob("*.sqlite3"):
                older.unlink()
            with contextlib.closing(sqlite3.connect(kept)) as target:
                connection.connection.backup(target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Command, "handle", handle)
        yield
