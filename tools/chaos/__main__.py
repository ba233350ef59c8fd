"""`make chaos`: brings faults about on real sites, on PostgreSQL with Redis and on SQLite; writes the table
of docs/reliability.md.

`--short` is what CI runs: ten kills, then a hanging resolution and webhooks in trouble on SQLite, no table
written.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from tools import servers
from tools.chaos.run import Row

PAGE = servers.ROOT / "docs" / "reliability.md"
START, END = "<!-- the table: written by make chaos -->", "<!-- the end of the table -->"
NOT_RUN = ["a disk that forgets what it said was written, as when the power fails"]


def machine() -> str:
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    gigabytes = int(memory[1]) / 1024**2 if memory else 0
    return f"{os.cpu_count()} cores, {gigabytes:.0f} GB, Python {sys.version.split()[0]}"


def stores() -> str:
    """The versions of the stores, as the programs report them: "PostgreSQL 15.9, Redis 7.0.15"."""
    programs = servers.postgres_programs()
    asked = {"PostgreSQL": programs and programs / "postgres", "Redis": shutil.which("redis-server")}
    found = []
    for name, program in asked.items():
        if program:
            said = subprocess.check_output([program, "--version"], text=True)
            version = re.search(r"\d+\.[\d.]*\d", said)
            found.append(f"{name} {version[0] if version else said.strip()}")
    return ", ".join([*found, f"SQLite {sqlite3.sqlite_version}"])


def write_page(rows: list[Row], began: datetime, command: str, seed: int) -> None:
    """Replace the table of the page."""
    ended = datetime.now(UTC)
    lines = [
        START,
        f"*{began:%d %B %Y, %H:%M} to {ended:%H:%M} UTC · {machine()} · {stores()}"
        f" · `{command}`, seed {seed}*",
        "",
        "| fault | on | held | what was done and seen | the operator was told | s |",
        "|---|---|---|---|---|---|",
        *map(_row, rows),
        *(f"| {name} | | not run | | | |" for name in NOT_RUN),
        END,
    ]
    _put(lines)


def _row(row: Row) -> str:
    return "| {fault} | {on} | {held} | {seen} | {told} | {took:.0f} |".format(**row)


def write_rows(rows: list[Row], ended: datetime) -> None:
    """Put rows into the table of the page: each replaces its earlier one, or is added at the end. The line
    above the table says since when these are newer than the rest."""
    text = PAGE.read_text()
    lines = text[text.index(START) : text.index(END) + len(END)].splitlines()
    for row in rows:
        begins = f"| {row['fault']} | {row['on']} |"
        places = [number for number, line in enumerate(lines) if line.startswith(begins)]
        if places:
            lines[places[0]] = _row(row)
        else:
            lines.insert(len(lines) - 1 - len(NOT_RUN), _row(row))
    faults = ", ".join(dict.fromkeys(row["fault"] for row in rows))
    when = f"{ended:%d %B %Y, %H:%M} UTC, {os.getloadavg()[0]:.0f} processes waiting"
    lines[1] = f"{lines[1].rstrip('*')}; {when}: {faults}*"
    _put(lines)


def _put(lines: list[str]) -> None:
    text = PAGE.read_text()
    before, after = text[: text.index(START)], text[text.index(END) + len(END) :]
    PAGE.write_text(before + "\n".join(lines) + after)


def run(engine: str, kills: int, seed: int, only: str) -> tuple[list[Row], bool]:
    """Run the faults of one engine in a process that ends with this one; returns its rows, and whether it
    finished and held against all of them."""
    with tempfile.NamedTemporaryFile(prefix="noon-chaos-rows-") as file:
        command = [sys.executable, "-m", "tools.chaos.run", engine, str(kills), str(seed), only, file.name]
        process = subprocess.Popen(command, cwd=servers.ROOT, preexec_fn=servers.tied(signal.SIGTERM))
        try:
            process.wait()
        finally:
            servers.end(process, seconds=120)
        rows = [json.loads(line) for line in Path(file.name).read_text().splitlines()]
    return rows, process.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.chaos")
    parser.add_argument("--kills", type=int, help="200 on PostgreSQL and 60 on SQLite, unless told")
    parser.add_argument("--engine", choices=["hosted", "embedded"], help="one of the two; no table")
    parser.add_argument(
        "--short",
        action="store_true",
        help="what CI runs; no table",
    )
    parser.add_argument(
        "--only", default="", help="faults whose name holds this, or a part of it between bars"
    )
    parser.add_argument("--write", action="store_true", help="with --only: put their rows into the table")
    parser.add_argument("--seed", type=int, default=12)
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began, started = datetime.now(UTC), time.monotonic()
    plan = [("hosted", given.kills or 200, given.only), ("embedded", given.kills or 60, given.only)]
    if given.short:
        plan = [
            ("hosted", given.kills or 10, "SIGKILL"),
            ("embedded", 0, "hangs|webhooks in trouble for a moment"),
        ]
    rows: list[Row] = []
    held = True
    for engine, kills, only in plan:
        if given.engine in (None, engine):
            found, well = run(engine, kills, given.seed, only)
            rows, held = rows + found, held and well
    print(f"{len(rows)} faults in {(time.monotonic() - started) / 60:.0f} min", flush=True)
    if given.write and given.only and rows:
        write_rows(rows, datetime.now(UTC))
    elif not (given.short or given.only or given.engine or given.kills):
        write_page(rows, began, "make chaos", given.seed)
    return 0 if rows and held else 1


if __name__ == "__main__":
    sys.exit(main())
