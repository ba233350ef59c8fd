"""The cost of the pages: queries, time in yardsticks, and the bytes of a first visit.

    python -m tools.bench pages [--games 20 10000] [--rounds 40] [--only NAME] [--sqlite] [--write]

An empty page; the order form, Wall Street, Newsfeeds and the lobby at turns 1 and 8 of games of 5 and 50,
Cardline's table, the pages of MegaCorps, Macht$piele and Contrôle Global early, late and over, on sites of 20
and of 10,000 games, on SQLite and on PostgreSQL. A page is requested from the whole handler; right before it
the yardstick is requested, a view behind Django's own session and auth middleware for a logged-in reader. The
ratio is that of the two medians.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from typing import TypedDict

from tools import servers

from . import report

MOST_QUERIES, MOST_BYTES = 12, 60_000
# Goals in yardsticks. Titles of moves show a whole board and ask many questions in one form.
RATIO = 4.0
RATIOS = {"empty page": 1.0, "order form": 6.0}
OF_MOVES, FORM_OF_MOVES, NOTHING_NEW = 8.0, 16.0, 2.0
# titles of moves whose pages are measured in two rounds, early and late: name, players, rounds, pages
MEASURED = {
    "machtspiele": ("Macht$piele", 5, (1, 3), ("orders", "company", "minutes")),
    "megacorps": ("MegaCorps", 5, (1, 6), ("orders", "board", "round")),
    "controle": ("Contrôle Global", 6, (1, 5), ("orders", "world", "rounds", "cards")),
}
NAMES_OF_MOVES = [name for name, *_rest in MEASURED.values()]
HEAD = (
    "| page | players | turn | games | queries | page, ms | yardstick, ms | ratio | goal "
    "| first visit, kB | the page alone | uncompressed |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


class Row(TypedDict):
    """The results of `one_site` for one page: milliseconds, bytes."""

    page: str
    players: int
    turn: int
    games: int
    queries: int
    ms: float
    yardstick: float
    weight: int
    html: int
    plain: int


def measured(games: int, rounds: int, url: str, only: str) -> list[Row]:
    """Measure the pages of one site, in a process, a folder and on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="noon-pages-") as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(servers.OURS)}
        env = {**kept, "NOON_DATA": folder, "LOG_LEVEL": "WARNING"} | ({"DATABASE_URL": url} if url else {})
        command = [sys.executable, "-m", "tools.bench.one_site", str(games), str(rounds), only]
        answer = subprocess.run(
            command, env=env, cwd=servers.ROOT, stdout=subprocess.PIPE, text=True, check=False
        )
        if answer.returncode:
            raise SystemExit(answer.returncode)  # the process has printed the reason itself
    return [json.loads(line) for line in answer.stdout.splitlines()]


def goal_of(row: Row) -> float:
    title, _comma, page = row["page"].partition(", ")
    if page == "nothing new":
        return NOTHING_NEW
    if title in NAMES_OF_MOVES:
        return FORM_OF_MOVES if page == "orders" else OF_MOVES
    return RATIOS.get(title, RATIO)


def ratio_of(row: Row) -> float:
    return float(row["ms"] / row["yardstick"])


def line(row: Row) -> str:
    cells = (
        row["page"], row["players"] or "", row["turn"] or "", f"{row['games']:,}", row["queries"],
        f"{row['ms']:.1f}", f"{row['yardstick']:.2f}", f"{ratio_of(row):.1f}", f"{goal_of(row):g}",
        f"{row['weight'] / 1000:.1f}", f"{row['html'] / 1000:.1f}", f"{row['plain'] / 1000:.0f}",
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def verdict(rows: list[Row]) -> list[str]:
    """A sentence for each page above its goal; one sentence if there is none."""
    wrong = []
    flat: dict[str, set[int]] = {}
    for row in rows:
        where = f", {row['players']} players, turn {row['turn']}" if row["players"] else ""
        name = f"{row['page']}{where}, {row['games']:,} games"
        if row["queries"] > MOST_QUERIES:
            wrong.append(f"{name}: {row['queries']} queries.")
        if ratio_of(row) > goal_of(row):
            wrong.append(f"{name}: {ratio_of(row):.1f} yardsticks.")
        if row["weight"] > MOST_BYTES:
            wrong.append(f"{name}: {row['weight'] / 1000:.1f} kB.")
        flat.setdefault(row["page"], set()).add(row["queries"])
    wrong += [f"{page}: {sorted(found)} queries, not flat." for page, found in flat.items() if len(found) > 1]
    return wrong or ["Every page is within its goals, and its queries are the same in every row."]


def table(name: str, servers_url: str, sizes: list[int], rounds: int, only: str = "") -> list[str]:
    """The table of one engine. `servers_url`: of a PostgreSQL server, or "" for SQLite; `only`: which
    pages."""
    rows = []
    for games in sizes:
        with servers.database(servers_url) if servers_url else contextlib.nullcontext("") as url:
            rows += measured(games, rounds, url, only)
    lines = [f"### {name}", "", *verdict(rows), "", *HEAD.splitlines(), *map(line, rows)]
    print("\n" + "\n".join(lines), flush=True)
    return ["", *lines]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench pages")
    parser.add_argument("--games", type=int, nargs="+", default=[20, 10_000])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument(
        "--only",
        default="",
        type=report.part_of(NAMES_OF_MOVES),
        help="a title of moves, by its name or a part of it: its pages and the empty one",
    )
    parser.add_argument("--sqlite", action="store_true", help="leave PostgreSQL out")
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    given = parser.parse_args(arguments)
    lines = [f"*{report.machine()} · `{' '.join(['python -m tools.bench pages', *arguments])}`*"]
    print(lines[0])
    lines += table("SQLite", "", given.games, given.rounds, given.only)
    if not given.sqlite:
        try:
            with servers.postgres() as cluster:
                lines += table("PostgreSQL", cluster, given.games, given.rounds, given.only)
        except servers.NotInstalled as reason:
            print(f"\nPostgreSQL was left out: {reason}")
    if given.write:
        report.write("pages", lines)
