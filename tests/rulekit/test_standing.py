"""Orders given in advance: the first that is legal now is taken, and why none before it was is told."""

from __future__ import annotations

from games.contract import Problem
from games.rulekit.judging import Refusals
from games.rulekit.standing import Tried, first_legal

from .orders import Give

PLANS = tuple(Give("p2", amount) for amount in (9, 7, 3, 1))  # type: ignore[arg-type]


def with_coins(coins: int, seen: list[int]):
    def judge(order: Give, refuse: Refusals) -> None:
        seen.append(order.amount)
        if order.amount > coins:
            refuse("too_dear", "amount", left=coins)
            refuse("sad")

    return judge


def test_the_first_that_is_legal_is_taken_and_no_other_looked_at() -> None:
    seen: list[int] = []
    tried = first_legal(PLANS, with_coins(4, seen))
    refused = tuple(Problem("too_dear", place, "amount", {"left": 4}) for place in (0, 1))
    assert tried == Tried(taken=PLANS[2], place=2, refused=refused)
    assert seen == [9, 7, 3]


def test_it_is_judged_as_the_state_is_when_its_moment_comes() -> None:
    assert first_legal(PLANS, with_coins(9, [])).place == 0
    assert first_legal(PLANS, with_coins(1, [])).place == 3


def test_where_none_is_legal_the_question_is_asked() -> None:
    tried = first_legal(PLANS, with_coins(0, []))
    assert (tried.taken, tried.place, len(tried.refused)) == (None, None, 4)
    assert first_legal((), with_coins(9, [])) == Tried(None, None, ())
