"""Damaged and forged forms, for every window and door: nothing raises, nothing is kept that is refused.

`NOON_FORMS=10000 python -m pytest tests/machtspiele/rules/test_damaged.py` tries ten thousand in each.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from games.contract import Dice, Order, Orders, PlayerId, Problem, State, Window, encode
from machtspiele.rules import RULES
from machtspiele.rules.orders import SHAPES
from machtspiele.rules.problems import CODES
from machtspiele.rules.windows import ORDERS

from .test_properties import all_steps, steps

pytestmark = pytest.mark.slow

FORMS = int(os.environ.get("NOON_FORMS", "120"))
"""In each window and door."""
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


@cache
def positions() -> Mapping[str, Sequence[tuple[State[Any, Any, Any], Window]]]:
    """Every window and door of some random games, with the state in which it is open."""
    found: dict[str, list[tuple[State[Any, Any, Any], Window]]] = {kind: [] for kind in ORDERS}
    for step in all_steps():
        for window in RULES.windows(step.before.public):
            found[window.kind].append((step.before, window))
    return found


def standing(form: Orders, problems: tuple[Problem, ...]) -> Orders:
    """What is left of a form without the orders that are refused; nothing if the form as a whole is."""
    if any(problem.order is None for problem in problems):
        return ()
    fallen = {problem.order for problem in problems}
    return tuple(order for place, order in enumerate(form) if place not in fallen)


@pytest.mark.parametrize("kind", sorted(ORDERS))
def test_damaged_forms_are_refused_and_only_what_stands_counts(kind: str) -> None:
    """In each window and door: `check`, `quote` and `resolve` take any form, each order that falls is told to
    its author alone, and what comes of a form is what comes of the orders that `check` lets stand."""
    chance, refused = random.Random(kind), 0
    for _ in range(FORMS):
        state, window = chance.choice(positions()[kind])
        player = chance.choice(window.players)
        view = state.seen_by(player)
        form = damaged(chance, RULES.sample(view, window, Dice(chance.randbytes(4))) or ())
        problems = RULES.check(view, window, form)
        assert len(RULES.quote(view, window, form).orders) == len(form)
        encode(problems)
        for problem in problems:
            assert set(problem.params) == set(CODES[problem.code])
        outcome = RULES.resolve(state, window, {player: form}, Dice(b"damaged"))
        told = [event for event in outcome.events if event.kind == "order_dropped"]
        assert bool(told) == bool(problems)
        assert all(event.to == (player,) for event in told)
        left = standing(form, problems)
        assert not left or RULES.check(view, window, left) == ()
        if problems and (left or window.kind != "file"):  # an empty form at `file` would withdraw
            refused += 1
            again = RULES.resolve(state, window, {player: left} if left else {}, Dice(b"damaged"))
            assert encode(again.state) == encode(outcome.state)
    assert refused > FORMS / 20


def test_every_fault_of_the_shape_comes_up() -> None:
    chance, codes = random.Random(7), set()
    for kind in ORDERS:
        for state, window in chance.choices(positions()[kind], k=400):
            view = state.seen_by(chance.choice(window.players))
            form = damaged(chance, RULES.sample(view, window, Dice(chance.randbytes(4))) or ())
            codes |= {problem.code for problem in RULES.check(view, window, form)}
    assert codes > {"malformed", "missing", "unknown_choice", "no_multiple", "too_small", "number_too_big"}


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
