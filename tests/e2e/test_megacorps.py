"""A stranger plays a rehearsal of MegaCorps on a phone to the final scores, in both modes."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tools.walk import Visitor

from .conftest import Visit

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
MINUTES = 10
MOST_FORMS = 120
HAND_IN = "#form button[name=act][value=save].go, .dock button.go"


def answer(ana: Visitor) -> None:
    """Whatever is asked: the first of each choice; in a turn and a programme, to buy or else to pass."""
    page = ana.page
    if page.locator('[name="line-1-kind"]').count():
        page.check('[name="line-1-kind"][value="buy_company"]', force=True)
        page.locator('[name="line-1-buy_company-company"]').select_option(index=1)
    elif page.locator('[name="turn-kind"]').count():
        page.check('[name="turn-kind"][value="pass"]', force=True)
    else:
        lists = page.locator("#form > .stack-l select >> visible=true").all()
        if lists and not page.locator('[name^="play-"]').count():
            lists[0].select_option(index=1)
        if page.locator("#form > .stack-l [type=radio]").count():
            page.locator("#form > .stack-l [type=radio]").first.check(force=True)
    ana.press(ana.seen(HAND_IN))


@pytest.mark.parametrize("mode", ["programmed", "sequential"])
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param({**PHONE, "java_script_enabled": False, "locale": "fr-FR"}, id="phone-no-script"),
    ],
)
def test_a_whole_rehearsal_of_four_in_ten_minutes(visit: Visit, options: dict[str, Any], mode: str) -> None:
    ana = visit(**options)
    ana.sign_up()
    began = time.monotonic()
    ana.rehearse(3, "megacorps", round_mode=mode)
    for _ in range(MOST_FORMS):
        ana.page.goto(ana.game)
        if "/scores/" in ana.page.url:
            break
        if options.get("java_script_enabled", True):
            assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if ana.page.locator("#form button[name=act][value=save]").count():
            answer(ana)
        else:
            ana.press(ana.seen('button[formaction$="/resolve-now/"]'))
    assert time.monotonic() - began < 60 * MINUTES
    expect(ana.page).to_have_url(re.compile("/scores/$"))
    expect(ana.page.locator(".podium > li")).to_have_count(4)
