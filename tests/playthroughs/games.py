"""The games that are kept as golden texts: one entry a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from corporate.rules import RULES as CORPORATE

from .recorder import record

HERE = Path(__file__).parent

GAMES: dict[str, Callable[[], str]] = {
    "corporate_four_bots.txt": lambda: record(CORPORATE, 4, {}, "manhattan"),
}
