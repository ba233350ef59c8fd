"""Damaged and forged forms, for every window and door: nothing raises, nothing is kept that is refused."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from controle.rules import RULES
from controle.rules.forms import not_yet
from controle.rules.orders import SHAPES
from controle.rules.problems import CODES
from controle.rules.windows import ORDERS
from games.contract import Dice, Order, Orders, PlayerId, encode

from .scene import DULL, act, game
from .test_properties import all_steps, steps

pytestmark = pytest.mark.slow

JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 3, 7, 10**13, 1.5, "", "x", "p1", "p2", "p7", "pol", "pol1", "pol3",
    "pol1_01_identity_ideology", [], [None], ["pol"] * 3, [[]] * 3, [["pol"]], ["pol1"] * 20, {}, [{}],
    [{"use": "boost"}], [{"use": "boost", "category": "pol"}] * 2,
    [{"use": "level", "category": "com", "pay": []}],
    [{"use": "sabotage", "category": "pol", "target": "p1", "pay": ["pol"]}], {"region": 3}, "\x00", "\ud800",
    object,
)  # fmt: skip


def damaged(chance: random.Random, orders: Orders) -> Orders:
    """A legal form with one thing in it changed, or one made up."""
    kinds = (*SHAPES, "", "dance")
    if not orders or chance.random() < 0.3:
        kind = chance.choice(kinds)
        keys = SHAPES.get(kind, ("x",))
        return (Order(kind, {key: chance.choice(JUNK) for key in keys if chance.random() < 0.8}),)
    place = chance.randrange(len(orders))
    data = dict(orders[place].data)
    data[chance.choice([*data, "more"])] = chance.choice(JUNK)
    broken = Order(chance.choice((orders[place].kind, orders[place].kind, chance.choice(kinds))), data)
    return (*orders[:place], broken, *orders[place + 1 :], *(orders if chance.random() < 0.2 else ()))


def forced_turns() -> Any:
    return [game(hands={"p1": DULL}), game(players=4, hands={"p1": DULL}, held={"p2": "pol1"})]


def test_damaged_forms_are_refused_and_dropped_order_by_order() -> None:
    chance, refused, codes = random.Random(7), Counter[str](), set()
    states = [step.before for step in all_steps()] + forced_turns() * 40
    for state in states:
        for window in RULES.windows(state.public):
            player = chance.choice(window.players)
            view = state.seen_by(player)
            form = damaged(chance, RULES.sample(view, window, Dice(chance.randbytes(4))) or ())
            problems = RULES.check(view, window, form)
            quote = RULES.quote(view, window, form)
            assert len(quote.orders) == len(form)
            assert quote.spent == sum(line.amount for line in quote.orders)
            encode(problems)
            for problem in problems:
                codes.add(problem.code)
                assert set(problem.params) == set(CODES[problem.code])
            if window.kind in refused and chance.random() > 0.25:
                continue
            outcome = RULES.resolve(state, window, {player: form}, Dice(b"damaged"))
            encode(outcome)
            told = [event for event in outcome.events if event.kind == "order_dropped"]
            assert bool(told) == bool(problems)
            assert all(event.to == (player,) for event in told)
            if problems:
                refused[window.kind] += 1
    assert set(refused) == set(ORDERS)
    assert codes > {
        "malformed",
        "missing",
        "unknown_choice",
        "named_twice",
        "number_too_big",
        "wrong_choices",
    }


def test_what_is_refused_is_not_kept() -> None:
    """What lies filed is what `check` allows."""
    chance = random.Random(3)
    for step in all_steps():
        if step.window.kind != "file" or step.before.public.active in step.forms:
            continue
        (player,) = step.forms
        form = damaged(chance, step.forms[player])
        after = RULES.resolve(step.before, step.window, {player: form}, Dice(b"kept")).state
        view = step.before.seen_by(player)
        assert not_yet(view.public, player, "file") is None
        assert RULES.check(view, step.window, after.private[player].plans) == ()


def test_forms_of_strangers_and_of_yesterday_change_nothing() -> None:
    played = steps(4, "rounds", 4, 0.0)
    for step, later in zip(played, played[3:], strict=False):
        (window, *_) = RULES.windows(step.before.public)
        alone = RULES.resolve(step.before, window, {}, Dice(b"1"))
        again = RULES.resolve(step.before, window, {PlayerId("p9"): act("relief")}, Dice(b"1"))
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
