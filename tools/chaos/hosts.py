"""The stores of the site under test: PostgreSQL with Redis, or SQLite.

The faults are written once; the differences between the two are here.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis as redis_client

from tools.servers import answers, end, is_open, postgres_programs, tied, wait_until


class Postgres:
    """The PostgreSQL cluster at `url`, which can be crashed and started again on the same port."""

    def __init__(self, url: str) -> None:
        self.url, self.port = url, urlsplit(url).port or 0
        self.again: subprocess.Popen[bytes] | None = None
        with psycopg.connect(url) as connection:
            row = connection.execute("SHOW data_directory").fetchone()
            assert row
            self.data = Path(row[0])

    def restart(self) -> None:
        """Restart as after a crash: every connection is cut in the middle of its work."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGQUIT)
        if self.again is not None:
            self.again.wait()
        wait_until(lambda: not is_open(self.port), 30, "PostgreSQL is gone")
        programs, who = postgres_programs(), {}
        assert programs
        if os.geteuid() == 0:
            person = pwd.getpwnam("postgres")
            who = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
        command = [programs / "postgres", "-D", self.data, "-p", str(self.port),
                   "-k", self.data.parent, "-h", "127.0.0.1", "-c", "fsync=off"]  # fmt: skip
        self.again = subprocess.Popen(
            command, cwd=self.data.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=tied(signal.SIGINT), **who,
        )  # type: ignore[call-overload]  # fmt: skip
        wait_until(lambda: answers(self.url), 30, "PostgreSQL answers again")

    def stop(self) -> None:
        if self.again is not None:
            end(self.again, signal.SIGINT)


class Redis:
    """The Redis at `url`, which can be killed and started again, empty, on the same port."""

    def __init__(self, url: str) -> None:
        self.url, self.port = url, urlsplit(url).port or 0
        self.again: subprocess.Popen[bytes] | None = None

    def client(self) -> contextlib.closing[redis_client.Redis]:
        return contextlib.closing(redis_client.Redis.from_url(self.url))

    def messages(self) -> int:
        """The number of messages in the queue."""
        with self.client() as client:
            return int(client.llen("celery"))

    def kill(self) -> None:
        with self.client() as client:
            os.kill(int(client.info("server")["process_id"]), signal.SIGKILL)
        if self.again is not None:
            self.again.wait()
        wait_until(lambda: not is_open(self.port), 40, "Redis is gone")

    def start(self) -> None:
        program = shutil.which("redis-server")
        assert program
        command = [
            program,
            "--bind",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        self.again = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=tied(signal.SIGTERM)
        )
        wait_until(lambda: is_open(self.port), 40, "Redis answers again")

    def stop(self) -> None:
        if self.again is not None:
            end(self.again)


class Hosted:
    """A site on PostgreSQL and Redis, with two workers, whose transactions overlap."""

    name, workers, resolver, hangs = "PostgreSQL, Redis", 2, "worker", 35.0

    def __init__(self, database: str, cluster: str, queue: str) -> None:
        self.database = database
        self.postgres, self.redis = Postgres(cluster), Redis(queue)

    def stop(self) -> None:
        self.postgres.stop()
        self.redis.stop()

    def crash(self) -> None:
        """Crash both at once; Redis comes back empty."""
        self.redis.kill()
        self.postgres.restart()
        self.redis.start()

    def admin(self) -> psycopg.Connection:
        return psycopg.connect(self.database, autocommit=True)

    def is_amid(self) -> bool:
        """Whether some process is in the middle of a transaction."""
        with self.admin() as watch:
            row = watch.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE xact_start IS NOT NULL"
                " AND pid <> pg_backend_pid() AND datname = current_database()"
            ).fetchone()
        return bool(row and row[0])

    @contextlib.contextmanager
    def held_up(self, game_id: int) -> Iterator[None]:
        """Within the block no resolution can write its events, so that workers wait in the middle of it."""
        gate = psycopg.connect(self.database)
        gate.execute("LOCK TABLE games_event IN SHARE ROW EXCLUSIVE MODE")
        try:
            yield
        finally:
            gate.close()

    def half_way(self) -> bool:
        """Whether every worker is in the middle of a resolution that is held up."""
        query = "SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'games_event'::regclass"
        with self.admin() as watch:
            return len(watch.execute(query).fetchall()) >= self.workers

    @contextlib.contextmanager
    def full(self) -> Iterator[str]:
        """Simulate a full disk: a trigger raises PostgreSQL's error for it. Returns a description."""
        with self.admin() as admin:
            admin.execute(
                "CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$"
            )
            for table in ("games_event", "games_orderform"):
                admin.execute(
                    f"CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON {table}"
                    " FOR EACH ROW EXECUTE FUNCTION disk_full()"
                )
            try:
                yield "PostgreSQL's own refusal (53100)"
            finally:
                for table in ("games_event", "games_orderform"):
                    admin.execute(f"DROP TRIGGER disk_full ON {table}")

    @contextlib.contextmanager
    def read_only(self) -> Iterator[str]:
        """Make every session except this program's read-only."""
        from django.db import connection

        connection.ensure_connection()
        mine = connection.connection.info.backend_pid
        with self.admin() as admin:
            others = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                f" AND pid NOT IN (pg_backend_pid(), {mine})"
            )
            name = urlsplit(self.database).path[1:]
            admin.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
            admin.execute(others)
            try:
                yield "`default_transaction_read_only`"
            finally:
                admin.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only')
                admin.execute(others)

    def forget_mails(self) -> None:
        """Let errors that were mailed within the hour be mailed again."""
        with self.redis.client() as client:
            for key in client.scan_iter("*mailed:*"):
                client.delete(key)


