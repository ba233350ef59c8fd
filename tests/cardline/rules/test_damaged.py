"""Whatever a form holds, nothing raises; and every refusal is one the skin has a sentence for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardline.rules import RULES
from cardline.rules.orders import SHAPES
from cardline.rules.problems import CODES
from games.contract import Closes, Dice, Order, PlayerId, Window
from games.contract.codec import is_keepable

from .scene import ANA, Game, Played, game, simultaneous, skips

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.integers(-2, 4),
    st.floats(allow_nan=True),
    st.text(max_size=8),
    st.sampled_from(["CHE", "NOR", "LUX", "FRA", "\x00", "\ud800", ""]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(scalars, inner, max_size=2),
    max_leaves=4,
)
keys = st.sampled_from(["card", "gap", "line_version", "more"])
datas = st.one_of(
    st.dictionaries(keys, values, max_size=4), st.dictionaries(scalars, values, max_size=2), values
)
orders = st.builds(Order, kind=st.one_of(st.sampled_from([*SHAPES, ""]), scalars), data=datas)  # type: ignore[arg-type]
placements = st.fixed_dictionaries(
    {"card": scalars, "gap": scalars, "line_version": st.just(1) | scalars}
).map(lambda data: Order("place", data))
forms = st.lists(st.one_of(orders, placements, st.none(), values), max_size=3).map(tuple)
one_placement = placements.map(lambda order: (order,))

ABSENT = skips(p1=0, p2=2)
STATES = [
    game(["FRA"], ["CHE", "NOR"], ["LUX"], skips_in_a_row=ABSENT),
    simultaneous(["FRA"], ["CHE", "NOR"], ["LUX"], skips_in_a_row=ABSENT),
    simultaneous(["FRA"], ["CHE", "NOR"], ["LUX"], skips_in_a_row=skips(p1=2, p2=2)),
    Played(game(["FRA"], ["CHE", "NOR"], ["LUX"])).resign(ANA).state,
]
STRANGE = Window("elsewhere", (3,), (), Closes.AT_NOON)


@settings(max_examples=250, deadline=None)
@given(form=st.one_of(forms, one_placement), player=st.sampled_from(["p1", "p2", "p9"]))
@pytest.mark.parametrize("which", range(len(STATES)))
def test_damaged_forms_never_raise(which: int, form: Any, player: str) -> None:
    state: Game = STATES[which]
    who = PlayerId(player)
    view = state.seen_by(who)
    for asked in (*RULES.windows(state.public), STRANGE):
        problems = RULES.check(view, asked, form)
        for one in problems:
            assert set(one.params) == set(CODES[one.code])
            assert one.order is None or one.order == 0
            assert is_keepable(dict(one.params))
        quote = RULES.quote(view, asked, form)
        assert len(quote.orders) == len(form)
        assert all(is_keepable(dict(line.params)) for line in quote.orders)
        outcome = RULES.resolve(state, asked, {who: form, PlayerId("p99"): form}, Dice(b"x"))
        dropped = [event for event in outcome.events if event.kind == "order_dropped"]
        assert len(dropped) == bool(problems and asked is not STRANGE and who in state.public.players)
        assert all(is_keepable(dict(event.data)) and event.to == (who,) for event in dropped)
    assert RULES.sample(view, STRANGE, Dice(b"x")) is None
    assert RULES.advise(view, STRANGE, Dice(b"x")) is None


@pytest.mark.parametrize("which", range(2))
def test_a_damaged_form_counts_as_none(which: int) -> None:
    state = STATES[which]
    asked = RULES.windows(state.public)[0]
    outcome = RULES.resolve(state, asked, {ANA: (Order("place", {"card": "FRA"}),)}, Dice(b"x"))
    first, second = outcome.events[:2]
    assert (first.kind, first.to, first.data["problem"]) == ("order_dropped", ("p1",), "missing")
    assert (second.kind, second.data) == ("skipped", {"player": "p1", "in_a_row": 1})


def test_deep_data_does_not_raise() -> None:
    deep: Any = []
    for _ in range(50_000):
        deep = [deep]
    form = (Order("place", {"card": deep, "gap": deep, "line_version": deep}),)
    for state in STATES:
        for asked in RULES.windows(state.public):
            assert RULES.check(state.seen_by(ANA), asked, form)
            RULES.quote(state.seen_by(ANA), asked, form)
            RULES.resolve(state, asked, {ANA: form}, Dice(b"x"))
