"""One turn of 5, 10, 20 and 50 players on SQLite and on PostgreSQL, compared with a bare driver.

python -m tools.bench turns [--write]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from typing import TypedDict

from tools import servers

from . import report

SIZES = ((5, 8), (10, 8), (20, 6), (50, 4))  # players, games
BEFORE = {10: (364, 4028), 50: (3897, 46570)}  # the first implementation: ms, queries
HEAD = (
    "| players | orders | rules, ms | in all, ms | quickest, ms | work, ms | queries | read, kB "
    "| written, kB | bare driver, ms | ratio | the first implementation |\n"
    "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


class Row(TypedDict):
    """The results of `one_turn` for one size: milliseconds, kilobytes."""

    players: int
    orders: int
    rules: float
    all: float
    best: float
    worked: float
    queries: tuple[int, int]
    read: float
    written: float
    floor: float


def measured(players: int, games: int, url: str) -> Row:
    """Measure one size in a process and on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="noon-bench-") as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(servers.OURS)}
        env = {**kept, "NOON_DATA": folder, "LOG_LEVEL": "WARNING"}
        if url:
            env["DATABASE_URL"] = url
        command = [sys.executable, "-m", "tools.bench.one_turn", str(players), str(games)]
        answer = subprocess.run(
            command, env=env, cwd=servers.ROOT, stdout=subprocess.PIPE, text=True, check=True
        )
    found: Row = json.loads(answer.stdout.splitlines()[-1])
    return found


def line(found: Row) -> str:
    low, high = found["queries"]
    before = BEFORE.get(found["players"])
    cells = (
        found["players"], found["orders"],
        f"{found['rules']:.1f}", f"{found['all']:.1f}", f"{found['best']:.1f}", f"{found['worked']:.1f}",
        high if low == high else f"{low}-{high}", f"{found['read']:.0f}", f"{found['written']:.0f}",
        f"{found['floor']:.2f}", f"{found['all'] / found['floor']:.1f}",
        f"{before[0]:,} ms, {before[1]:,} queries" if before else "",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def table(name: str, url: str) -> list[str]:
    lines = [f"### {name}", "", *HEAD.splitlines(), *(line(measured(*size, url)) for size in SIZES)]
    print("\n" + "\n".join(lines), flush=True)
    return ["", *lines]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench turns")
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    given = parser.parse_args(arguments)
    found = [f"*{report.machine()} · `{' '.join(['python -m tools.bench turns', *arguments])}`*"]
    print(found[0])
    found += table("SQLite", "")
    try:
        with servers.postgres() as cluster, servers.database(cluster) as url:
            found += table("PostgreSQL", url)
    except servers.NotInstalled as reason:
        print(f"\nPostgreSQL was left out: {reason}")
    if given.write:
        report.write("turns", found)
