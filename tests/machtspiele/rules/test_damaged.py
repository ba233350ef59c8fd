"""Damaged and forged forms, for every window and door: nothing raises, nothing is kept that is refused."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.contract import Dice, Order, Orders, PlayerId, encode
from machtspiele.rules import RULES
from machtspiele.rules.orders import SHAPES
from machtspiele.rules.problems import CODES
from machtspiele.rules.windows import ORDERS

from .test_properties import all_steps, steps

JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 7, 10**13, 1.5, "", "x", "p1", "legal-1", "legal-9", "supply", "any", "2.3", [],
    [None], ["legal-1"] * 3, {}, {"division": "legal"}, {"division": 3}, {"office": "legal-1", "count": 0},
    [{"office": "legal-1", "count": -5}], [{"from": "legal-1"}], {"accept_from": 75_000}, "\x00",
    "\ud800", object,
)  # fmt: skip


def damaged(chance: random.Random, orders: Orders) -> Orders:
    """A legal form with one thing in it changed, or one made up."""
    kinds = (*SHAPES, "", "dance")
    if not orders or chance.random() < 0.4:
        kind = chance.choice(kinds)
        keys = SHAPES.get(kind, ("x",))
        return (Order(kind, {key: chance.choice(JUNK) for key in keys if chance.random() < 0.8}),)
    place = chance.randrange(len(orders))
    data = dict(orders[place].data)
    data[chance.choice([*data, "more"])] = chance.choice(JUNK)
    broken = Order(chance.choice((orders[place].kind, orders[place].kind, chance.choice(kinds))), data)
    return (*orders[:place], broken, *orders[place + 1 :], *(orders if chance.random() < 0.2 else ()))


def test_damaged_forms_are_refused_and_dropped_order_by_order() -> None:
    chance, refused, codes = random.Random(7), Counter[str](), set()
    for step in all_steps():
        for window in RULES.windows(step.before.public):
            player = chance.choice(window.players)
            view = step.before.seen_by(player)
            form = damaged(chance, RULES.sample(view, window, Dice(chance.randbytes(4))) or ())
            problems = RULES.check(view, window, form)
            assert len(RULES.quote(view, window, form).orders) == len(form)
            encode(problems)
            for problem in problems:
                codes.add(problem.code)
                assert set(problem.params) == set(CODES[problem.code])
            if chance.random() > 0.25:
                continue
            outcome = RULES.resolve(step.before, window, {player: form}, Dice(b"damaged"))
            encode(outcome)
            told = [event for event in outcome.events if event.kind == "order_dropped"]
            assert bool(told) == bool(problems)
            assert all(event.to == (player,) for event in told)
            if problems:
                refused[window.kind] += 1
    assert set(refused) == set(ORDERS)
    assert codes > {"malformed", "missing", "unknown_choice", "no_multiple", "too_small", "number_too_big"}


def test_what_is_refused_is_not_kept() -> None:
    """Filed in advance, or handed in: what stands of a form is what `check` allows."""
    chance = random.Random(3)
    for step in all_steps():
        if step.window.kind != "file":
            continue
        (player,) = step.forms
        form = damaged(chance, step.forms[player])
        after = RULES.resolve(step.before, step.window, {player: form}, Dice(b"kept")).state
        view = step.before.seen_by(player)
        filed = after.private[player].filed
        assert RULES.check(view, step.window, filed) == ()


def test_forms_of_strangers_and_of_yesterday_change_nothing() -> None:
    played = steps(4, "rounds", 4, 0.0)
    for step, later in zip(played, played[3:], strict=False):
        (window, *_) = RULES.windows(step.before.public)
        alone = RULES.resolve(step.before, window, {}, Dice(b"1"))
        form = (Order("pass"),)
        again = RULES.resolve(step.before, window, {PlayerId("p9"): form}, Dice(b"1"))
        assert encode(again) == encode(alone)
        if not step.window.is_door:
            old = RULES.resolve(later.outcome.state, step.window, step.forms, Dice(b"1"))
            assert (old.state, old.events) == (later.outcome.state, ())


@pytest.mark.parametrize("kind", sorted(SHAPES))
def test_data_nested_deeper_than_python_follows_is_refused(kind: str) -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    form = (Order(kind, dict.fromkeys((*SHAPES[kind], "more"), deep)),)
    step = next(iter(all_steps()))
    for window in RULES.windows(step.before.public):
        view = step.before.seen_by(window.players[0])
        assert RULES.check(view, window, form)
        assert len(RULES.quote(view, window, form).orders) == 1
