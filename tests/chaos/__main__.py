"""`make chaos`: faults upon a real site on PostgreSQL and Redis; the table goes to docs/reliability.md.

`--kills 10 --short` is what CI runs: few kills, a handful of games, no table written.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import sys
import tempfile
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path

from tests import servers

PAGE = servers.ROOT / "docs" / "reliability.md"
START, END = "<!-- the table: written by make chaos -->", "<!-- the end of the table -->"
NOT_RUN = [
    "a disk full under SQLite (PostgreSQL's refusal is run)",
    "a database that has become read-only",
    "these faults on the embedded default (SQLite, the folder queue), but for those of `tests/processes`",
    "a process stopped, not dead, while it holds SQLite's write lock",
    "the machine itself losing power",
    "a network that is cut without a connection being refused",
]
Row = tuple[str, str, str, float]


def machine() -> str:
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    gigabytes = int(memory[1]) / 1024**2 if memory else 0
    return f"{os.cpu_count()} cores shared with others, {gigabytes:.0f} GB, Python {sys.version.split()[0]}"


def write_page(rows: list[Row], command: str, seed: int) -> None:
    lines = [
        START,
        f"*{datetime.now(UTC):%d %B %Y, %H:%M} UTC · {machine()} · PostgreSQL 15, Redis 7.0"
        f" · `{command}`, seed {seed}*",
        "",
        "| fault | held | what was done and seen | s |",
        "|---|---|---|---|",
        *(f"| {name} | {held} | {seen} | {took:.0f} |" for name, held, seen, took in rows),
        *(f"| {name} | not run | | |" for name in NOT_RUN),
        END,
    ]
    text = PAGE.read_text()
    before, after = text[: text.index(START)], text[text.index(END) + len(END) :]
    PAGE.write_text(before + "\n".join(lines) + after)


def run(kills: int, short: bool, seed: int, only: str) -> list[Row]:
    """Every fault on a site of its own folder, database and queue; a row for each."""
    with (
        tempfile.TemporaryDirectory(prefix="noon-chaos-") as folder,
        servers.postgres() as cluster,
        servers.redis() as queue,
        # What was started again has to be there while the database is dropped.
        contextlib.ExitStack() as hosts,
        servers.database(cluster) as url,
    ):
        given = {"NOON_DATA": folder, "DATABASE_URL": url, "REDIS_URL": queue, "SECRET_KEY": "x" * 50,
                 "NOON_BEAT_SECONDS": "1", "PORT": str(servers.free_port()), "HOST": "127.0.0.1",
                 "DJANGO_SETTINGS_MODULE": "config.settings", "NOON_PLAIN_STATIC": "1"}  # fmt: skip
        for name in [name for name in os.environ if name.startswith(servers.OURS)]:
            del os.environ[name]
        os.environ.update(given)
        import django

        os.environ["LOG_LEVEL"] = "CRITICAL"  # of this process; the site's own write theirs
        django.setup()
        os.environ["LOG_LEVEL"] = "INFO"
        from django.core.management import call_command
        from django.db import connections

        import tests.dummy  # noqa: F401  (the title whose rules can be made to raise)

        call_command("migrate", verbosity=0)
        try:
            return _all_faults(Path(folder), url, cluster, queue, hosts, kills, short, seed, only)
        finally:
            connections.close_all()


def _all_faults(
    folder: Path,
    url: str,
    cluster: str,
    queue: str,
    ended: contextlib.ExitStack,
    kills: int,
    short: bool,
    seed: int,
    only: str,
) -> list[Row]:
    from tests.chaos import faults, hosts
    from tests.chaos.stage import Stage

    nursery = hosts.Nursery(folder, dict(os.environ))
    postgres, redis = hosts.Postgres(cluster), hosts.Redis(queue)
    ended.callback(postgres.stop)
    ended.callback(redis.stop)
    chance = random.Random(seed)
    rows: list[Row] = []
    groups = [
        (
            max(8, kills * 3 // 5),
            [("worker, beat and web killed with SIGKILL", lambda c: faults.kills(c, kills))],
        ),
        *([] if short else faults.GROUPS),
    ]
    try:
        for games, group in groups:
            wanted = [(name, fault) for name, fault in group if only in name]
            if not wanted:
                continue
            from django.db import connection

            from games.models import Game, Heartbeat, LedgerEntry

            connection.close()
            nursery.kill_all()
            for model in (LedgerEntry, Game, Heartbeat):
                model.objects.all().delete()
            from django.contrib.auth import get_user_model

            get_user_model().objects.all().delete()
            chaos = faults.Chaos(nursery, postgres, redis, url, chance, Stage(games))
            for name, fault in wanted:
                rows.append(_one(name, fault, chaos))
    finally:
        nursery.stop()
    return rows


def _one(name: str, fault: object, chaos: object) -> Row:
    started = time.monotonic()
    try:
        held, seen = "yes", fault(chaos)  # type: ignore[operator]
    except Exception as problem:
        traceback.print_exc()
        held, seen = "**no**", str(problem).splitlines()[0][:200] if str(problem) else type(problem).__name__
    row = (name, held, seen, time.monotonic() - started)
    print(f"{held:>6}  {name}: {seen} ({row[3]:.0f} s)", flush=True)
    return row


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--short", action="store_true", help="the kills alone, and no table")
    parser.add_argument("--only", default="", help="faults whose name holds this; no table")
    parser.add_argument("--seed", type=int, default=12)
    given = parser.parse_args()
    rows = run(given.kills, given.short, given.seed, given.only)
    if not (given.short or given.only):
        write_page(rows, "make chaos", given.seed)
    return 0 if rows and all(held == "yes" for _, held, _, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
