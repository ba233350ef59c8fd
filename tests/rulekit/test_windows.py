"""A window is found by its name, whoever it awaits now."""

from __future__ import annotations

from games.contract import Closes, PlayerId, Window
from games.rulekit.windows import asked_now, asks, still_asked

ANA, BOB = PlayerId("p1"), PlayerId("p2")
ROUND = Window("round", (3,), ("place",), Closes.TOGETHER, awaited=(ANA,), welcome=(BOB,))
DOOR = Window("resign", (), ("resign",), Closes.AT_ONCE, welcome=(ANA,))


def test_the_same_name_is_the_same_question() -> None:
    older = Window("round", (3,), ("place",), Closes.TOGETHER, awaited=(ANA, BOB))
    assert still_asked((DOOR, ROUND), older) is ROUND
    past = Window("round", (2,), ("place",), Closes.TOGETHER, awaited=(ANA, BOB))
    assert still_asked((DOOR, ROUND), past) is None


def test_the_open_question_is_had_by_whom_it_asks() -> None:
    older = Window("round", (3,), ("place",), Closes.TOGETHER, awaited=(BOB,))
    assert asked_now((DOOR, ROUND), older, ANA) is ROUND
    assert asked_now((DOOR, ROUND), DOOR, BOB) is asked_now((DOOR,), ROUND, ANA) is None


def test_who_may_answer() -> None:
    assert asks((DOOR, ROUND), ROUND, ANA)
    assert asks((DOOR, ROUND), ROUND, BOB)
    assert not asks((DOOR, ROUND), DOOR, BOB)
    assert not asks((DOOR,), ROUND, ANA)
    assert not asks((DOOR, ROUND), ROUND, None)
