"""A stranger plays Cardline against bots on a phone, one after the other and all at once."""

from __future__ import annotations

import itertools
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tools.servers import wait_until
from tools.walk import Visitor

from .conftest import NO_SCRIPT, PHONE, Visit

MINUTES = 3


def rehearse(ana: Visitor, mode: str, hand: int) -> None:
    """A game of Cardline against three bots, from the page that asks which."""
    ana.page.goto("/games/rehearsal/")
    ana.page.check('[name=title][value="cardline"]', force=True)
    rehearse_with(ana, mode, hand)


def rehearse_with(ana: Visitor, mode: str, hand: int) -> None:
    """The rest of that page."""
    page = ana.page
    if not page.locator("main details.fold[open]").count():
        ana.unfold_options()
    page.check(f'[name="option-cardline-mode"][value="{mode}"]', force=True)
    page.select_option('[name="option-cardline-hand_size"]', str(hand))
    ana.press(ana.seen("main form:has([name=bots]) button.go"))
    expect(page).to_have_url(re.compile("/g/[a-z0-9]+/"))
    ana.game = re.search(r"/g/[a-z0-9]+/", page.url)[0]  # type: ignore[index]


def choose(ana: Visitor) -> Locator:
    """A card and the gap in the middle of the line; the button that places it."""
    page = ana.page
    page.locator("#play .choice").first.click()
    gaps = page.locator("#play .gap")
    gaps.nth(gaps.count() // 2).click()
    return ana.seen(".desk button.go, .dock button.go")


def fits(ana: Visitor) -> None:
    """Nothing is wider than the screen, and every target is as tall as a thumb needs."""
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = "[...document.querySelectorAll('#play label')].filter(e => e.offsetHeight < 44).length"
    assert ana.page.evaluate(small) == 0


@pytest.mark.parametrize(
    ("mode", "options"),
    [
        pytest.param("sequential", PHONE, id="phone"),
        pytest.param("simultaneous", NO_SCRIPT, id="simultaneous-phone-no-script"),
    ],
)
def test_a_whole_game_in_three_minutes(visit: Visit, mode: str, options: dict[str, Any]) -> None:
    ana = visit(**options)
    ana.sign_up()
    began = time.monotonic()
    rehearse(ana, mode, hand=2)
    script = options.get("java_script_enabled", True)
    for turn in range(60):
        ana.page.goto(ana.game)
        if not ana.page.locator("#play").count():
            break
        if script:
            fits(ana)
        place = choose(ana)
        if script and not turn:
            said = ana.page.locator(".dock [data-said]")
            expect(said).to_contain_text(ana.page.locator("#play .choice b").first.inner_text())
        ana.press(place)
    assert time.monotonic() - began < 60 * MINUTES
    expect(ana.page).to_have_url(re.compile("/scores/$"))
    expect(ana.page.locator(".podium > li")).to_have_count(4)
    if script:  # "Bot Charlie" in one line or two, beside how he left
        names = "[...document.querySelectorAll('.podium .who b')].filter(e => e.offsetHeight > 60).length"
        assert ana.page.evaluate(names) == 0
    expect(ana.page.locator('main a[href="/games/rehearsal/"]')).to_be_visible()


@pytest.mark.parametrize("width", [320, 360])
def test_eight_full_hands_are_read_on_the_narrowest_phones(visit: Visit, width: int) -> None:
    """Names are not broken within a word, figures of the scale stand apart, every card begins at one of
    the columns."""
    ana = visit(**{**PHONE, "viewport": {"width": width, "height": 640}}, locale="fr-FR")
    ana.sign_up()
    page = ana.page
    page.goto("/games/rehearsal/")
    page.check('[name=title][value="cardline"]', force=True)
    ana.unfold_options()
    page.check('[name="option-cardline-characteristic"][value="area"]', force=True)
    page.select_option("[name=bots]", "7")
    rehearse_with(ana, "simultaneous", 10)
    fits(ana)
    lines = "[...document.querySelectorAll('.hands b')].map(e => e.getClientRects().length)"
    assert page.evaluate(lines) == [1] * 8
    ends = page.evaluate(
        """[...document.querySelectorAll('.scale text')].filter(e => e.getAttribute('y') === '44')
           .map(e => e.getBoundingClientRect()).map(box => [box.left, box.right])"""
    )
    assert all(left[1] < right[0] for left, right in itertools.pairwise(ends)), ends
    lefts = page.evaluate(
        "[...document.querySelectorAll('.held > li')].map(e => Math.round(e.getBoundingClientRect().left))"
    )
    assert len(lefts) == 80
    assert len(set(lefts)) <= 2


def test_the_form_is_played_by_keyboard_alone(visit: Visit) -> None:
    ana = visit()
    ana.sign_up()
    rehearse(ana, "sequential", hand=4)
    page = ana.page
    before = page.locator("#play [name=card]").first.get_attribute("value")
    page.locator("#play [name=card]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator(f'#play [name=card][value="{before}"]')).to_have_count(0)


def duel(ana: Visitor, bruno: Visitor, mode: str = "default") -> None:
    """A game of two, one after the other unless said, of which Ana has the first turn."""
    page = ana.page
    page.goto("/games/new/")
    page.check('[name=title][value="cardline"]', force=True)
    page.fill("[name=name]", "Round the world")
    page.check('[name=who][value="public"]', force=True)
    page.select_option("[name=min_players]", "2")
    page.select_option("[name=max_players]", "2")
    page.select_option('[name="option-cardline-first_player"]', "0")
    page.check(f'[name="option-cardline-mode"][value="{mode}"]', force=True)
    ana.press(ana.seen("main form:has([name=name]) button.go"))
    ana.game = bruno.game = re.search(r"/g/[a-z0-9]+/", page.url)[0]  # type: ignore[index]
    bruno.page.goto(bruno.game)
    bruno.press(bruno.seen(f'form[action="{bruno.game}join/"] button'))


def test_my_turn_appears_without_a_reload(visit: Visit) -> None:
    ana, bruno = visit(**PHONE), visit(**PHONE)
    ana.sign_up("Ana")
    bruno.sign_up("Bruno")
    duel(ana, bruno)
    bruno.page.clock.install()
    bruno.go("orders")
    expect(bruno.page.locator("#play")).to_have_count(0)
    expect(bruno.page.locator("#news[data-moves]")).to_have_count(1)
    bruno.page.evaluate("window.kept = true")
    with bruno.page.expect_response(lambda answer: "seen=" in answer.url) as asked:
        bruno.page.clock.run_for(24_000)
    assert asked.value.status == 204
    ana.go("orders")
    ana.press(choose(ana))
    with bruno.page.expect_response(lambda answer: "seen=" in answer.url) as asked:
        bruno.page.clock.run_for(24_000)
    assert asked.value.status == 200
    expect(bruno.page.locator("#play")).to_be_visible()
    assert bruno.page.evaluate("window.kept")
    expect(bruno.page).to_have_title(re.compile("Your turn"))


def has_verdict(player: Visitor) -> bool:
    player.go("orders")
    return bool(player.page.locator("#verdict").count())


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_sealed_card_is_taken_back_with_one_tap(visit: Visit, script: bool) -> None:
    ana, bruno = visit(**PHONE, java_script_enabled=script), visit(**PHONE)
    ana.sign_up("Ana")
    bruno.sign_up("Bruno")
    duel(ana, bruno, "simultaneous")
    ana.go("orders")
    choose(ana).click()
    expect(ana.page.locator("#in")).to_be_visible()
    assert ana.page.locator("#play :checked").count() == 2
    bruno.go("line")
    expect(bruno.page.locator("#who-is-in dd").first).to_have_text("Ana")
    ana.press(ana.page.locator('button[formaction$="/withdraw/"]'))
    expect(ana.page.locator("#in")).to_have_count(0)
    expect(ana.page.locator(".note.yes")).to_have_count(1)
    assert ana.page.locator("#play :checked").count() == 0
    bruno.go("line")
    expect(bruno.page.locator("#who-is-in dd").first).to_have_text("–")
    for player in (bruno, ana):
        player.go("orders")
        player.press(choose(player))
    wait_until(lambda: has_verdict(ana), 60, "a worker has resolved the round")
