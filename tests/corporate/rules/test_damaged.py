"""Whatever a form holds, nothing raises; and every refusal is one the skin has a sentence for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corporate.rules import RULES
from corporate.rules.check import CODES
from corporate.rules.content import CORPORATIONS
from corporate.rules.orders import SHAPES
from corporate.rules.state import Council
from games.contract import Closes, Dice, Order, PlayerId, Problem, View, Window
from games.contract.codec import is_keepable

from .scene import CALM, Game, Who, character, game, join, rank, sabotage, share, transfer, vote, window

P1 = PlayerId("p1")

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.integers(-2, 12),
    st.floats(allow_nan=True),
    st.text(max_size=8),
    st.sampled_from([*CORPORATIONS, "p1", "p2", "up", "down", "nikkei", "sabotage", "nobody", "avenger"]),
    st.sampled_from(["\x00", "\ud800", ""]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.one_of(st.text(max_size=4), st.integers()), inner, max_size=3),
    ),
    max_leaves=6,
)
keys = sorted({key for shape in SHAPES.values() for key in shape} | {"more"})
datas = st.one_of(
    st.dictionaries(st.sampled_from(keys), values, max_size=7),
    st.dictionaries(scalars, values, max_size=2),
    values,
)
kinds = st.one_of(st.sampled_from([*SHAPES, "", "quarter"]), scalars)
orders = st.builds(Order, kind=kinds, data=datas)  # type: ignore[arg-type]
forms = st.lists(st.one_of(orders, st.none(), values), max_size=5).map(tuple)

WELL_FORMED = {
    kind: st.fixed_dictionaries(dict.fromkeys(shape, values)).map(lambda data, kind=kind: Order(kind, data))
    for kind, shape in SHAPES.items()
}


def scenes() -> list[tuple[Game, Window]]:
    beginning = RULES.setup((P1, PlayerId("p2")), {}, Dice(b"damaged")).state
    council = Council("targeted_controls", {"transparency": (P1,)}, {})
    middle = game(CALM, Who(coalition="transparency"), Who(), turn=3, council=council, transfers=True)
    quarter, door = RULES.windows(middle.public)
    return [(beginning, window(beginning)), (middle, quarter), (middle, door)]


SCENES = scenes()


def well_told(problems: tuple[Problem, ...], count: int) -> None:
    for one in problems:
        assert set(one.params) == set(CODES[one.code])
        assert one.order is None or 0 <= one.order < count
        assert is_keepable(dict(one.params))
        assert one.input is None or one.input in keys


@settings(max_examples=400, deadline=None)
@given(form=st.one_of(forms, st.lists(st.one_of(*WELL_FORMED.values()), max_size=4).map(tuple)))
@pytest.mark.parametrize("scene", range(len(SCENES)))
def test_damaged_forms_never_raise(scene: int, form: Any) -> None:
    state, asked = SCENES[scene]
    view = state.seen_by(P1)
    problems = RULES.check(view, asked, form)
    well_told(problems, len(form))
    quote = RULES.quote(view, asked, form)
    assert len(quote.orders) == len(form)
    assert quote.spent == sum(line.amount for line in quote.orders)
    outcome = RULES.resolve(state, asked, {P1: form, PlayerId("p99"): form}, Dice(b"x"))
    dropped = [event.data for event in outcome.events if event.kind == "order_dropped"]
    assert all(is_keepable(event.data) for event in outcome.events)
    places = {one.order for one in problems if one.order is not None}
    assert len(dropped) == len(places)
    if not problems:
        assert quote.left >= 0


def test_deep_data_does_not_raise() -> None:
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    for state, asked in SCENES:
        for kind in SHAPES:
            for data in (
                {"corporation": deep},
                {"strategies": {"leader": deep}},
                {"secrets": deep, "x": deep},
            ):
                form = (Order(kind, data),)
                assert RULES.check(state.seen_by(P1), asked, form)
                RULES.quote(state.seen_by(P1), asked, form)
                RULES.resolve(state, asked, {P1: form}, Dice(b"x"))


def test_strangers_and_closed_windows() -> None:
    state, quarter = SCENES[1]
    form = (vote("ares", "sony"),)
    spectator = View(None, state.public, None)
    assert [one.code for one in RULES.check(spectator, quarter, form)] == ["not_a_player"]
    assert RULES.quote(spectator, quarter, form).spent == 0
    assert RULES.advise(spectator, quarter, Dice(b"x")) is None
    assert RULES.sample(spectator, quarter, Dice(b"x")) is None
    past = Window("quarter", (2,), quarter.orders, Closes.AT_NOON, awaited=quarter.awaited)
    assert [one.code for one in RULES.check(state.seen_by(P1), past, form)] == ["window_closed"]
    assert RULES.quote(state.seen_by(P1), past, form).spent == 0
    outcome = RULES.resolve(state, past, {P1: form}, Dice(b"x"))
    assert (outcome.state, outcome.events) == (state, ())


def test_texts() -> None:
    state, asked = SCENES[0]

    def found(**data: Any) -> list[tuple[str, str | None]]:
        problems = RULES.check(state.seen_by(P1), asked, (character(**data),))
        return [(one.code, one.input) for one in problems]

    assert found(public_text="x" * 2_000, secrets="x" * 4_000) == []
    assert found(public_text="x" * 2_001, secrets="x" * 4_001) == [
        ("text_too_long", "public_text"),
        ("text_too_long", "secrets"),
    ]
    assert found(public_text="a\x00", secrets="\ud800") == [
        ("text_unreadable", "public_text"),
        ("text_unreadable", "secrets"),
    ]
    assert RULES.check(state.seen_by(P1), asked, (Order("character", {}),)) == ()
    assert RULES.check(state.seen_by(P1), asked, ()) == ()


def test_an_option_of_the_window_is_no_door_to_another() -> None:
    for (state, asked), order in (
        (SCENES[0], share("ares")),
        (SCENES[1], transfer("p2", 1_000)),
        (SCENES[2], rank("ares", 1, 1_000)),
    ):
        assert [one.code for one in RULES.check(state.seen_by(P1), asked, (order,))] == ["unknown_order"]


def test_bools_are_no_numbers_and_numbers_no_bools() -> None:
    state, quarter = SCENES[1]
    for key, value in (("steps", True), ("influence_bonus", 1), ("steps", 1.0), ("steps", "1")):
        order = Order("sabotage", {**sabotage("ares").data, key: value})
        problems = RULES.check(state.seen_by(P1), quarter, (order,))
        assert [(one.code, one.input) for one in problems] == [("malformed", key)]


def test_joining_is_cheap_to_judge() -> None:
    """A form of thousands of orders is judged one by one, each once."""
    state, quarter = SCENES[1]
    form = (join("transparency"),) * 5_000
    problems = RULES.check(state.seen_by(P1), quarter, form)
    assert [one.code for one in problems] == ["one_only"] * 4_999
