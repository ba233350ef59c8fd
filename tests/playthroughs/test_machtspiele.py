"""What the golden playthroughs of Macht$piele hold: each was made to show something."""

from __future__ import annotations

import re

from .games import HERE


def text(name: str) -> str:
    return (HERE / f"machtspiele_{name}.txt").read_text("utf-8")


def answered(name: str) -> list[str]:
    """The names of the windows that were answered, in their order."""
    return re.findall(r"^== (\S+)$", text(name), re.MULTILINE)


def told(name: str, event: str) -> list[str]:
    """What stands behind the kind of each of these events."""
    return re.findall(rf"^  {event} ?(.*)$", text(name), re.MULTILINE)


def test_three_players_bribe_twice_reply_in_advance_and_lock_a_nemesis() -> None:
    assert {window.split("/")[0] for window in answered("classic")} >= {
        "placement", "director_exit", "event_order", "action", "bribe_reply", "boss_privilege", "file",
    }  # fmt: skip
    assert [line for line in told("classic", "bribe") if "offer=2" in line]
    asked = [window for window in answered("classic") if window.startswith("bribe_reply")]
    assert len(asked) < len(told("classic", "bribe"))  # the others were answered by what was filed
    assert told("classic", "nemesis_lost")
    assert [line for line in told("classic", "four_points") if "nemesis=p" in line]
    assert text("classic").rstrip().splitlines()[-1].startswith("  +0 tie_breaks")


def test_four_players_prefer_leave_and_sleep() -> None:
    assert "order=buy_shares" in text("rounds").split("passed_over")[1].split("==")[0]
    third = text("rounds").split("== round/1/3")[1].split("== ")[0]
    assert third.startswith("\nawaited p1 p2 p3, welcome p4\n")
    assert "defaulted player=p4 window=round" in third
    assert "returned player=p4" in text("rounds").split("== round/1/4")[1].split("== ")[0]
    windows = answered("rounds")
    asleep = windows.index("return")
    assert windows[asleep - 4 : asleep] == ["leave"] * 4
    assert windows[asleep + 1] == "round/2/1"
    assert len(told("rounds", "fell_asleep")) == 1
    assert "awaited p2, welcome p1 p3 p4" in text("rounds")


def test_five_bots_play_from_the_first_placement_to_the_scores() -> None:
    assert answered("five")[:4] == ["setup", "placement/0/1", "placement/0/2", "placement/0/3"]
    assert len(told("five", "game_over")) == 1
    assert not told("five", "missed")
