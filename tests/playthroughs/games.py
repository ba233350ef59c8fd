"""The games that are kept as golden texts: one entry a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardline.rules import RULES as CARDLINE
from corporate.rules import RULES as CORPORATE

from . import machtspiele, megacorps
from .recorder import Script, record

HERE = Path(__file__).parent

GAMES: dict[str, Callable[[], str]] = {
    "cardline_one_absent.txt": lambda: record(
        CARDLINE, 3, {"hand_size": "6", "bots": "tourist"}, "reykjavik", Script(absent=("p3",))
    ),
    "cardline_sequential.txt": lambda: record(CARDLINE, 2, {"characteristic": "area"}, "vaduz"),
    "cardline_simultaneous.txt": lambda: record(CARDLINE, 4, {"characteristic": "co2"}, "lisbon"),
    "corporate_four_bots.txt": lambda: record(CORPORATE, 4, {}, "manhattan"),
    "machtspiele_classic.txt": machtspiele.classic,
    "machtspiele_five.txt": machtspiele.five,
    "machtspiele_rounds.txt": machtspiele.rounds,
    "megacorps_active_leaves.txt": megacorps.active_leaves,
    "megacorps_asleep.txt": megacorps.asleep,
    "megacorps_programmed.txt": megacorps.with_programmes,
    "megacorps_sequential.txt": megacorps.sequential,
}
