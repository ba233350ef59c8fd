"""The results of a benchmark: a description of the machine, and its section of docs/performance.md."""

from __future__ import annotations

import os
import platform
import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import django

from tools import servers

PAGE = servers.ROOT / "docs" / "performance.md"


def machine() -> str:
    """Date and machine of a run, in one line."""
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    gigabytes = int(memory[1]) / 1024**2 if memory else 0
    return (
        f"{datetime.now(UTC):%d %B %Y, %H:%M} UTC · {os.cpu_count()} cores ({platform.machine()}), "
        f"{os.getloadavg()[0]:.1f} processes waiting for them when this began, {gigabytes:.0f} GB · "
        f"Python {platform.python_version()}, Django {django.__version__}"
    )


def part_of(names: Sequence[str]) -> Callable[[str], str]:
    """The type of a command-line option that selects these names by a part of them; other values are refused
    with a sentence that lists all names."""

    def checked(part: str) -> str:
        if not any(part in name for name in names):
            raise ArgumentTypeError(f"none has {part!r} in its name. There are {', '.join(names)}.")
        return part

    return checked


def write(section: str, lines: Sequence[str]) -> None:
    """Write the lines between the two marks of a section in docs/performance.md. Raises ValueError without
    the marks."""
    start, end = f"<!-- {section}: written by tools.bench -->", f"<!-- {section}: the end -->"
    text = PAGE.read_text()
    before, after = text[: text.index(start) + len(start)], text[text.index(end) :]
    PAGE.write_text(before + "\n" + "\n".join(lines) + "\n" + after)
