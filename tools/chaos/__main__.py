"""`make chaos`: faults upon real sites, on PostgreSQL with Redis and on SQLite alone; the
table goes to docs/reliability.md.

`--short` is what CI runs: ten kills, then a hanging resolution on SQLite, no table written.
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
    """What the sites stood on, as the programs name themselves: "PostgreSQL 15.9, Redis 7.0.15"."""
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
        *("| {fault} | {on} | {held} | {seen} | {told} | {took:.0f} |".format(**row) for row in rows),
        *(f"| {name} | | not run | | | |" for name in NOT_RUN),
        END,
    ]
    text = PAGE.read_text()
    before, after = text[: text.index(START)], text[text.index(END) + len(END) :]
    PAGE.write_text(before + "\n".join(lines) + after)


def run(engine: str, kills: int, seed: int, only: str) -> tuple[list[Row], bool]:
    """One engine's faults, in a process of their own that ends with this one; its rows, and whether it
    came to its end with all of them held."""
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
        "--short", action="store_true", help="ten kills, a hanging worker on SQLite; no table"
    )
    parser.add_argument("--only", default="", help="faults whose name holds this; no table")
    parser.add_argument("--seed", type=int, default=12)
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began, started = datetime.now(UTC), time.monotonic()
    plan = [("hosted", given.kills or 200, given.only), ("embedded", given.kills or 60, given.only)]
    if given.short:
        plan = [("hosted", given.kills or 10, "SIGKILL"), ("embedded", 0, "hangs")]
    rows: list[Row] = []
    held = True
    for engine, kills, only in plan:
        if given.engine in (None, engine):
            found, well = run(engine, kills, given.seed, only)
            rows, held = rows + found, held and well
    print(f"{len(rows)} faults in {(time.monotonic() - started) / 60:.0f} min", flush=True)
    if not (given.short or given.only or given.engine or given.kills):
        write_page(rows, began, "make chaos", given.seed)
    return 0 if rows and held else 1


if __name__ == "__main__":
    sys.exit(main())
