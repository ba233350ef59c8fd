"""What the golden playthroughs of Contrôle Global hold: each was made to show something."""

from __future__ import annotations

import re

from .games import HERE


def text(name: str) -> str:
    return (HERE / f"controle_{name}.txt").read_text("utf-8")


def answered(name: str) -> list[str]:
    """The names of the windows that were answered, in their order."""
    return re.findall(r"^== (\S+)$", text(name), re.MULTILINE)


def told(name: str, event: str) -> list[str]:
    """What stands behind the kind of each of these events."""
    return re.findall(rf"^  {event} ?(.*)$", text(name), re.MULTILINE)


def test_two_players_a_forced_turn_and_an_end_put_off() -> None:
    """E19, E20."""
    assert told("two", "forced")
    put_off = [
        part
        for part in text("two").split("\n== ")
        if re.search(r"civil_society .*level=5", part) and "  round_began" in part
    ]
    assert put_off
    assert "reason=level" in told("two", "game_over")[0]


def test_four_players_with_plans_that_fail() -> None:
    """E29."""
    tried = told("rounds", "plans_tried")
    assert "taken=1" in tried
    assert "taken=null" in tried
    first = text("rounds").split("== round/1\n")[1].split("\n== ")[0]
    assert "defaulted player=p3 window=round" in first
    assert "missed player=p4 window=round" in text("rounds").split("== round/2\n")[1].split("\n== ")[0]
    assert len(told("rounds", "game_over")) == 1


def test_three_players_of_whom_two_leave_and_one_sleeps() -> None:
    """E27."""
    windows = answered("asleep")
    assert windows.count("leave") == 2
    assert windows.count("return") == 1
    assert [line for line in told("asleep", "absent") if line == "player=p1"]
    assert len(told("asleep", "fell_asleep")) == 1
    assert windows.index("return") < len(windows) - 3
    assert {"player=p2 window=play", "player=p3 window=play"} <= set(told("asleep", "defaulted"))
    assert len(told("asleep", "game_over")) == 1
