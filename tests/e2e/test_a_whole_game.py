"""A stranger signs up, starts a rehearsal, plays eight turns and reads the final scores."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tools.walk import Visitor

from .conftest import PHONE, Visit


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"java_script_enabled": False}, id="no-script"),
        pytest.param({**PHONE, "locale": "fr-FR", "color_scheme": "dark"}, id="phone-french-night"),
    ],
)
def test_from_sign_up_to_final_scores(visit: Visit, options: dict[str, Any]) -> None:
    ana = visit(**options)
    ana.sign_up()
    ana.rehearse()
    ana.be_somebody()
    for turn in range(1, 9):
        ana.go("orders")
        expect(ana.page.locator(f'[name=turn][value="quarter/{turn}"]').first).to_be_attached()
        if turn == 1:
            ana.full_turn()
            expect(ana.page.locator(".order")).to_have_count(5)
        ana.strike()
    ana.go("scores")
    places = ana.page.locator(".podium > li")
    expect(places).to_have_count(4)
    assert_adds_up(ana.page.locator("main table").first)
    assert "Ana" in " ".join(places.all_inner_texts())
    ana.page.goto("/games/")
    expect(ana.page.locator(f'a[href^="{ana.game}"]').first).to_be_visible()


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    """From the front page to the final scores and the account that keeps the game: the tabulator, arrows,
    space and Enter, and nothing typed but what an account needs."""
    ana = visit()
    keys = ana.page.keyboard
    ana.page.goto("/")
    ana.enter('form[action="/try/"] button')
    for turn in range(1, 9):
        expect(ana.page.locator(f'[name=turn][value="quarter/{turn}"]').first).to_be_attached()
        ana.enter('button[value="open-vote"]')
        ana.tab_to("#vote [name=vote-up]")
        keys.press("Space")
        ana.tab_to("#vote [name=vote-down]")
        keys.press("ArrowDown")
        ana.enter("#vote button.go")
        expect(ana.page.locator("#vote .order")).to_have_count(1)
        ana.enter('button[formaction$="/resolve-now/"]')
        if turn < 8:
            ana.enter('nav a[href$="/orders/"]')
    ana.enter('nav a[href$="/scores/"]')
    expect(ana.page.locator(".podium > li")).to_have_count(4)
    ana.enter('a[href*="/account/signup/"]')
    for field, words in (
        ("#id_display_name", "Ana"),
        ("#id_email", "ana-by-keyboard@example.org"),
        ("#id_password1", "four quiet words here"),
    ):
        ana.tab_to(field)
        keys.type(words)
    ana.enter('form[action="/account/signup/"] button[type=submit]')
    ana.page.goto("/games/")
    expect(ana.page.locator('a[href^="/g/"]').first).to_be_visible()


def assert_adds_up(table: Locator) -> None:
    """Every player's points, line by line, come to the total under them."""
    lines = [
        [int(cell.replace("\u2212", "-")) for cell in row.locator("td").all_inner_texts()]
        for row in table.locator("tbody tr").all()
    ]
    assert [sum(column) for column in zip(*lines[:-1], strict=True)] == lines[-1]


def fingerprint(player: Visitor) -> str:
    """The form's fingerprint as this page shows it, without the spaces."""
    shown = "".join((player.page.locator(".fingerprint").first.text_content() or "").split())
    assert re.fullmatch("[0-9A-F]{24}", shown), shown
    return shown


def test_past_turns_are_kept_and_the_message_holds_the_receipt(visit: Visit) -> None:
    ana = visit()
    ana.sign_up()
    ana.rehearse(bots=1)
    ana.be_somebody()
    ana.full_turn()
    handed_in = fingerprint(ana)
    ana.strike()
    ana.go("message/1")
    assert fingerprint(ana) == handed_in
    for slug in ("wall-street", "newsfeeds"):
        ana.go(f"{slug}/1")
        expect(ana.page.locator("main h1").first).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_an_order_is_saved_and_removed_in_place(visit: Visit, script: bool) -> None:
    """Remove is a button outside its form; with the script, the focus stays where the act was."""
    ana = visit(java_script_enabled=script)
    ana.sign_up()
    ana.rehearse(bots=1)
    ana.be_somebody()
    ana.go("orders")
    ana.add("sabotage", target=2)
    if script:
        expect(ana.page.locator("#sabotage .order")).to_be_focused()
    ana.press(ana.page.locator("#sabotage button.rid"))
    expect(ana.page.locator("#sabotage .order")).to_have_count(0)
    expect(ana.page.locator(".refusal")).to_have_count(0)
    if script:
        expect(ana.page.locator("#sabotage")).to_be_focused()
