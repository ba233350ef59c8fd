"""A form judged order by order, and what its author is told about dropped orders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.contract import Event, Order, PlayerId, Problem, Reader, only
from games.rulekit import judging
from games.rulekit.events import event, event_kinds, read_event
from games.rulekit.judging import (
    CODES,
    OrderDropped,
    Refusals,
    dropped,
    sift,
    sift_first,
    sift_one,
)
from games.rulekit.shapes import order

from .orders import SHAPES, AnyOrder, Give, Ship, Tell, Wait

TOLD = order(Tell("a"))
GIFT = Order("give", {"to": "p2", "amount": 4})


class Purse:
    """A net that knows of ten coins."""

    def __init__(self) -> None:
        self.left = 10
        self.kept: list[tuple[int, str]] = []

    def judge(self, order: AnyOrder, refuse: Refusals) -> None:
        if isinstance(order, Give) and order.amount > self.left:
            refuse("too_dear", "amount", left=self.left)
        if isinstance(order, Ship):
            refuse("no_ship")
            refuse("no_sea", "town")

    def keep(self, order: AnyOrder, place: int) -> None:
        self.kept.append((place, order.kind))
        if isinstance(order, Give):
            self.left -= order.amount


def found(problems: Iterable[Problem]) -> list[tuple[str, int | None, str | None, dict[str, Any]]]:
    return [(one.code, one.order, one.input, dict(one.params)) for one in problems]


def test_each_order_is_judged_given_those_kept_before_it() -> None:
    net = Purse()
    problems = sift(SHAPES, (GIFT, order(Ship("rome", 1, True, "left")), GIFT, GIFT, TOLD), net)
    assert net.kept == [(0, "give"), (2, "give"), (4, "tell")]
    assert found(problems) == [
        ("no_ship", 1, None, {}),
        ("no_sea", 1, "town", {}),
        ("too_dear", 3, "amount", {"left": 2}),
    ]


def test_what_cannot_be_read_is_told_and_judged_by_nobody() -> None:
    net = Purse()
    assert found(sift(SHAPES, (None, Order("give", {"to": "p2"}), TOLD), net)) == [  # type: ignore[arg-type]
        ("unknown_order", 0, None, {}),
        ("missing", 1, "amount", {}),
    ]
    assert net.kept == [(2, "tell")]


def test_so_many_orders_of_a_kind_and_no_more() -> None:
    net = Purse()
    form = (TOLD, GIFT, TOLD, GIFT, GIFT, Order("wait"), Order("wait"))
    assert found(sift(SHAPES, form, net, {"tell": 1, "give": 2})) == [
        ("one_only", 2, None, {"kind": "tell"}),
        ("too_many", 4, None, {"kind": "give", "of": 2}),
        ("too_dear", 4, "amount", {"left": 2}),
    ]
    assert [place for place, _ in net.kept] == [0, 1, 3, 5, 6]


def test_an_order_that_fell_takes_no_place() -> None:
    net = Purse()
    dear = Order("give", {"to": "p2", "amount": 11})
    assert [one.code for one in sift(SHAPES, (dear, GIFT), net, {"give": 1})] == ["too_dear"]
    assert net.kept == [(1, "give")]


def anything(order: AnyOrder, refuse: Refusals) -> None:
    if isinstance(order, Wait):
        refuse("no_time")


def test_the_first_order_that_stands_is_the_only_one() -> None:
    kept, problems = sift_first(SHAPES, (Order("wait"), TOLD, TOLD), anything)
    assert kept == Tell("a")
    assert found(problems) == [("no_time", 0, None, {}), ("one_only", 2, None, {"kind": "tell"})]
    assert sift_first(SHAPES, (), anything) == (None, ())


def test_exactly_one_order() -> None:
    assert sift_one(SHAPES, (TOLD,), anything) == (Tell("a"), ())
    for form in ((), (TOLD, TOLD)):
        kept, problems = sift_one(SHAPES, form, anything)
        assert (kept, found(problems)) == (None, [("one_order", None, None, {"orders": len(form)})])
    kept, problems = sift_one(SHAPES, (Order("wait"),), anything)
    assert (kept, found(problems)) == (None, [("no_time", 0, None, {})])


def test_every_order_that_fell_is_told_once_with_its_first_problem() -> None:
    form = (TOLD, Order("ship", {"town": "rome", "tons": 10**13, "x": 1}), Order("sail", {"to": 1}), GIFT)
    problems = sift(SHAPES, form, Purse())
    assert dropped(SHAPES, form, problems) == (
        OrderDropped("ship", {"town": "rome"}, "number_too_big", {"maximum": 500}),
        OrderDropped("", {}, "unknown_order", {}),
    )


def test_a_problem_of_the_form_as_a_whole_is_told_first() -> None:
    problems = (Problem("late", 1), Problem("one_order", None, None, {"orders": 2}))
    assert dropped(SHAPES, (TOLD, TOLD), problems) == (
        OrderDropped("", {}, "one_order", {"orders": 2}),
        OrderDropped("tell", {"text": "a", "town": None, "prices": {}}, "late", {}),
    )


def test_it_is_told_as_an_event() -> None:
    form = (Order("wait"), Order("sail"))
    (one,) = dropped(SHAPES, form, sift(SHAPES, form, Purse()))
    told = {"order": "", "data": {}, "problem": "unknown_order", "params": {}}
    assert event(one, only(PlayerId("p1"))) == Event("order_dropped", told, (Reader("p1"),))
    assert read_event(event_kinds(vars(judging)), event(one)) == one


def test_what_fell_is_told_as_far_as_it_can_be_kept() -> None:
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    for data, left in (
        ({"towns": ["rome", 3], "rules": deep}, {"towns": ["rome", 3]}),
        ({"towns": ["\x00"], "rules": {"a": deep}}, {}),
        (deep, {}),
        ({"first": {"town": "oslo"}}, {"first": {"town": "oslo"}}),
    ):
        form = (Order("file", data),)
        assert [one.data for one in dropped(SHAPES, form, sift(SHAPES, form, Purse()))] == [left]


def test_every_refusal_of_the_kit_is_listed() -> None:
    forms = ((None,), (TOLD, TOLD), (GIFT, GIFT, GIFT))
    codes = {one.code for form in forms for one in sift(SHAPES, form, Purse(), {"tell": 1, "give": 2})}  # type: ignore[arg-type]
    assert codes - {"too_dear"} | {"one_order"} <= set(CODES)
