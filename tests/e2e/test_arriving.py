"""Pages left open over a noon, an early close, an outage and a restart; posts that are refused.

Two readers have scripts, in two languages, and two have none. The browser's clock is moved on where only
the page's own waiting is waited for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tools.servers import Site, site

from .backstage import Backstage, backstage
from .conftest import Visit

HOUR = 3600
LANGUAGES = ("en-GB", "fr-FR")
# What a page must not say in the wrong language.
OVER = {"en-GB": "This turn is over.", "fr-FR": "Ce tour est terminé."}
LEFT = {"en-GB": re.compile("Noon in 1 day [12] h"), "fr-FR": re.compile(r"Midi dans 1\s?jour [12]\s?h")}


@pytest.fixture(scope="module")
def live_site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    """A site of this module's own, which is stopped and started again."""
    with site(tmp_path_factory.mktemp("arriving"), copy_of=prepared) as made:
        made.start()
        made.wait()
        yield made


@pytest.fixture(scope="module")
def stage(live_site: Site) -> Iterator[Backstage]:
    with backstage(live_site) as made:
        yield made


class Table:
    """A game with its noon in an hour, and readers of it, each in a seat of his own."""

    def __init__(self, visit: Visit, stage: Backstage, url: str, early: bool = False) -> None:
        self.visit, self.url = visit, url
        made = stage.started("corporate", 6, early)
        self.address, self.cookies = made["address"], made["cookies"]
        stage.noon_in(self.address, HOUR)
        self.seats = iter(range(len(self.cookies)))

    def reader(self, slug: str, *, script: bool = True, locale: str = "en-GB", **options: Any) -> Page:
        """Opens a page of the game; with scripts, under a clock that the test moves."""
        page = self.visit(java_script_enabled=script, locale=locale, **options).page
        name, value = self.cookies[next(self.seats)]
        page.context.add_cookies([{"name": name, "value": value, "url": self.url}])
        if script:
            page.clock.install()
        page.goto(self.address + slug)
        if script:
            page.evaluate("window.same = true")
        return page

    def on(self, page: Page, seconds: float) -> None:
        page.clock.fast_forward(int(seconds * 1000))


@pytest.fixture
def table(visit: Visit, stage: Backstage, live_site: Site) -> Any:
    return lambda early=False: Table(visit, stage, live_site.url, early)


def begin_an_order(page: Page) -> Locator:
    """Open the form of one kind and choose something in it, without saving; the field."""
    page.locator("#sabotage button.add").click()
    field = page.locator("#sabotage [name$=-target]").first
    field.check()
    field.focus()
    return field


def news(page: Page) -> Locator:
    return page.locator("#news .note")


def test_a_noon_arrives_on_every_page_that_was_left_open(table: Any, stage: Backstage) -> None:
    game = table()
    base = game.address
    readers = {locale: game.reader("orders/", locale=locale) for locale in LANGUAGES}
    typist = game.reader("orders/", locale="fr-FR")
    field = begin_an_order(typist)
    chosen = field.is_checked()
    waiting = game.reader("newsfeeds/", locale="fr-FR")  # where nothing is printed yet
    stage.noon_in(base, -1)
    for page in (*readers.values(), typist, waiting):
        game.on(page, HOUR + 10)
    for page in readers.values():  # it is being resolved, and the page says so by itself
        expect(page.locator("#noon h1")).to_be_visible()
        assert page.evaluate("window.same")
    expect(news(typist)).to_be_visible()
    without = {locale: game.reader("orders/", script=False, locale=locale) for locale in LANGUAGES}
    stage.close(base)
    for page in (*readers.values(), typist, waiting):
        game.on(page, 30)
    for page in readers.values():
        expect(page).to_have_url(re.compile(f"{base}message/$"))
    expect(waiting.locator("main .empty")).to_have_count(0)
    expect(news(typist)).to_contain_text(OVER["fr-FR"])
    expect(field).to_be_focused()
    assert chosen
    assert field.is_checked()
    for page in without.values():  # by a Refresh of their own
        expect(page).to_have_url(re.compile(f"{base}message/$"))
    news(typist).get_by_role("link").click()
    expect(typist).to_have_url(re.compile(f"{base}message/$"))


def test_an_early_close_arrives_and_an_old_edition_stays(table: Any, stage: Backstage) -> None:
    game = table(early=True)
    base = game.address
    readers = {locale: game.reader("orders/", locale=locale) for locale in LANGUAGES}
    plain = game.reader("orders/", script=False)
    stage.everybody_is_ready(base)
    for page in readers.values():
        game.on(page, 60)
        expect(page).to_have_url(re.compile(f"{base}message/$"))
    plain.locator(f'noscript a[href="{base}"]').click()
    expect(plain).to_have_url(re.compile(f"{base}message/$"))
    past = game.reader("newsfeeds/1/")
    stage.everybody_is_ready(base)
    game.on(past, 60)
    expect(news(past)).to_contain_text(OVER["en-GB"])
    assert past.url.endswith("/newsfeeds/1/")


