"""A stranger plays a rehearsal of Contrôle Global on a phone to the scores, with and without scripts, and
reads why civil society struck where it did."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tools.walk import Visitor

from .conftest import NO_SCRIPT, PHONE, Visit

MINUTES = 20
MOST_FORMS = 60


def fill_in(page: Page) -> None:
    """The first of each choice that is open and not made."""
    for fields in page.locator("#form fieldset:has(input[type=radio]) >> visible=true").all():
        if not fields.locator("input:checked").count():
            free = fields.locator("input[type=radio]:not([disabled])")
            if free.count():
                free.first.check(force=True)


def answer(ana: Visitor) -> bool:
    """Whatever is asked, as the page proposes it and with the first of what it leaves open. False: it was
    refused twice, and noon was struck instead."""
    page = ana.page
    for _ in range(2):
        fill_in(page)
        one = page.locator("button.go[name=act] >> visible=true")
        if not one.count():
            one = page.locator('button[name=act][value="pass"] >> visible=true')
        ana.press(one.first)
        if not page.locator("#form .refusal").count():
            ready = page.locator("button[name=ready] >> visible=true")
            if ready.count():
                ana.press(ready.first)
            return True
    ana.go("orders")
    ana.press(page.locator('button[formaction*="resolve"] >> visible=true').first)
    return False


@pytest.mark.parametrize(
    ("mode", "options"),
    [
        pytest.param("turns", PHONE, id="phone"),
        pytest.param("rounds", NO_SCRIPT, id="phone-no-script"),
    ],
)
def test_a_whole_rehearsal_of_four_to_the_scores(visit: Visit, mode: str, options: dict[str, Any]) -> None:
    ana = visit(**options)
    ana.sign_up()
    began = time.monotonic()
    ana.rehearse(3, "controle", mode=mode)
    page, own = ana.page, 0
    for _ in range(MOST_FORMS):
        ana.come_back()
        if "/scores/" in page.url:
            break
        ana.go("world")
        if options.get("java_script_enabled", True):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator(".world a")).to_have_count(7)
        ana.go("orders")
        own += answer(ana)
    assert time.monotonic() - began < 60 * MINUTES
    expect(page).to_have_url(re.compile("/scores/(#|$)"))
    assert own >= 4
    expect(page.locator(".cg-places li")).to_have_count(4)
    expect(page.locator(".cg-steps")).to_have_count(7)
    ana.go("rounds")
    whys = page.locator(".moves .why")
    assert whys.count(), "the last round tells why civil society struck"
    expect(whys.first).to_contain_text(re.compile(r"\d"))


def choose_what_is_open(ana: Visitor) -> None:
    """Each list without a choice one further, each group of buttons its first, by keys alone."""
    page = ana.page
    for name in page.locator("#ask select >> visible=true").evaluate_all(
        "all => all.filter(each => !each.value && each.options[0].disabled).map(each => each.name)"
    ):
        ana.tab_to(f'select[name="{name}"]')
        page.keyboard.press("ArrowDown")
    for name in page.locator("#ask fieldset:not(:has(input:checked)) input[type=radio]:enabled").evaluate_all(
        "all => [...new Set(all.map(each => each.name))]"
    ):
        ana.tab_to(f'input[name="{name}"]')
        page.keyboard.press("Space")


def test_a_whole_turn_is_played_by_keyboard_alone(visit: Visit) -> None:
    """The start, a card with its effect, a look at it, and the button that plays it."""
    ana = visit(viewport={"width": 1280, "height": 900})
    ana.sign_up()
    ana.rehearse(1, "controle", mode="turns")
    page = ana.page
    for asked in ("start", "play"):
        ana.go("orders")
        expect(page.locator("#ask")).to_be_visible()
        if asked == "play":
            ana.tab_to("input[name=play-effect]:enabled")
            page.keyboard.press("Space")
            ana.tab_to("button[name=look]:not(.sr)")
            with page.expect_navigation():
                page.keyboard.press("Enter")
        choose_what_is_open(ana)
        ana.tab_to(f"button.go[value=add-{asked}]")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.locator("#form .refusal")).to_have_count(0)
    ana.go("rounds")
    expect(page.locator(".moves .own h3").first).to_be_visible()
