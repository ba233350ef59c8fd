"""A damaged form counts as none; of a question that is not open nothing is said."""

from __future__ import annotations

import pytest

from cardline.rules import RULES
from games.contract import Closes, Dice, Order, Window

from .scene import ANA, game, simultaneous, skips

ABSENT = skips(p1=0, p2=2)
STATES = [
    game(["FRA"], ["CHE", "NOR"], ["LUX"], skips_in_a_row=ABSENT),
    simultaneous(["FRA"], ["CHE", "NOR"], ["LUX"], skips_in_a_row=ABSENT),
]
STRANGE = Window("elsewhere", (3,), (), Closes.AT_NOON)


@pytest.mark.parametrize("state", STATES, ids=["move", "round"])
def test_a_damaged_form_counts_as_none(state) -> None:
    asked = RULES.windows(state.public)[0]
    outcome = RULES.resolve(state, asked, {ANA: (Order("place", {"card": "FRA"}),)}, Dice(b"x"))
    first, second = outcome.events[:2]
    assert (first.kind, first.to, first.data["problem"]) == ("order_dropped", ("p1",), "missing")
    assert (second.kind, second.data) == ("skipped", {"player": "p1", "in_a_row": 1})


@pytest.mark.parametrize("state", STATES, ids=["move", "round"])
def test_of_a_question_that_is_not_open_nothing_is_said(state) -> None:
    view = state.seen_by(ANA)
    assert RULES.check(view, STRANGE, ())
    assert RULES.sample(view, STRANGE, Dice(b"x")) is None
    assert RULES.advise(view, STRANGE, Dice(b"x")) is None
    assert RULES.resolve(state, STRANGE, {ANA: ()}, Dice(b"x")).events == ()
