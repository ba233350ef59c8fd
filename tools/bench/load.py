"""Ten thousand games at one noon: real workers and beat on PostgreSQL and Redis, compared with a bare loop.

    python -m tools.bench load [--games 10000] [--workers 2] [--write]

Games of eight players with full order forms, at turns 1 to 8, all due at the next full minute. Beat sends its
tasks at that minute, as it does each minute, and the workers do the rest. Afterwards every game is checked,
and the same number of processes reads and writes the same bytes without rules and without the site: the
floor.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import redis as redis_client

from tools import servers

from . import report

GOAL = 0.27
SAMPLE = 200  # games closed beforehand one by one, and as many in batches, to measure the parts of the time
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Process:
    """A process as the kernel reports it: its peak memory in MB, its processor time in seconds."""

    peak: float
    worked: float


def process(pid: int) -> Process:
    status = Path(f"/proc/{pid}/status").read_text()
    peak = re.search(r"VmHWM:\s+(\d+)", status)
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return Process(int(peak[1]) / 1024 if peak else 0, sum(map(int, stat[11:15])) / TICK)


def family(parent: int) -> float:
    """The processor seconds of a server and its children, including those that have ended."""
    pids = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return sum(process(pid).worked for pid in [parent, *map(int, pids)])


def parts(what: str, spent: dict[str, float]) -> str:
    """The row with the parts of one game's time."""
    return (
        f"| {what}: rules {spent['rules']:.1f} ms, driver {spent['driver']:.1f},"
        f" the rest of the worker {spent['rest']:.1f}, PostgreSQL {spent['server']:.1f}"
        f" | {sum(spent.values()):.1f} ms by the clock |"
    )


@dataclass(frozen=True, slots=True)
class Found:
    """The figures of one run. Times in seconds, memory in MB."""

    games: int
    forms: int
    orders: int
    workers: int
    took: float
    floor: float
    peaks: tuple[float, ...]
    before: tuple[float, ...]
    redis_peak: float
    worked: float
    postgres: float
    redis: float
    made: float
    alone: dict[str, float]
    in_batch: dict[str, float]

    @property
    def ratio(self) -> float:
        return self.floor / self.took

    def lines(self) -> list[str]:
        def each(seconds: float) -> str:
            return f"{seconds / self.games * 1000:.2f} ms a game"

        peaks = ", ".join(f"{peak:.0f}" for peak in self.peaks)
        before = ", ".join(f"{peak:.0f}" for peak in self.before)
        return [
            "| | |",
            "|---|--:|",
            f"| games of eight, {self.forms:,} forms, {self.orders:,} orders | {self.games:,} |",
            f"| from noon until the last one was published | {self.took:.1f} s |",
            f"| games a second, {self.workers} workers | {self.games / self.took:.0f} |",
            f"| the bare loop, {self.workers} processes: games a second | {self.games / self.floor:.0f} |",
            f"| **ratio to the floor** (goal: {GOAL}) | **{self.ratio:.3f}** |",
            f"| processor time of the workers | {each(self.worked)} |",
            f"| … of PostgreSQL | {each(self.postgres)} |",
            f"| … of Redis | {each(self.redis)} |",
            parts("one game alone", self.alone),
            parts("one of a batch", self.in_batch),
            f"| peak memory of the workers, MB (before noon: {before}) | {peaks} |",
            f"| peak memory of Redis, MB | {self.redis_peak:.1f} |",
            f"| making the games (not part of it) | {self.made:.0f} s |",
        ]


