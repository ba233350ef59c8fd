"""The games of Macht$piele that are kept as golden texts: bots, and a script for what bots do not do."""

from __future__ import annotations

from machtspiele.rules import RULES
from machtspiele.rules.board import boxes
from machtspiele.rules.content import CARDS, C
from machtspiele.rules.state import Public
from tests.machtspiele.rules.scene import act, buy

from .recorder import Played, Script, Visit, record


def tracks(public: Public) -> str:
    """Where everybody stands: influence, shares, general departments, corruption, consulting boxes."""
    rows = (
        f"{player} {seat.influence}/{seat.shares}/{seat.general_departments}/{seat.corruption}"
        f"/{boxes(public, player)}"
        for player, seat in public.seats.items()
    )
    return f"tracks {'; '.join(rows)}; motivation {public.motivation}"


def classic(played: Played) -> str:
    """Three players to the end. p2 files standing replies before the first turn; offers are refused and
    second ones follow; a nemesis is outdone, lost again, and at last locked by the fourth point."""
    limits = {"accept_from": 4 * C.money.step, "refuse_below": 2 * C.money.step}
    replies = act("replies", **dict.fromkeys(CARDS, limits))
    script = Script(visits={"placement/0/9": [Visit("file", "p2", replies)]}, figures=tracks)
    return record(RULES, 3, {"mode": "classic"}, "thun", played, script)


def rounds(played: Played) -> str:
    """Four players. In round 2 the first choice of p1 is too dear; round 3 closes early, because p4 leaves
    and all others are in; p4 is back with a form in round 4. Before the second turn all leave, and the
    game sleeps until p2 comes back; the others follow with their forms."""
    choices = (*buy(7), *buy(2), *buy(1))
    leaving = [Visit("leave", player, act("leave")) for player in ("p1", "p2", "p3", "p4")]
    script = Script(
        forms={
            "round/1/2": {"p1": choices},
            "round/1/3": {"p4": None},
            "return": {"p1": None, "p3": None, "p4": None},
        },
        visits={"round/1/3": [leaving[3]], "round/2/1": leaving},
        figures=tracks,
    )
    return record(RULES, 4, {"mode": "rounds"}, "lausanne", played, script)


def five(played: Played) -> str:
    """Five bots, from the first placement to the scores."""
    return record(RULES, 5, {"mode": "rounds"}, "geneva", played, Script(figures=tracks))
