"""A stranger plays a rehearsal of Macht$piele on a phone: the placement and a round, and a whole round by
keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tools.walk import Visitor

from .conftest import Visit

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def place(ana: Visitor, division: str) -> None:
    ana.page.goto(f"{ana.game}orders/")
    ana.page.check(f'[name$="-to"][value="{division}"]', force=True)
    ana.press(ana.seen("button.go[name=act]"))


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param({**PHONE, "java_script_enabled": False, "locale": "fr-FR"}, id="phone-no-script"),
    ],
)
def test_a_round_in_a_rehearsal_of_four(visit: Visit, options: dict[str, Any]) -> None:
    """Open an action, fill it in, hand in: three presses for each."""
    ana = visit(**options)
    ana.sign_up()
    ana.rehearse(3, "machtspiele", mode="rounds")
    for division in ("legal", "personnel", "controlling"):
        place(ana, division)
    page = ana.page
    page.goto(f"{ana.game}orders/")
    ana.press(ana.seen('button[value="open-buy_shares"]'))
    page.check('[name="buy_shares-value"][value="3"]', force=True)
    ana.press(ana.seen('button[value="add-buy_shares"]'))
    ana.press(ana.seen('button[value="open-recruit"]'))
    ana.press(ana.seen('button[value="add-recruit"]'))
    expect(page.locator(".ms-wishes > .order")).to_have_count(2)
    ana.press(ana.seen('button[value="up-o1"]'))
    if options.get("java_script_enabled", True):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ana.press(ana.seen("button[name=ready]"))
    page.goto(f"{ana.game}orders/")
    expect(page.locator(".ms-wishes > .order")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("2")