@contextlib.contextmanager
def own_servers() -> Iterator[tuple[str, str]]:
    """PostgreSQL with durable commits, and Redis, in the settings of this process."""
    with (
        tempfile.TemporaryDirectory(prefix="noon-load-") as folder,
        servers.postgres(durable=True) as cluster,
        servers.redis() as queue,
        servers.database(cluster) as url,
    ):
        for name in [name for name in os.environ if name.startswith(servers.OURS)]:
            del os.environ[name]
        os.environ.update(
            NOON_DATA=folder, DATABASE_URL=url, REDIS_URL=queue, SECRET_KEY="x" * 50,
            NOON_PLAIN_STATIC="1", LOG_LEVEL="WARNING", DJANGO_SETTINGS_MODULE="config.settings",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        try:
            yield url, queue
        finally:
            connections.close_all()


@contextlib.contextmanager
def crew(workers: int) -> Iterator[list[int]]:
    """Start workers and one beat as `serve` does, with the logging of a site; yields the workers' pids."""
    env = {**os.environ, "LOG_LEVEL": "INFO"}
    folder, running = Path(os.environ["NOON_DATA"]), []
    with contextlib.ExitStack() as stack:
        for number, role in enumerate(["worker"] * workers + ["beat"]):
            log = stack.enter_context((folder / f"{role}{number}.log").open("wb"))
            command = [sys.executable, "manage.py", "serve", "--only", role]
            running.append(
                subprocess.Popen(
                    command, cwd=servers.ROOT, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log
                )
            )
            stack.callback(servers.end, running[-1], signal.SIGTERM, 60)
        yield [each.pid for each in running[:workers]]


def next_minute() -> datetime:
    """The next full minute, when beat runs, at least five seconds away."""
    schedule = Path(os.environ["NOON_DATA"])
    servers.wait_until(lambda: list(schedule.glob("beat-schedule*")), 180, "beat has begun")
    return (datetime.now(UTC) + timedelta(seconds=65)).replace(second=0, microsecond=0)


def run(games: int, workers: int, variants: int) -> Found:
    with own_servers() as (url, queue):
        from django.db import connection

        from tools.bench import copies, noon_floor, spending

        began = time.monotonic()
        copies.copy(copies.templates(variants), games + 2 * SAMPLE + spending.WARM)
        made = time.monotonic() - began
        print(f"{games} games made in {made:.0f} s", flush=True)
        alone, in_batch = spending.measure(SAMPLE)
        of_them = (
            "SELECT t.game_id AS game, t.id AS turn FROM games_turn t JOIN copied c ON c.game = t.game_id"
            " WHERE t.status = 'open' AND t.deadline IS NOT NULL"
        )
        with connection.cursor() as cursor:
            noon_floor.prepare(cursor, of_them)
            cursor.execute("SELECT data.setting FROM pg_settings data WHERE name = 'data_directory'")
            server = int((Path(cursor.fetchone()[0]) / "postmaster.pid").read_text().split()[0])
        client = redis_client.Redis.from_url(queue)
        queue_pid = int(client.info("server")["process_id"])
        with crew(workers) as pids:
            noon = next_minute()
            assert copies.strike(noon) == games
            time.sleep(max(0, noon.timestamp() - time.time() - 1))
            at_noon = [process(pid) for pid in pids]
            servers_before = family(server), process(queue_pid).worked
            wait_for_all(games, noon)
            after = [process(pid) for pid in pids]
            servers_after = family(server), process(queue_pid).worked
        took, forms, orders = verify(games, noon)
        print(f"noon took {took:.1f} s", flush=True)
        floor = noon_floor.measure(url, workers)
        return Found(
            games, forms, orders, workers, took, floor,
            tuple(each.peak for each in after), tuple(each.peak for each in at_noon),
            client.info("memory")["used_memory_peak"] / 1024**2,
            sum(end.worked - start.worked for start, end in zip(at_noon, after, strict=True)),
            servers_after[0] - servers_before[0], servers_after[1] - servers_before[1], made, alone, in_batch,
        )  # fmt: skip


def wait_for_all(games: int, noon: datetime) -> None:
    from django.db import connection

    def left() -> int:
        return count(
            connection, "SELECT count(*) FROM games_turn WHERE deadline = %s AND status = 'open'", noon
        )

    until = noon.timestamp() + 60 + games / 10
    while left():
        assert time.time() < until, f"{left()} games still wait"
        time.sleep(0.5)


def count(connection: Any, query: str, *values: object) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return int(cursor.fetchone()[0] or 0)


def verify(games: int, noon: datetime) -> tuple[float, int, int]:
    """Check that every game was resolved exactly once, none is stuck, and each form was used as its
    fingerprint says. Returns the seconds from noon to the last publication, the number of forms, and of
    orders."""
    from django.db import connection

    def ask(query: str, *values: object) -> int:
        return count(connection, query, *values)

    of_noon = "FROM games_turn t JOIN copied c ON c.game = t.game_id WHERE t.deadline = %s"
    closed = f"{of_noon} AND t.status = 'resolved' AND t.resolutions = 1"
    resolved = "FROM games_resolution r JOIN games_turn t ON t.id = r.turn_id WHERE t.deadline = %s"
    forms = "FROM games_orderform f JOIN games_turn t ON t.id = f.turn_id WHERE t.deadline = %s"
    consumed = (
        "FROM games_resolution r JOIN games_turn t ON t.id = r.turn_id, jsonb_each(r.forms::jsonb) k,"
        " games_player p, games_orderform f WHERE t.deadline = %s AND p.game_id = t.game_id"
        " AND 'p' || p.number = k.key AND f.turn_id = t.id AND f.player_id = p.id"
        " AND f.fingerprint = k.value ->> 'fingerprint'"
    )
    assert ask(f"SELECT count(*) {closed}", noon) == games, "not every turn is resolved"
    assert ask(f"SELECT count(*) {resolved}", noon) == games, "a turn was resolved twice, or never"
    assert ask(f"SELECT count(DISTINCT r.game_id) {resolved}", noon) == games
    assert ask("SELECT count(*) FROM games_turn WHERE status = 'stuck'") == 0
    handed_in = ask(f"SELECT count(*) {forms}", noon)
    assert ask(f"SELECT count(*) {consumed}", noon) == handed_in, "a form was lost"
    opened = ask(
        "SELECT count(*) FROM games_turn t JOIN copied c ON c.game = t.game_id JOIN games_game g"
        " ON g.id = c.game WHERE t.status = 'open' AND t.deadline > %s AND g.stage = 'running'", noon,
    )  # fmt: skip
    finished = ask(
        "SELECT count(*) FROM games_game g JOIN copied c ON c.game = g.id WHERE g.stage = 'finished'"
    )
    assert opened + finished == games, f"{opened} go on, {finished} are over"
    orders = ask(f"SELECT sum(jsonb_array_length(f.orders::jsonb)) {forms}", noon)
    milliseconds = ask(f"SELECT 1000 * extract(epoch FROM max(r.made_at) - max(t.deadline)) {resolved}", noon)
    return milliseconds / 1000, handed_in, orders


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench load")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--variants", type=int, default=3, help="games played to each turn, to be copied")
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    given = parser.parse_args(arguments)
    command = f"python -m tools.bench load --games {given.games} --workers {given.workers}"
    lines = [f"*{report.machine()} · `{command}`*", ""]
    lines += run(given.games, given.workers, given.variants).lines()
    print("\n".join(lines))
    if given.write:
        report.write("load", lines)
