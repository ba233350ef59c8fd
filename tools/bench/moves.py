"""Games of moves on SQLite and on PostgreSQL: the cost of each kind of question and of act at a door,
compared with a bare driver that reads and writes the same bytes; and the time a bot needs for a form.

python -m tools.bench moves [--write] [--games N]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from tools import servers

from . import report

GAMES = (
    ("megacorps", 6, "round_mode=programmed"), ("megacorps", 3, "round_mode=sequential"),
    ("machtspiele", 5, "mode=rounds"), ("machtspiele", 4, "mode=classic"),
    ("controle", 6, "mode=rounds"), ("controle", 4, "mode=turns"),
)  # fmt: skip
MOST = 100  # the limit of a bot's processor time for a form, in milliseconds
HEAD = (
    "| asked or done | forms | rules, ms | in all, ms | queries | read, kB | written, kB "
    "| bare driver, ms | ratio | measured | a bot's form, ms | the dearest |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def measured(title: str, players: int, option: str, games: int, url: str) -> dict[str, dict[str, Any]]:
    """Measure games of one title in a process and on a database of its own; returns the results by kind."""
    with tempfile.TemporaryDirectory(prefix="noon-bench-") as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(servers.OURS)}
        env = {**kept, "NOON_DATA": folder, "LOG_LEVEL": "WARNING"} | ({"DATABASE_URL": url} if url else {})
        command = [sys.executable, "-m", "tools.bench.one_game", title, str(players), str(games), option]
        answer = subprocess.run(
            command, env=env, cwd=servers.ROOT, stdout=subprocess.PIPE, text=True, check=True
        )
    found: dict[str, dict[str, Any]] = json.loads(answer.stdout.splitlines()[-1])
    return found


def line(kind: str, found: dict[str, Any]) -> str:
    queries, bot = sorted(set(found["queries"] or ())), found["bot"] or ()
    cells = (
        kind, found["forms"], f"{found['rules']:.1f}", f"{found['all']:.1f}",
        "-".join(map(str, queries)) or "–", f"{found['read']:.0f}", f"{found['written']:.0f}",
        f"{found['floor']:.2f}", f"{found['all'] / found['floor']:.1f}", found["measured"],
        *([f"{each:.1f}" for each in bot] or ["", ""]),
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def table(name: str, url: str, games: int) -> list[str]:
    lines = []
    for title, players, option in GAMES:
        found = measured(title, players, option, games, url)
        lines += ["", f"### {name}: {title}, {players} players, `{option}`", "", *HEAD.splitlines()]
        lines += [line(kind, row) for kind, row in sorted(found.items())]
        slow = [kind for kind, row in sorted(found.items()) if row["bot"] and row["bot"][0] > MOST]
        lines += ["", f"A bot takes more than {MOST} ms for {', '.join(slow)}."] if slow else []
    print("\n".join(lines), flush=True)
    return lines


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench moves")
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    parser.add_argument("--games", type=int, default=4)
    given = parser.parse_args(arguments)
    found = [f"*{report.machine()} · `{' '.join(['python -m tools.bench moves', *arguments])}`*"]
    print(found[0])
    found += table("SQLite", "", given.games)
    try:
        with servers.postgres() as cluster, servers.database(cluster) as url:
            found += table("PostgreSQL", url, given.games)
    except servers.NotInstalled as reason:
        print(f"\nPostgreSQL was left out: {reason}")
    if given.write:
        report.write("moves", found)
