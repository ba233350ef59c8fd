"""Measures one turn of 5, 10, 20 and 50 players on SQLite and on PostgreSQL, and prints the tables; then the
pages; then the load of ten thousand games at one noon. One alone: `tests.bench load --games 500`.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime

import django
import pytest

from tests import servers

from . import load, mixed, pages

SIZES = ((5, 8), (10, 8), (20, 6), (50, 4))  # players, games
BEFORE = {10: (364, 4028), 50: (3897, 46570)}  # the first implementation: ms, queries
HEAD = (
    "| players | orders | rules, ms | in all, ms | quickest, ms | work, ms | queries | read, kB "
    "| written, kB | bare driver, ms | ratio | the first implementation |\n"
    "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def measured(players: int, games: int, url: str) -> dict[str, object]:
    """One size in a process and on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="noon-bench-") as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(servers.OURS)}
        env = {**kept, "NOON_DATA": folder, "LOG_LEVEL": "WARNING"}
        if url:
            env["DATABASE_URL"] = url
        command = [sys.executable, "-m", "tests.bench.one_turn", str(players), str(games)]
        answer = subprocess.run(
            command, env=env, cwd=servers.ROOT, stdout=subprocess.PIPE, text=True, check=True
        )
    return dict(json.loads(answer.stdout.splitlines()[-1]))


def line(found: dict[str, object]) -> str:
    low, high = found["queries"]  # type: ignore[misc]
    before = BEFORE.get(found["players"])  # type: ignore[call-overload]
    cells = (
        found["players"], found["orders"],
        f"{found['rules']:.1f}", f"{found['all']:.1f}", f"{found['best']:.1f}", f"{found['worked']:.1f}",
        high if low == high else f"{low}-{high}", f"{found['read']:.0f}", f"{found['written']:.0f}",
        f"{found['floor']:.2f}", f"{found['all'] / found['floor']:.1f}",  # type: ignore[operator]
        f"{before[0]:,} ms, {before[1]:,} queries" if before else "",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A new database of DATABASE_URL's server, or of a cluster of our own; "" where there is none."""
    with contextlib.ExitStack() as stack:
        try:
            server = os.environ.get("DATABASE_URL") or stack.enter_context(servers.postgres())
            yield stack.enter_context(servers.database(server))
        except pytest.skip.Exception as reason:
            print(f"\nPostgreSQL was left out: {reason}")
            yield ""


def table(name: str, url: str) -> None:
    print(f"\n{name}\n\n{HEAD}", flush=True)
    for players, games in SIZES:
        print(line(measured(players, games, url)), flush=True)


def turns(_arguments: list[str]) -> None:
    now = datetime.now(UTC).date()
    python, machine = platform.python_version(), platform.machine()
    cores, waiting = os.cpu_count(), os.getloadavg()[0]
    print(f"{now}: {cores} cores ({machine}), {waiting:.1f} processes waiting for them when this began;")
    print(f"Python {python}, Django {django.__version__}")
    table("SQLite", "")
    with postgres() as url:
        if url:
            table("PostgreSQL", url)


BENCHES = {"turns": turns, "pages": pages.main, "load": load.main, "mixed": mixed.main}


def main(arguments: list[str]) -> None:
    """Everything, or one bench by its name with its own options."""
    if arguments:
        BENCHES[arguments[0]](arguments[1:])
        return
    for bench in BENCHES.values():
        bench([])


if __name__ == "__main__":
    main(sys.argv[1:])
