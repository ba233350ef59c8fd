"""A stranger plays a rehearsal of MegaCorps on a phone to the final scores, in both modes; five people play a
round in five browsers."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tools.servers import Site
from tools.walk import Visitor

from .backstage import backstage
from .conftest import NO_SCRIPT, PHONE, Visit

MINUTES = 10
MOST_FORMS = 120
WITH_SCRIPTS = {0, 1}  # on a desk, in English; on a phone, in French
CLOSES_WITHIN = 90  # looks at the page, a second apart
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


@pytest.mark.parametrize(
    ("mode", "options"),
    [
        pytest.param("programmed", PHONE, id="phone"),
        pytest.param("sequential", NO_SCRIPT, id="sequential-no-script"),
    ],
)
def test_a_whole_rehearsal_of_four_in_ten_minutes(visit: Visit, mode: str, options: dict[str, Any]) -> None:
    ana = visit(**options)
    ana.sign_up()
    began = time.monotonic()
    ana.rehearse(3, "megacorps", round_mode=mode)
    for _ in range(MOST_FORMS):
        ana.come_back()
        if "/scores/" in ana.page.url:
            break
        if options.get("java_script_enabled", True):
            assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if ana.page.locator("#form button[name=act][value=save]").count():
            answer(ana)
        else:
            ana.press(ana.seen('button[formaction$="/resolve-now/"]'))
    assert time.monotonic() - began < 60 * MINUTES
    expect(ana.page).to_have_url(re.compile("/scores/(#|$)"))
    expect(ana.page.locator(".podium > li")).to_have_count(4)


def act(who: Visitor, name: str, value: str) -> None:
    """Choose one answer of a question, which may be a frame on a phone."""
    who.page.check(f'[name="{name}"][value="{value}"]', force=True)


def pick(who: Visitor, name: str, value: str) -> None:
    who.page.select_option(f'[name="{name}"]', value)


def hand_in(who: Visitor) -> None:
    who.press(who.seen(HAND_IN))


def test_five_people_in_five_browsers_play_a_round(visit: Visit, live_site: Site) -> None:
    """The first plays a card that is an auction, the second trades with the third and outbids the fourth;
    the fifth is away, and comes back when the round is over. On phones and desks, in both languages, with
    and without scripts."""
    with backstage(live_site) as stage:
        made = stage.five_at_their_programmes("greedy_kleptocrats")
    game = made["address"]
    people = []
    for seat, (name, value) in enumerate(made["cookies"]):
        options: dict[str, Any] = {"locale": "fr-FR"} if seat % 2 else {}
        options |= PHONE if seat % 3 else {}
        who = visit(java_script_enabled=seat in WITH_SCRIPTS, **options)
        who.page.context.add_cookies([{"name": name, "value": value, "url": live_site.url}])
        who.game = game
        who.go("orders")
        people.append(who)
    ana, bruno, chloe, dimitri, ines = people

    # The fifth is not waited for, and is told so.
    expect(ines.page.locator('button[name="door"][value="come_back/3"]')).to_be_visible()

    # One trades: what was offered in one browser is accepted in another.
    bruno.press(bruno.page.locator('button[name="open"][value="trade"]'))
    pick(bruno, "trade-to", "p3")
    bruno.page.fill('[name="trade-give-money"]', "3")
    pick(bruno, "trade-want-companies-1", "media.india")
    bruno.press(bruno.page.locator('button[name="door"][value="trade"]'))
    chloe.go("orders")
    unfold(chloe, "trade")
    act(chloe, "trade-do", chloe.page.locator('[name="trade-do"]').first.get_attribute("value") or "")
    chloe.press(chloe.page.locator('button[name="door"][value="trade"]'))

    # Four programmes; the last one in plays the turns, up to the auction.
    act(ana, "line-1-kind", "buy_company")
    pick(ana, "line-1-buy_company-company", "oil.maghreb")
    ana.page.check('[name="play-1-do"]', force=True)
    pick(ana, "play-1-greedy_kleptocrats-country", "asean")
    ana.page.fill('[name="play-1-greedy_kleptocrats-amount"]', "2")
    hand_in(ana)
    expect(ana.page.locator("#receipt")).to_be_visible()
    for who, action in ((bruno, "payout"), (chloe, "buy_mercenaries"), (dimitri, "pass")):
        who.go("orders")
        act(who, "line-1-kind", action)
        if action == "payout":
            pick(who, "line-1-payout-industry", "media")
        hand_in(who)

    # One bids more than the others.
    for who, amount in ((bruno, "5"), (chloe, "0"), (dimitri, "4")):
        who.go("orders")
        expect(who.page.locator('[name="turn"][value^="auction_bid/3/"]').first).to_be_attached()
        who.page.fill('[name="auction_bid-amount"]', amount)
        hand_in(who)

    # The round is over for everybody, and tells what each did.
    for who in (ana, bruno, chloe, dimitri):
        who.go("orders")
        expect(who.page.locator('[name="turn"][value="program/4"]').first).to_be_attached()
        who.go("round/3")
        expect(who.page.locator(".mc-acts")).to_contain_text("ASEAN")
        expect(who.page.locator(".mc-acts")).to_contain_text("Maghreb")
    ana.go("board")
    money = sorted(ana.page.locator(".mc-players td.as").all_inner_texts())
    assert money == ["€35", "€36", "€40", "€40", "€43"]
    ines.page.reload()
    ines.press(ines.page.locator('button[name="door"][value^="come_back/"]'))
    ines.go("orders")
    act(ines, "line-1-kind", "pass")
    hand_in(ines)
    expect(ines.page.locator("#receipt")).to_be_visible()


def test_a_round_by_keyboard_alone(visit: Visit, live_site: Site) -> None:
    """Three lines, two cards in an order of one's own, handed in, taken back, handed in again, and read."""
    with backstage(live_site) as stage:
        made = stage.five_at_their_programmes("bull_market", "clone_soldiers")
        ana = visit()
        name, value = made["cookies"][0]
        ana.page.context.add_cookies([{"name": name, "value": value, "url": live_site.url}])
        ana.game = made["address"]
        ana.go("orders")
        keys, lines = ana.page.keyboard, ana.page.locator("#receipt tbody tr")

        def answer_line(number: int, steps: int, field: str) -> None:
            """The action so many frames from the first, and the first choice of its field."""
            ana.tab_to(f'[name="line-{number}-kind"]')
            keys.press("Space")
            for _ in range(steps):
                keys.press("ArrowRight")
            if field:
                ana.tab_to(f'[name="line-{number}-{field}"]')
                keys.press("ArrowDown")

        def unfold(line: int) -> None:
            ana.tab_to(f"#line-{line} > summary")
            keys.press("Enter")

        answer_line(1, 0, "buy_company-company")
        unfold(2)
        answer_line(2, 1, "payout-industry")
        unfold(3)
        answer_line(3, 5, "")
        for number, card in ((1, "bull_market-industry"), (2, "")):
            ana.tab_to(f'[name="play-{number}-do"]')
            keys.press("Space")
            if card:
                ana.tab_to(f'[name="play-{number}-{card}"]')
                keys.press("ArrowDown")
        ana.tab_to('[name="play-2-place"]')
        keys.press("ArrowUp")
        press_by_key(ana, HAND_IN)
        expect(lines).to_have_count(5)
        receipt = " ".join(lines.all_text_contents())
        assert receipt.index("Clone Soldiers") < receipt.index("Bull Market")

        ana.tab_to('details:has(> div > button[formaction$="/withdraw/"]) > summary')
        keys.press("Enter")
        press_by_key(ana, 'button[formaction$="/withdraw/"]')
        expect(lines).to_have_count(0)
        press_by_key(ana, HAND_IN)  # what was withdrawn still stands in its fields
        expect(lines).to_have_count(5)
        stage.pass_in_the_place_of(made["address"], [2, 3, 4])
    for _ in range(CLOSES_WITHIN):  # a worker closes the round
        ana.go("orders")
        if ana.page.locator('[name="turn"][value="program/4"]').count():
            break
        ana.page.wait_for_timeout(1000)
    expect(ana.page.locator('[name="turn"][value="program/4"]').first).to_be_attached()
    ana.tab_to(f'.tabs a[href^="{ana.game}round/"]')
    with ana.page.expect_navigation():
        ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".mc-letter")).to_be_visible()


def press_by_key(who: Visitor, button: str) -> None:
    """Go to a button, which shows that it has the focus, and press Enter."""
    who.tab_to(button)
    focus = "getComputedStyle(document.activeElement).outlineStyle"
    assert who.page.evaluate(focus) != "none"
    with who.page.expect_navigation():
        who.page.keyboard.press("Enter")


def unfold(who: Visitor, door: str) -> None:
    """Open the fold of a door, if it is not."""
    fold = who.page.locator(f'details:has(button[name="door"][value="{door}"])').first
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()
