"""Talking within a game, in both languages, with and without scripts: a letter, a draft, mute and report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tools.servers import Site, site

from .axe import Inspector
from .backstage import Backstage, backstage
from .conftest import Visit

WAYS = [("en-GB", True), ("fr-FR", False)]


@pytest.fixture(scope="module")
def live_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of this module's own, on whose database games are made."""
    with site(tmp_path_factory.mktemp("talking")) as made:
        made.start()
        made.wait()
        yield made


@pytest.fixture(scope="module")
def stage(live_site: Site) -> Iterator[Backstage]:
    with backstage(live_site) as made:
        yield made


def sent(page: Page) -> None:
    """Press the button that sends what is written, and wait for the page that comes of it."""
    with page.expect_navigation():
        page.locator('#write button[value="send"]').click()


@pytest.mark.parametrize(("locale", "script"), WAYS, ids=lambda value: str(value))
def test_a_letter_is_written_read_muted_and_reported(
    visit: Visit, stage: Backstage, live_site: Site, locale: str, script: bool
) -> None:
    made = stage.talking()
    base, cookies = made["address"], [*made["cookies"], made["master"]]

    def reader(number: int, width: int = 1280) -> Page:
        viewport: Any = {"width": width, "height": 800}
        page = visit(java_script_enabled=script, locale=locale, viewport=viewport).page
        name, value = cookies[number]
        page.context.add_cookies([{"name": name, "value": value, "url": live_site.url}])
        return page

    ana, bruno, chloe, master = reader(0), reader(1, 360), reader(2), reader(3)
    # Ana writes from where the players' names stand; the draft is kept before it is sent.
    ana.goto(f"{base}players/")
    ana.locator('main a[href$="/talk/p2/"]').first.click()
    ana.locator("#text").fill("Do you bring the *other* vote?")
    if script:
        expect(ana.locator("#kept")).to_contain_text("✓")
        ana.reload()
    else:
        with ana.expect_navigation():
            ana.locator('#write button[value="keep"]').click()
    expect(ana.locator("#text")).to_have_value("Do you bring the *other* vote?")
    sent(ana)
    expect(ana.locator("#text")).to_have_value("")
    expect(ana.locator(".said.mine em")).to_have_text("other")

    # Bruno is told in the lobby and on the tab, reads it on a phone, and answers by keyboard.
    bruno.goto("/games/")
    bruno.locator(f'main .game a[href="{base}talk/"]').click()
    bruno.locator('.convs a[href$="/talk/p1/"]').click()
    expect(bruno.locator("#new")).to_be_visible()
    assert bruno.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bruno.locator("#text").focus()
    bruno.keyboard.type("Yes.")
    bruno.keyboard.press("Tab")
    with bruno.expect_navigation():
        bruno.keyboard.press("Enter")
    expect(bruno.locator(".said")).to_have_count(2)
    chloe.goto(f"{base}talk/")
    expect(chloe.locator("body")).not_to_contain_text("Yes.")

    # Ana mutes the letter: what comes is not counted.
    ana.goto(f"{base}talk/p2/")
    ana.locator(".folds summary").first.click()
    with ana.expect_navigation():
        ana.locator('form[action$="/mute/"] button').click()
    bruno.locator("#text").fill("Are you there?")
    sent(bruno)
    ana.goto("/games/")
    expect(ana.locator(f'main .game a[href="{base}talk/"]')).to_have_count(0)

    # Bruno reports the first message; the master removes it; the ledger says so.
    bruno.locator("details:has(#report) summary").click()
    bruno.locator("#why").select_option("insult")
    bruno.locator("#words").fill("Look at this.")
    with bruno.expect_navigation():
        bruno.locator("#report button").click()
    master.goto(f"{base}talk/reports/")
    expect(master.locator(".said")).to_have_count(3)
    with master.expect_navigation():
        master.locator('button[value="removed"]').click()
    expect(master.locator(".said")).to_have_count(0)
    ana.goto(f"{base}talk/p2/")
    expect(ana.locator(".said em")).to_have_count(0)
    chloe.goto(f"{base}ledger/")
    expect(chloe.locator(".record li").first).to_contain_text({"en": "removed", "fr": "retiré"}[locale[:2]])


def test_the_pages_of_talk_keep_nobody_out_and_fit_a_phone(
    visit: Visit, stage: Backstage, live_site: Site, looks: set[int]
) -> None:
    """By day, and by night, when only the colours are others."""
    made = stage.talking()
    base, cookies = made["address"], [*made["cookies"], made["master"]]

    def reader(number: int, **options: Any) -> Page:
        page = visit(**options).page
        name, value = cookies[number]
        page.context.add_cookies([{"name": name, "value": value, "url": live_site.url}])
        return page

    ana = reader(0, java_script_enabled=False)
    for address, text in (("p2", "A *letter* with [a link](https://noon.example)"), ("table", "To all")):
        ana.goto(f"{base}talk/{address}/")
        ana.locator("#text").fill(text)
        sent(ana)
    bruno = reader(1, locale="fr-FR", viewport={"width": 360, "height": 740})
    bruno.goto(f"{base}talk/table/")
    bruno.locator("details:has(#report) summary").click()
    with bruno.expect_navigation():
        bruno.locator("#report button").click()
    master = reader(3, viewport={"width": 360, "height": 740})
    found, pages = [], {
        bruno: ("talk/p1/", "talk/", "talk/table/", "talk/?q=letter", "talk/masters/"),
        master: ("talk/reports/", "talk/table/"),
    }  # fmt: skip
    for page, paths in pages.items():
        axe = Inspector(page.context, looks)
        for path in paths:
            page.emulate_media(color_scheme="light")
            page.goto(base + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
            wrong = axe.structure(page) + axe.colours(page)
            page.emulate_media(color_scheme="dark")
            wrong += [f"by night: {one}" for one in axe.colours(page)]
            found += [f"{path}: {one}" for one in wrong]
    assert not found, "\n".join(found)


def test_an_open_conversation_says_that_something_was_written_and_leaves_what_is_being_typed(
    visit: Visit, stage: Backstage, live_site: Site
) -> None:
    made = stage.talking()
    base, pages = made["address"], []
    for name, value in made["cookies"][:2]:
        page = visit().page
        page.context.add_cookies([{"name": name, "value": value, "url": live_site.url}])
        pages.append(page)
    ana, bruno = pages
    bruno.clock.install()
    bruno.goto(f"{base}talk/p1/")
    bruno.locator("#text").fill("I was about to say")
    ana.goto(f"{base}talk/p2/")
    ana.locator("#text").fill("Are you there?")
    sent(ana)
    expect(bruno.locator("#newer a")).to_have_count(0)
    bruno.clock.fast_forward(31_000)
    expect(bruno.locator("#newer a")).to_have_text("1 new message: show it")
    expect(bruno.locator("#text")).to_have_value("I was about to say")
    bruno.locator("#newer a").click()
    expect(bruno.locator(".said").last).to_contain_text("Are you there?")
    expect(bruno.locator("#text")).to_have_value("I was about to say")