class Embedded:
    """A site on SQLite without a queue: beat resolves the turns, with one writer at a time."""

    name, workers, resolver, hangs = "SQLite", 0, "beat", 8.0
    MEGABYTES = 200

    def __init__(self, data: Path) -> None:
        """`data` is the site's NOON_DATA, on a small disk of its own if possible."""
        self.data, self.path = data, data / "noon.sqlite3"
        mount = ["mount", "-t", "tmpfs", "-o", f"size={self.MEGABYTES}m,mode=755", "none", str(data)]
        self.has_disk = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0

    def stop(self) -> None:
        if self.has_disk:
            subprocess.run(["umount", "-l", str(self.data)], check=False)

    def crash(self) -> None:
        """SQLite runs within the site's own processes."""

    def admin(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=120, isolation_level=None)

    def is_amid(self) -> bool:
        """Whether a process has SQLite's write lock."""
        with contextlib.closing(sqlite3.connect(self.path, timeout=0, isolation_level=None)) as watch:
            try:
                watch.execute("BEGIN IMMEDIATE")
                watch.execute("ROLLBACK")
            except sqlite3.OperationalError:
                return True
        return False

    @contextlib.contextmanager
    def held_up(self, game_id: int) -> Iterator[None]:
        """Slow down that game's next resolution: a trigger counts to a large number for each event."""
        with contextlib.closing(self.admin()) as admin:
            admin.execute(
                f"CREATE TRIGGER slow_noon BEFORE INSERT ON games_event WHEN NEW.game_id = {game_id} BEGIN"
                " SELECT (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 5000000)"
                " SELECT max(x) FROM c); END"
            )
        try:
            yield
        finally:
            with contextlib.closing(self.admin()) as admin:
                admin.execute("DROP TRIGGER slow_noon")

    def half_way(self) -> bool:
        """Whether beat is in the middle of the resolution that is held up."""
        with contextlib.closing(self.admin()) as watch:
            for _ in range(4):
                if not self.is_amid():
                    return False
                watch.execute("SELECT count(*) FROM games_turn").fetchone()
        return True

    @contextlib.contextmanager
    def full(self) -> Iterator[str]:
        """Fill the disk completely, including the log of SQLite."""
        ballast = self.data / "ballast"
        with contextlib.closing(self.admin()) as admin:
            wait_until(
                lambda: admin.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0,
                40,
                "a checkpoint",
            )
            with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
                while file.write(b"\0" * 65536):
                    pass
        try:
            yield f"a disk of {self.MEGABYTES} MB filled to its last byte"
        finally:
            ballast.unlink()

    @contextlib.contextmanager
    def read_only(self) -> Iterator[str]:
        """Make the database's file read-only, as after a copy with wrong permissions."""
        files = list(self.data.glob("noon.sqlite3*"))
        for path in files:
            path.chmod(0o444)
        try:
            yield "the database's file has no right to be written"
        finally:
            for path in files:
                path.chmod(0o644)

    def forget_mails(self) -> None:
        """Let errors that were mailed within the hour be mailed again."""
        shutil.rmtree(self.data / "cache", ignore_errors=True)
        (self.data / "cache").mkdir()


Host = Hosted | Embedded
