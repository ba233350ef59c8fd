"""What the golden playthroughs of MegaCorps hold: each was made to show something."""

from __future__ import annotations

import json
import re

from megacorps.rules.windows import ORDERS

from .games import HERE


def text(name: str) -> str:
    return (HERE / f"megacorps_{name}.txt").read_text("utf-8")


def answered(name: str) -> list[str]:
    """The names of the windows that were answered, in their order."""
    return re.findall(r"^== (\S+/\S+|file|trade|cards|leave)$", text(name), re.MULTILINE)


def told(name: str, event: str) -> list[str]:
    """What stands behind the kind of each of these events."""
    return re.findall(rf"^  {event} ?(.*)$", text(name), re.MULTILINE)


def test_every_window_of_the_mode_sequential_is_answered() -> None:
    """16.3: all but the two of the mode `programmed`."""
    kinds = {window.split("/")[0] for window in answered("sequential")}
    assert kinds == set(ORDERS) - {"wish_list", "program"}


def test_five_programmes_tie_in_an_auction_hold_an_election_and_a_last_call() -> None:
    bids = [json.loads(re.findall(r"bids=(\S+)", line)[0]) for line in told("programmed", "auction_held")]
    assert any(list(one.values()).count(most) > 1 for one in bids if (most := max(one.values())))
    assert told("programmed", "election_held")
    assert answered("programmed")[-1] == "last_call/15"
    (_, last_call) = text("programmed").split("== last_call/15")
    assert "play_card" in last_call.split("public is told")[0]


def test_a_game_falls_asleep_wakes_and_is_played_to_its_end() -> None:
    windows = answered("asleep")
    asleep = windows.index("come_back/6")
    assert len(told("asleep", "fell_asleep")) == 1
    assert windows[asleep - 1 : asleep + 2] == ["program/5", "come_back/6", "program/6"]
    assert told("asleep", "became_absent") == ["player=p3", "player=p4", "player=p1", "player=p2"]
    assert told("asleep", "came_back") == ["player=p2", "player=p3", "player=p4", "player=p1"]
    assert told("asleep", "game_ended")


def test_the_active_player_leaves_and_the_marker_passes_on() -> None:
    """The round goes on without him; his purchase comes to nothing."""
    assert answered("active_leaves")[:3] == ["turn/3/p1/0", "leave", "turn/3/p2/0"]
    assert told("active_leaves", "player_left")[0].startswith("player=p1 ")
    assert told("active_leaves", "round_began")[0].startswith("round=4 player=p2 ")
    (_, after) = text("active_leaves").split("== turn/3/p2/0")
    assert "oil.china" not in after
    assert not re.search(r"^(awaited|welcome).* p1\b", after, re.MULTILINE)
