"""The windows of a new state beside the turns that are not resolved: a table."""

from __future__ import annotations

import pytest

from games.contract import Closes, PlayerId, Window, encode
from games.models import Turn
from games.services.turn_plan import Change, compare


def asks(name: str, *players: str) -> Window:
    return Window(name, (1,), ("say",), Closes.TOGETHER, tuple(PlayerId(p) for p in players))


def turn(window: Window, status: str = "open", position: int = 0) -> Turn:
    return Turn(name=window.name, window=encode(window), status=status, position=position)


@pytest.mark.parametrize(
    ("before", "status", "position", "now", "change"),
    [
        (None, "", 0, asks("bid", "p1"), Change.OPEN),
        (asks("bid", "p1"), "open", 0, asks("bid", "p1"), Change.KEEP),
        (asks("bid", "p1"), "open", 1, asks("bid", "p1"), Change.ASK_OTHERS),
        (asks("bid", "p1", "p2"), "open", 0, asks("bid", "p1"), Change.ASK_OTHERS),
        (asks("bid", "p1"), "paused", 0, asks("bid", "p1"), Change.REOPEN),
        (asks("bid", "p1"), "stuck", 0, asks("bid", "p1", "p2"), Change.STAY_STUCK),
    ],
)
def test_what_a_window_does_to_the_turn_of_its_name(before, status, position, now, change):
    turns = [turn(before, status, position)] if before else []
    plan = compare([now], turns)
    (step,) = plan.steps
    assert (step.change, step.window, step.position) == (change, now, 0)
    assert step.turn is (turns[0] if turns else None)
    assert plan.pause == ()


@pytest.mark.parametrize(("status", "is_paused"), [("open", True), ("stuck", True), ("paused", False)])
def test_a_turn_whose_name_is_gone_is_paused_unless_it_is_already(status, is_paused):
    gone = turn(asks("bid", "p1"), status)
    plan = compare([asks("vote", "p1")], [gone])
    assert plan.pause == ((gone,) if is_paused else ())
    assert [step.change for step in plan.steps] == [Change.OPEN]


def test_steps_come_in_listed_order_and_a_game_that_is_over_pauses_all():
    windows = [asks("play", "p1"), asks("give"), asks("bid", "p2")]
    turns = [turn(windows[2], position=2), turn(windows[0])]
    plan = compare(windows, turns)
    assert [step.change for step in plan.steps] == [Change.KEEP, Change.OPEN, Change.KEEP]
    assert [step.position for step in plan.steps] == [0, 1, 2]
    assert {turn.name for turn in compare([], turns).pause} == {"play/1", "bid/1"}
