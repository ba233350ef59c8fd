"""A stranger plays a rehearsal of Macht$piele on a phone to the scores, and a round by keyboard alone."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tools.walk import Visitor

from .conftest import NO_SCRIPT, PHONE, Visit

MINUTES = 30
MOST_FORMS = 90
WANTED = ("buy_shares", "open_new", "bribe", "merge", "buy_general", "use_legal", "recruit")
"""Actions in the order in which this player looks for one that can be opened."""


def place(ana: Visitor, division: str) -> None:
    ana.page.goto(f"{ana.game}orders/")
    ana.page.check(f'[name$="-to"][value="{division}"]', force=True)
    ana.press(ana.seen("button.go[name=act]"))


def fill_in(page: Page) -> None:
    """The first of each choice that an open question has and that is not made."""
    for fields in page.locator("#form .askform fieldset:has(input[type=radio]) >> visible=true").all():
        if not fields.locator("input:checked").count():
            fields.locator("input[type=radio]:not([disabled])").first.check(force=True)
    for chooser in page.locator("#choose .askform select >> visible=true").all():
        if not chooser.input_value():
            chooser.select_option(index=1)


def choose(ana: Visitor, kinds: tuple[str, ...]) -> bool:
    """One choice: an action is opened, filled in, kept. False if it was refused."""
    page = ana.page
    for kind in kinds:
        opener = page.locator(f'button[value="open-{kind}"] >> visible=true')
        if opener.count():
            ana.press(opener.first)
            fill_in(page)
            ana.press(ana.seen(f'button[value="add-{kind}"]'))
            return not page.locator(".refusal").count()
    return False


def answer(ana: Visitor, number: int) -> None:
    """Whatever is asked: an action, and a second choice in case it fails; then handed in."""
    page = ana.page
    if page.locator("#choose").count():
        first = number % len(WANTED)
        chosen = choose(ana, (*WANTED[first:], *WANTED[:first]))
        if not chosen:
            page.goto(f"{ana.game}orders/")  # what was refused is left
        more = page.locator('button[value="add-pass"] >> visible=true')
        if more.count() and (not chosen or page.locator("#choices").count()):
            ana.press(more.first)
    else:
        fill_in(page)
        one = page.locator("button.go[name=act] >> visible=true")
        ana.press(one.first if one.count() else ana.seen(".askform button[name=act]"))
    ready = page.locator("button[name=ready] >> visible=true")
    if ready.count():
        ana.press(ready.first)


@pytest.mark.parametrize(
    ("mode", "options"),
    [
        pytest.param("rounds", PHONE, id="phone"),
        pytest.param("classic", NO_SCRIPT, id="classic-no-script"),
    ],
)
def test_a_whole_rehearsal_of_four_to_the_scores(visit: Visit, mode: str, options: dict[str, Any]) -> None:
    ana = visit(**options)
    ana.sign_up()
    began = time.monotonic()
    ana.rehearse(3, "machtspiele", mode=mode)
    page = ana.page
    for number in range(MOST_FORMS):
        ana.come_back()
        if "/scores/" in page.url:
            break
        if options.get("java_script_enabled", True):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        answer(ana, number)
    assert time.monotonic() - began < 60 * MINUTES
    expect(page).to_have_url(re.compile("/scores/(#|$)"))
    expect(page.locator(".ms-cards > div")).to_have_count(4)  # whose nemesis was who, and by what


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    """Opened, chosen, kept, moved up, handed in; where the tabulator is can be seen."""
    ana = visit()
    ana.sign_up()
    ana.rehearse(3, "machtspiele", mode="rounds")
    for division in ("legal", "personnel", "controlling"):
        place(ana, division)
    page = ana.page
    page.goto(f"{ana.game}orders/")

    def tab_to(selector: str) -> None:
        for _ in range(150):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                # the frame of a choice is what is seen of its radio button
                seen = page.evaluate(
                    "getComputedStyle(document.activeElement.closest('.choice') || document.activeElement)"
                    ".outlineStyle"
                )
                assert seen != "none", selector
                return
        raise AssertionError(f"the tabulator does not come to {selector}")

    def press() -> None:
        with page.expect_response(lambda one: one.request.resource_type in ("document", "xhr", "fetch")):
            page.keyboard.press("Enter")
        page.wait_for_load_state("networkidle")
        page.locator("body").press("Home")

    tab_to('button[value="open-buy_shares"]')
    press()
    tab_to('[name="buy_shares-value"]')
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    tab_to('button[value="add-buy_shares"]')
    press()
    tab_to('button[value="add-pass"]')
    press()
    expect(page.locator(".ms-wishes > .order")).to_have_count(2)
    tab_to('button[value="up-o1"]')
    press()
    expect(page.locator("#o0 > .what")).not_to_contain_text("3")
    tab_to('button[value="down-o0"]')
    press()
    tab_to("button[name=ready]")
    press()
    page.goto(f"{ana.game}orders/")
    expect(page.locator(".ms-wishes > .order")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("2")
