"""The games of Contrôle Global that are kept as golden texts: bots, and a script for what bots do not do."""

from __future__ import annotations

from controle.rules import RULES
from controle.rules.state import Public
from controle.rules.world import SIX, World, points
from tests.controle.rules.scene import LEAVE, act, plan

from .recorder import Played, Script, Visit, record


def columns(public: Public) -> str:
    """The globalization table, the levels of the categories, and the points if the game ended now."""
    world = World.of(public)
    rows = (
        f"{player} {'/'.join(str(world.column(place, category)) for category in SIX)}"
        for place, player in enumerate(public.players)
    )
    levels = "/".join(map(str, world.global_levels()))
    return f"columns {'; '.join(rows)}; levels {levels}; points {'/'.join(map(str, points(world)))}"


def two(played: Played) -> str:
    """Two players to the end, in turns. p1 draws cards that nobody could play yet, so that the first turn is
    forced; a round ends at level V, civil society puts the end off, and another round is played."""
    start = act("start", free={"region": 3, "category": "pol"}, piles=["rel2", "rel2", "bio2", "bio2"])
    script = Script(forms={"start/0": {"p1": start}}, figures=columns)
    return record(RULES, 2, {"mode": "turns"}, "geneva", played, script)


def rounds(played: Played) -> str:
    """Four players. In round 1 the first plan of p1 is impossible and the second one is played; p3 has a plan
    that is impossible and gets the default. In round 2 the form of p4 is missing."""
    first = (
        *plan("pol1_02_town_hall_patronage", 3, choices=[["pol"] * 4, []]),
        *plan("pol1_03_quiet_lobbying", 1, choices=[["com"]], icons=["pol", "com"]),
    )
    alone = plan("med1_03_gutter_press", 3, U="p1", choices=[[], [], ["pol"], []])
    script = Script(forms={"round/1": {"p1": first, "p3": alone}, "round/2": {"p4": None}}, figures=columns)
    return record(RULES, 4, {"mode": "rounds"}, "dakar", played, script)


def asleep(played: Played) -> str:
    """Three players. p2 and p3 leave in round 2; p1 misses the turns of rounds 3 and 4, and the game sleeps
    until p1 comes back. Then it goes on to its end, the turns of those who left played by default."""
    leaving = [Visit("leave", player, LEAVE) for player in ("p2", "p3")]
    script = Script(
        forms={
            "play/3/p1": {"p1": None},
            "draw/4/p1/own": {"p1": None},
            "play/4/p1": {"p1": None},
            "return": {"p2": None, "p3": None},
        },
        visits={"play/2/p1": leaving},
        figures=columns,
    )
    return record(RULES, 3, {"mode": "turns"}, "lima", played, script)
