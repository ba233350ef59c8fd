"""The floor: the time in which the bare driver reads and writes the rows of one resolution in one
transaction."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg

SCHEMA = """
CREATE TABLE game (id integer PRIMARY KEY, number integer NOT NULL);
CREATE TABLE row (
    game integer NOT NULL, owner varchar(20) NOT NULL, number integer NOT NULL, content text NOT NULL
);
CREATE UNIQUE INDEX newest ON row (game, owner, number);
INSERT INTO game VALUES (1, 0);
"""


@dataclass(frozen=True, slots=True)
class Bytes:
    """The texts that one resolution read and wrote."""

    read: tuple[str, ...]
    written: tuple[str, ...]

    @property
    def kilobytes(self) -> tuple[float, float]:
        return (sum(map(len, self.read)) / 1000, sum(map(len, self.written)) / 1000)


Bare = psycopg.Connection | sqlite3.Connection


def connect(url: str, folder: Path) -> Bare:
    """A new connection with an empty schema: a new SQLite file, or a schema on PostgreSQL, which compresses
    long texts as the site has it do."""
    if url.startswith("postgres"):
        connection = psycopg.connect(url, autocommit=True)
        connection.execute("DROP SCHEMA IF EXISTS floor CASCADE")
        connection.execute("CREATE SCHEMA floor")
        connection.execute("SET search_path TO floor")
        connection.execute("SET default_toast_compression TO lz4")
        connection.execute(SCHEMA)
        return connection
    path = folder / "floor.sqlite3"
    path.unlink(missing_ok=True)
    lite = sqlite3.connect(path, isolation_level=None)
    lite.executescript(f"PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; {SCHEMA}")
    return lite


def measure(connection: Bare, data: Bytes, repeats: int) -> list[float]:
    """Milliseconds of each of `repeats` transactions: claim, read all, write all, commit."""
    is_lite = isinstance(connection, sqlite3.Connection)
    mark = "?" if is_lite else "%s"
    insert = f"INSERT INTO row VALUES (1, {mark}, {mark}, {mark})"
    cursor = connection.cursor()
    cursor.execute("DELETE FROM row")
    cursor.executemany(insert, [(f"r{n}", 0, text) for n, text in enumerate(data.read)])
    times = []
    for number in range(1, repeats + 1):
        rows = [(f"w{n}", number, text) for n, text in enumerate(data.written)]
        started = time.perf_counter()
        cursor.execute("BEGIN IMMEDIATE" if is_lite else "BEGIN")
        cursor.execute(f"UPDATE game SET number = {number} WHERE id = 1")
        cursor.execute("SELECT owner, content FROM row WHERE game = 1 AND number = 0")
        assert len(cursor.fetchall()) == len(data.read)
        cursor.executemany(insert, rows)
        cursor.execute("COMMIT")
        times.append((time.perf_counter() - started) * 1000)
    return times
