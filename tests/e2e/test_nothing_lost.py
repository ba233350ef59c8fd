"""Two questions answered, one of them saved: nothing of the other is lost, with and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tools.walk import Visitor

from .conftest import Visit


def first_turn(visit: Visit, script: bool) -> Visitor:
    ana = visit(java_script_enabled=script)
    ana.sign_up()
    ana.rehearse(2)
    ana.be_somebody()
    ana.go("orders")
    for kind in ("vote", "join_coalition"):
        ana.press(ana.page.locator(f'button[value="open-{kind}"]'))
    return ana


def field(ana: Visitor, name: str) -> Locator:
    return ana.page.locator(f'[name="{name}"]')


def chosen(ana: Visitor, name: str) -> str:
    """The value of the choice that is made; "" for none."""
    made = ana.page.locator(f'[name="{name}"]:checked')
    return made.input_value() if made.count() else ""


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_vote_chosen_is_saved_by_the_button_beside_it(visit: Visit, script: bool) -> None:
    ana = first_turn(visit, script)
    field(ana, "vote-up").nth(0).check()
    field(ana, "vote-down").nth(1).check()
    field(ana, "join_coalition-coalition").first.check(force=True)
    ana.press(ana.page.locator('button[value="add-join_coalition"]'))
    expect(ana.page.locator("#vote .order")).to_have_count(1)
    expect(ana.page.locator("#join_coalition .order")).to_have_count(1)
    expect(ana.page.get_by_role("status").filter(has_text="Vote")).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_half_a_vote_stays_through_every_other_button(visit: Visit, script: bool) -> None:
    ana = first_turn(visit, script)
    field(ana, "vote-up").nth(0).check()
    up = chosen(ana, "vote-up")
    field(ana, "join_coalition-coalition").first.check(force=True)
    ana.press(ana.page.locator('button[value="add-join_coalition"]'))
    expect(ana.page.locator("#join_coalition .order")).to_have_count(1)
    assert chosen(ana, "vote-up") == up
    ana.press(ana.page.locator('button[value="open-sabotage"]'))
    expect(field(ana, "sabotage-target").first).to_be_visible()
    assert chosen(ana, "vote-up") == up
    ana.press(ana.seen('button[formaction$="/resolve-now/"]'))
    expect(ana.page.locator("#unsaved")).to_be_visible()
    assert chosen(ana, "vote-up") == up
    ana.press(ana.page.locator('#unsaved button[name="without"]'))
    ana.page.wait_for_url("**/message/")
