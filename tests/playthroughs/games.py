"""The games that are kept as golden texts: one entry a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardline.rules import RULES as CARDLINE
from corporate.rules import RULES as CORPORATE

from . import controle, machtspiele, megacorps
from .recorder import Played, Script, record

HERE = Path(__file__).parent

GAMES: dict[str, Callable[[Played], str]] = {
    "cardline_one_absent.txt": lambda played: record(
        CARDLINE, 3, {"hand_size": "6", "bots": "tourist"}, "reykjavik", played, Script(absent=("p3",))
    ),
    "cardline_sequential.txt": lambda played: record(
        CARDLINE, 2, {"characteristic": "area"}, "vaduz", played
    ),
    "cardline_simultaneous.txt": lambda played: record(
        CARDLINE, 4, {"characteristic": "co2"}, "lisbon", played
    ),
    "controle_asleep.txt": controle.asleep,
    "controle_rounds.txt": controle.rounds,
    "controle_two.txt": controle.two,
    "corporate_four_bots.txt": lambda played: record(CORPORATE, 4, {}, "manhattan", played),
    "machtspiele_classic.txt": machtspiele.classic,
    "machtspiele_five.txt": machtspiele.five,
    "machtspiele_rounds.txt": machtspiele.rounds,
    "megacorps_active_leaves.txt": megacorps.active_leaves,
    "megacorps_asleep.txt": megacorps.asleep,
    "megacorps_programmed.txt": megacorps.with_programmes,
    "megacorps_sequential.txt": megacorps.sequential,
}