def test_over_an_outage_a_page_follows_its_noon_and_over_a_restart_it_arrives(
    table: Any, stage: Backstage, live_site: Site
) -> None:
    """While the site is away the noon of one game moves, as it does after an outage; another one's comes."""
    moved, resolved = table(), table()
    following = {locale: moved.reader("wall-street/", locale=locale) for locale in LANGUAGES}
    typist = moved.reader("orders/")
    field = begin_an_order(typist)
    arriving = {locale: resolved.reader("wall-street/", locale=locale) for locale in LANGUAGES}
    live_site.stop()
    for page in (*following.values(), typist, *arriving.values()):
        for _ in range(2):  # nobody answers, and nothing of it is seen
            with page.expect_event("requestfailed"):
                moved.on(page, HOUR + 10)
        expect(page.locator(".unanswered, #news *")).to_have_count(0)
    stage.noon_in(moved.address, 26 * HOUR)
    stage.close(resolved.address)
    live_site.start()
    live_site.wait()
    for locale, page in following.items():
        moved.on(page, 300)
        expect(page.locator(".countdown .left")).to_have_text(LEFT[locale])
        assert page.evaluate("window.same")
    moved.on(typist, 300)
    expect(typist.locator(".countdown .left")).to_have_text(LEFT["en-GB"])
    expect(news(typist)).to_have_count(0)
    expect(field).to_be_focused()
    for page in arriving.values():
        resolved.on(page, 300)
        expect(page.locator(".flag")).to_contain_text(re.compile("(Turn|Tour) 2 "))
        expect(page.locator("main .empty")).to_have_count(0)


def test_a_hidden_page_asks_when_it_is_looked_at(table: Any, stage: Backstage) -> None:
    game = table()
    page = game.reader("orders/")
    hide = "Object.defineProperty(document, 'hidden', {{value: {}, configurable: true}})"
    page.evaluate(hide.format("true"))
    stage.noon_in(game.address, -1)
    stage.close(game.address)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    game.on(page, 5 * HOUR)
    assert not asked
    page.evaluate(hide.format("false"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page).to_have_url(re.compile(f"{game.address}message/$"))


# ---- refused posts ----------------------------------------------------------------------------------

TYPED = "137"


def type_a_run(page: Page) -> None:
    """A sabotage of so many steps as nobody may take, typed and not sent."""
    page.locator("#sabotage button.add").click()
    form = page.locator("#sabotage .askform")
    expect(form).to_be_visible()
    form.locator("[name$=-target]").first.check()
    form.locator('[name$=-steps][value="more"]').check(force=True)
    form.locator("[name$=-steps_more]").fill(TYPED)


def send(page: Page) -> int:
    with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
        page.locator("#sabotage .askform button.go").click()
    return sent.value.status


@pytest.mark.parametrize(
    ("script", "locale"),
    [
        pytest.param(True, "fr-FR", id="script-fr"),
        pytest.param(False, "en-GB", id="no-script"),
    ],
)
def test_a_refused_post_shows_why_and_what_was_typed(
    table: Any, stage: Backstage, script: bool, locale: str
) -> None:
    game = table()
    page = game.reader("orders/", script=script, locale=locale, broken=True)
    name, value = game.cookies[0]
    mine = {"name": name, "value": value, "url": game.url}
    other = dict(zip(("name", "value"), stage.another_user(), strict=True)) | {"url": game.url}

    def refused(status: int) -> None:
        assert send(page) == status
        if status == 422:
            expect(page.locator("#sabotage .refusal").first).to_be_visible()
            expect(page.locator("[name$=-steps_more]")).to_have_value(TYPED)
            page.goto(game.address + "orders/")
            return
        expect(page.locator("dl.typed")).to_contain_text(TYPED)
        expect(page.locator("main h1")).to_have_count(1)
        assert page.evaluate("document.title.length") > 10
        if script:
            expect(page.locator("main h1")).to_be_focused()
            assert page.evaluate("scrollY") == 0
        page.goto(game.address + "orders/")

    type_a_run(page)
    refused(422)
    type_a_run(page)
    page.context.clear_cookies(name=name)
    refused(403)
    page.context.add_cookies([mine])
    page.goto(game.address + "orders/")
    type_a_run(page)
    page.context.add_cookies([other])
    refused(404)
    page.context.add_cookies([mine])
    page.goto(game.address + "orders/")
    type_a_run(page)
    stage.spend_posts(game.address, 1)
    refused(429)
    stage.forget_posts()
    type_a_run(page)
    page.locator("[name$=-steps_more]").fill("")
    page.locator("[name$=-steps]").nth(1).check(force=True)
    stage.forms_cannot_be_written(True)
    try:
        assert send(page) == 503
        expect(page.locator("dl.typed")).to_be_visible()
    finally:
        stage.forms_cannot_be_written(False)
    page.goto(game.address + "orders/")
    type_a_run(page)
    stage.close(game.address)
    refused(409)
