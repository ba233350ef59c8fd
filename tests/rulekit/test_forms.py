"""A form judged for one window: who may hand in nothing, how many orders, which stand, and as a whole."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from games.contract import Closes, Order, PlayerId, Problem, View, Window
from games.rulekit.forms import FormJudge, JudgedForm, all_of, first_of
from games.rulekit.judging import Refusals

from .orders import SHAPES, Give, Tell, Wait

ANA, BOB, EVE = PlayerId("p1"), PlayerId("p2"), PlayerId("p9")


class Town(Struct, frozen=True):
    players: tuple[PlayerId, ...] = (ANA, BOB)
    over: bool = False


class Purse(Struct, frozen=True):
    money: int


def windows(public: Town) -> tuple[Window, ...]:
    def at_once(kind: str) -> Window:
        return Window(kind, (1,), ("give", "tell"), Closes.AT_ONCE, (ANA,))

    return () if public.over else tuple(map(at_once, ("day", "one", "few", "some")))


def judge(form: JudgedForm[Town, Purse], order: Any, refuse: Refusals) -> None:
    if (
        isinstance(order, Give)
        and order.amount + sum(each.amount for each in form.of(Give)) > form.private.money
    ):
        refuse("too_dear", "amount", money=form.private.money)


def barred(public: Town, player: PlayerId) -> str | None:
    return "game_over" if public.over else None


def whole(form: JudgedForm[Town, Purse]) -> None:
    if form.of(Give) and not form.of(Tell):
        form.problems.append(Problem("without_a_word"))


JUDGE = FormJudge[Town, Purse](
    SHAPES, windows, judge, barred, ("one",), ("few",), ("some",), {"tell": 1}, whole,
)  # fmt: skip
DAY = windows(Town())[0]
GIVE, TELL = Order("give", {"to": "p2", "amount": 3}), Order("tell", {"text": "a"})


def codes(kind: str, *orders: Order) -> list[tuple[str, int | None]]:
    window = next(each for each in windows(Town()) if each.kind == kind)
    found = JUDGE.check(View(ANA, Town(), Purse(5)), window, orders)
    return [(each.code, each.order) for each in found]


@pytest.mark.parametrize(
    ("view", "window", "code"),
    [
        (View(None, Town()), DAY, "not_a_player"),
        (View(EVE, Town(), Purse(5)), DAY, "not_a_player"),
        (View(ANA, Town(), None), DAY, "not_a_player"),
        (View(ANA, Town(over=True), Purse(5)), DAY, "game_over"),
        (View(BOB, Town(), Purse(5)), DAY, "not_asked"),
        (View(ANA, Town(), Purse(5)), Window("day", (2,), ("give",), Closes.AT_ONCE, (ANA,)), "not_asked"),
    ],
)
def test_who_may_hand_in_nothing(view: View[Town, Purse], window: Window, code: str) -> None:
    assert JUDGE.check(view, window, (TELL,)) == (Problem(code),)
    assert JUDGE.sift(view, window, (TELL,)) == (Problem(code),)


def test_each_order_is_judged_together_with_those_that_stand() -> None:
    form = JUDGE.sift(
        View(ANA, Town(), Purse(5)), DAY, (GIVE, Order("give", {"to": "p2", "amount": 9}), TELL)
    )
    assert isinstance(form, JudgedForm)
    assert form.kept == [Give(BOB, 3), Tell("a")] and form.places == [0, 2]
    assert form.problems == [Problem("too_dear", 1, "amount", {"money": 5})]
    assert codes("day", GIVE, GIVE, TELL) == [("too_dear", 1)]


def test_only_the_kinds_of_the_window_and_so_many_of_each() -> None:
    ship = Order("ship", {"town": "rome", "tons": 3, "insured": True, "side": "left"})
    assert codes("day", ship, TELL, TELL) == [("unknown_order", 0), ("one_only", 2)]
    assert codes("day", Order([], {})) == [("unknown_order", 0)]  # type: ignore[arg-type]


def test_how_many_orders_a_form_must_have() -> None:
    assert codes("one") == codes("one", TELL, TELL) == [("one_order", None)]
    assert codes("few", TELL, GIVE) == [("one_order", None)]
    assert codes("some") == [("empty_form", None)]
    for kind in ("day", "few"):
        assert codes(kind) == []
    for kind in ("day", "one", "few", "some"):
        assert codes(kind, TELL) == []


def test_what_is_wrong_with_the_form_as_a_whole_comes_last() -> None:
    assert codes("day", GIVE, Order("sail")) == [("unknown_order", 1), ("without_a_word", None)]


def test_the_answers_of_a_player_by_kind() -> None:
    answers = {ANA: (Tell("a"), Give(BOB, 1), Tell("b"))}
    assert all_of(answers, ANA, Tell) == (Tell("a"), Tell("b"))
    assert first_of(answers, ANA, Give) == Give(BOB, 1)
    assert first_of(answers, ANA, Wait) is None and all_of(answers, BOB, Tell) == ()
