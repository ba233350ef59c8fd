"""What bad input gets: a sentence at its field, in the reader's language, with what was typed still there.

Every row is posted to the page of a real game in its window, and what was saved before still counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.skin import Desk
from megacorps.orders import form
from megacorps.skin import SKIN

from ..rules import scene as table
from ..stage import Played

RULES_OF = "file-mercenary_prices-rules"


# ---- at which field ------------------------------------------------------------------------------


def invalid(played: Played, typed: Mapping[str, str], door: str = "") -> list[str]:
    """The names of the fields at which something stands when this is posted by `p1`."""
    main, doors = played.desks("p1")
    desk = main if not door else next(one for one in doors if one.window.kind == door)
    assert desk is not None
    scene = played.scene("p1")
    edit = SKIN.edit(scene, desk, {"act": "save", **typed} if not door else typed)
    problems = edit.errors or SKIN.rules.check(scene.view, desk.window, edit.orders)
    assert problems
    shown = Desk(desk.window, typed=typed, problems=problems)
    if door:
        (panels,) = [one.panels for one in form.waiting(scene, (shown,)).context["doors_open"]]
    else:
        panels = form.page(scene, shown, ()).context["panels"]
    return [one.id for panel in panels for one in panel.every if one.invalid]


def a_game(**given: Any) -> Played:
    return Played(table.game("mokia", "globbo", "nonintendo", **given))


@pytest.mark.parametrize("row", [1, 2, 3])
@pytest.mark.parametrize("price", ["", "two", "-4"])
def test_a_price_is_refused_in_the_row_it_stands_in(row, price):
    """Rows left empty before it do not move it to another one; nor do rows that are well."""
    for before in ({}, {f"{RULES_OF}-{n}-answer": "refuse" for n in range(1, row)}):
        typed = {f"{RULES_OF}-{row}-answer": "price", f"{RULES_OF}-{row}-price": price, **before}
        assert invalid(a_game(), typed, "file") == [f"{RULES_OF}-{row}-price"]


@pytest.mark.parametrize("row", [1, 2])
def test_a_row_without_an_answer_is_refused_at_its_answer(row):
    assert invalid(a_game(), {f"{RULES_OF}-{row}-price": "3"}, "file") == [f"{RULES_OF}-{row}-answer"]


def test_a_card_with_a_moment_it_cannot_have_is_refused_in_its_row():
    at = "file-card_orders-orders-3"
    typed = {f"{at}-trigger": "before_turn_of:p2", f"{at}-card": "elections", f"{at}-country": "india"}
    assert invalid(a_game(), typed, "file") == [f"{at}-trigger"]


def test_one_bid_among_several_is_refused_at_its_own_field():
    played, at = a_game(owned={"globbo": ["defense.china", "defense.japan"]}), "turn-buy_mercenaries-bids"
    for company, wrong in (("defense.japan", "two"), ("defense.china", "-1"), ("oil.china", "2")):
        typed = {"turn-kind": "buy_mercenaries", f"{at}-defense.china": "1", f"{at}-defense.japan": "1"}
        assert invalid(played, typed | {f"{at}-{company}": wrong}) == [f"{at}-{company}"]


def test_one_fallback_among_several_is_refused_at_its_own_field():
    at = "turn-buy_company"
    typed = {"turn-kind": "buy_company", f"{at}-company": "oil.china", f"{at}-fallbacks-3": "forged"}
    assert invalid(a_game(), typed) == [f"{at}-fallbacks-3"]


def test_a_megacorp_named_twice_is_refused_for_that_and_not_for_the_length_of_the_list():
    """Places left open are filled, but no more of them than there are."""
    played = Played(table.new(3).state)
    desk, _doors = played.desks("p1")
    typed = {"act": "save", **{f"choose_megacorp-ranking-{place}": "mokia" for place in (1, 2, 4)}}
    edit = SKIN.edit(played.scene("p1"), desk, typed)
    assert len(edit.orders[0].data["ranking"]) == 6
    assert [one.code for one in SKIN.rules.check(played.scene("p1").view, desk.window, edit.orders)] == [
        "named_twice"
    ]
