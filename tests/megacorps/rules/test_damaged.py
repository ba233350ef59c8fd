"""Damaged and forged forms, for every window and door: nothing raises, nothing is kept that is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.contract import Dice, Order, Orders, encode
from megacorps.rules import RULES
from megacorps.rules.orders import SHAPES
from tests.battery.play import Step, play

pytestmark = pytest.mark.slow

JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 7, 10**13, 1.5, "", "x", "p1", "p9", "oil.china", "any", [], [None],
    ["oil.china"] * 3, {}, {"money": -5}, {"kind": "war"}, [{"answer": "allow"}], "\x00", "\ud800", object,
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


def steps() -> Iterator[Step]:
    for count, seed in ((3, 1), (4, 2), (6, 3)):
        yield from play(RULES, seed, count, 0.1)


@pytest.mark.parametrize("seed", range(2))
def test_damaged_forms_are_refused_and_dropped_order_by_order(seed: int) -> None:
    chance, refused = random.Random(seed), set()
    for step in steps():
        for window in RULES.windows(step.before.public):
            player = chance.choice(window.players)
            view = step.before.seen_by(player)
            form = damaged(chance, RULES.sample(view, window, Dice(chance.randbytes(4))) or ())
            problems = RULES.check(view, window, form)
            assert len(RULES.quote(view, window, form).orders) == len(form)
            encode(problems)
            outcome = RULES.resolve(step.before, window, {player: form}, Dice(b"damaged"))
            encode(outcome)
            told = [event for event in outcome.events if event.kind == "order_dropped"]
            assert bool(told) == bool(problems)
            assert all(event.to == (player,) for event in told)
            if problems:
                refused.add(window.kind)
    assert refused >= {"turn", "program", "trade", "file", "cards", "leave", "wish_list", "choose_megacorp"}


def test_no_form_at_all_and_forms_of_strangers() -> None:
    for step in steps():
        window = RULES.windows(step.before.public)[0]
        stranger = next((p for p in step.before.public.players if p not in window.players), None)
        if stranger is not None and not window.is_door:
            form = (Order("pass"),)
            alone = RULES.resolve(step.before, window, {}, Dice(b"1"))
            assert encode(RULES.resolve(step.before, window, {stranger: form}, Dice(b"1"))) == encode(alone)


@pytest.mark.parametrize("kind", sorted(SHAPES))
def test_data_nested_deeper_than_python_follows_is_refused(kind: str) -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    form = (Order(kind, dict.fromkeys((*SHAPES[kind], "more"), deep)),)
    step = next(iter(steps()))
    for window in RULES.windows(step.before.public):
        view = step.before.seen_by(window.players[0])
        assert RULES.check(view, window, form)
        assert len(RULES.quote(view, window, form).orders) == 1
