"""What happens at a table between noons, each journey in English with scripts and in French without: being
told, going away, leaving and taking over, deciding together, an organizer's evening."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from icalendar import Calendar
from playwright.sync_api import Locator, Page, expect

from tools.chaos.mail import Sink
from tools.servers import Site, site
from tools.walk import Visitor

from .axe import Inspector
from .backstage import Backstage, backstage
from .conftest import Visit

DESK: Any = {"width": 1280, "height": 900}
WAYS = {"English, scripts": ("en", True), "French, no scripts": ("fr", False)}


@pytest.fixture(scope="module")
def post() -> Iterator[Sink]:
    """The mail server of the site."""
    sink = Sink()
    yield sink
    sink.close()


@pytest.fixture(scope="module")
def live_site(tmp_path_factory: pytest.TempPathFactory, prepared: Path, post: Sink) -> Iterator[Site]:
    """A site of this module's own that sends mail; its minute's work is done when a test says so."""
    env = {
        "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(post.port), "EMAIL_USE_TLS": "0",
        "DEFAULT_FROM_EMAIL": "noon@noon.example", "NOON_BEAT_SECONDS": "3600",
    }  # fmt: skip
    with site(tmp_path_factory.mktemp("life"), env, copy_of=prepared) as made:
        made.start()
        made.wait()
        yield made


@pytest.fixture(scope="module")
def stage(live_site: Site) -> Iterator[Backstage]:
    with backstage(live_site) as made:
        yield made


class Reader(Visitor):
    """One browser in which now this one and now that one is logged in."""

    def __init__(self, page: Page, cookies: dict[str, list[str]], home: str) -> None:
        super().__init__(page)
        self.cookies, self.home = cookies, home

    def be(self, name: str, path: str) -> Page:
        """Read this page as somebody else."""
        key, value = self.cookies[name]
        self.page.context.clear_cookies()
        self.page.context.add_cookies([{"name": key, "value": value, "url": self.home}])
        self.page.goto(path)
        return self.page

    def press_one(self, selector: str) -> None:
        self.press(self.seen(selector))


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def way(request: pytest.FixtureRequest) -> tuple[str, bool]:
    """The language, and whether the browser runs scripts."""
    chosen: tuple[str, bool] = request.param
    return chosen


@pytest.fixture
def read(visit: Visit, live_site: Site, way: tuple[str, bool]) -> Callable[[dict[str, Any]], Reader]:
    """A browser for the people of a table, on a phone."""
    language, script = way

    def reader(made: dict[str, Any]) -> Reader:
        narrow: Any = {"width": 390, "height": 844}
        locale = {"en": "en-GB", "fr": "fr-FR"}[language]
        page = visit(java_script_enabled=script, locale=locale, viewport=narrow).page
        return Reader(page, made["cookies"], live_site.url)

    return reader


def fits(page: Page) -> None:
    """Nothing goes beyond the edge of the phone."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, page.url


Read = Callable[[dict[str, Any]], Reader]


def test_who_chose_it_is_reminded_and_the_calendar_follows_an_extension(
    read: Read, stage: Backstage, post: Sink, way: tuple[str, bool]
) -> None:
    made = stage.table("corporate", ["Ana", "Bruno"], way[0])
    stage.pass_in_the_place_of(made["address"], [2])
    reader, began = read(made), len(post.kept)

    # Ana chooses what she is told by mail, at what hour the digest comes, and when to be reminded.
    page = reader.be("Ana", "/account/news/")
    fits(page)
    page.check('[name="message-mail"][value="now"]', force=True)
    page.check('[name="pause-mail"][value="digest"]', force=True)
    page.fill("[name=digest_at]", "07:30")
    page.check('[name=reminders][value="3"]', force=True)
    reader.press_one("main form button.go")
    expect(page.locator("[role=status]").first).to_be_visible()
    expect(page.locator('[name="message-mail"][value="now"]')).to_be_checked()
    expect(page.locator("[name=digest_at]")).to_have_value("07:30")
    expect(page.locator('[name=reminders][value="3"]')).to_be_checked()

    # Noon comes near: she is told, and Bruno, who has handed in, is not. The page says what arrived.
    stage.noon_is_near(made["address"], 3)
    told = [(to, text) for to, subject, text in post.kept[began:] if made["name"] in subject + text]
    assert [to for to, _ in told] == [made["mail"]["Ana"]]
    assert made["address"] in told[0][1]
    page = reader.be("Ana", "/account/news/")
    expect(page.locator("#delivery .way dd").first).to_contain_text(made["name"])

    # Her calendar has the noon; Lena moves it by a day; the calendar's program follows.
    page = reader.be("Ana", "/account/profile/")
    reader.press_one('#calendar button[value="make"]')
    secret = page.locator("#calendar-address").input_value()
    before = noons_of(secret)
    page = reader.be("Lena", "/games/")
    page.locator("main .runs a", has_text=made["name"]).first.click()
    page.locator('main a[href$="/act/extend/"]').click()
    was = datetime.strptime(page.locator("[name=until]").input_value(), "%Y-%m-%dT%H:%M")
    page.fill("[name=until]", f"{was + timedelta(days=1):%Y-%m-%dT%H:%M}")
    page.fill("[name=reason]", "Two of you are on a train.")
    reader.press_one("main form button.go")
    after = noons_of(secret)
    assert after.keys() == before.keys()
    (moved,) = (uid for uid, noon in after.items() if noon["DTSTART"] != before[uid]["DTSTART"])
    assert after[moved]["SEQUENCE"] > before[moved]["SEQUENCE"]
    later = after[moved]["DTSTART"].dt - before[moved]["DTSTART"].dt.replace(second=0)
    assert later == timedelta(days=1)

    # That noon moved waits for her digest: one mail, with that in it.
    began = len(post.kept)
    stage.digests_go()
    mine = [mail for mail in post.kept[began:] if mail[0] == made["mail"]["Ana"]]
    assert len(mine) == 1, mine
    assert made["name"] in mine[0][2]


def noons_of(secret: str) -> dict[str, Any]:
    """The events of the calendar at this address by their UID, as a calendar's program fetches them."""
    with urlopen(secret, timeout=20) as answer:
        found = Calendar.from_ical(answer.read()).walk("VEVENT")
    return {str(event["UID"]): event for event in found}


def save_by_hand(reader: Reader) -> None:
    """Change the form of the Corporate Game: without one of its orders, or with a vote where it has none."""
    rid = 'button[value^="remove-"]'
    if reader.page.locator(f"{rid} >> visible=true").count():
        reader.press_one(rid)
    else:
        reader.add("vote", up=1, down=2)


PLANS = {"Ana": "pass", "Bruno": "again", "Chloé": "bot", "Inès": "nothing"}


def test_who_goes_away_comes_back_with_a_form_whatever_the_plan(
    read: Read, stage: Backstage, way: tuple[str, bool]
) -> None:
    made = stage.table("corporate", [*PLANS, "Oskar"], way[0])
    stage.all_hand_in(made["address"])  # so that there is a form to hand in again
    stage.noon_strikes(made["address"])
    reader, orders = read(made), f"{made['address']}orders/"
    last = f"{datetime.now() + timedelta(days=6):%Y-%m-%d}"
    for name, plan in PLANS.items():
        page = reader.be(name, "/away/")
        page.fill("[name=first]", f"{datetime.now():%Y-%m-%d}")
        page.fill("[name=last]", last)
        page.check(f'[name=plan][value="{plan}"]', force=True)
        reader.press_one("#away button.go")
        expect(page.locator("#noted li")).to_have_count(1)
    fits(page)

    # What was handed in stands in the receipt of each; the table reads nothing of it, and after noon that
    # they are away, of one as of the other.
    for name, plan in PLANS.items():
        page = reader.be(name, orders)
        expect(page.locator("#receipt")).to_have_count(int(plan != "nothing"))
    page = reader.be("Oskar", orders)
    expect(page.locator("main")).not_to_contain_text(AWAY[way[0]])
    stage.noon_strikes(made["address"])
    page = reader.be("Oskar", made["address"])
    for name in PLANS:
        expect(page.locator("main")).to_contain_text(f"{name} {AWAY[way[0]]}")

    # Each is back with the first form saved by hand; the table reads it after the next noon.
    for name in PLANS:
        page = reader.be(name, orders)
        save_by_hand(reader)
        page.goto("/away/")
        expect(page.locator("#noted li")).to_have_count(0)
    page = reader.be("Oskar", made["address"])
    expect(page.locator("main")).to_contain_text(AWAY[way[0]])
    stage.noon_strikes(made["address"])
    page = reader.be("Oskar", made["address"])
    expect(page.locator("main")).not_to_contain_text(AWAY[way[0]])


AWAY = {"en": "is away", "fr": "en congé"}
DEPUTY = {"en": "deputy", "fr": "suppléant"}


def test_a_deputy_is_asked_accepts_saves_the_form_and_is_needed_no_more(
    read: Read, stage: Backstage, way: tuple[str, bool]
) -> None:
    made = stage.table("corporate", ["Ana", "Bruno"], way[0], {"press": "all"})
    for key, found in stage.people(["Wolfgang"], way[0]).items():
        made[key] |= found
    reader, orders = read(made), f"{made['address']}orders/"
    page = reader.be("Ana", f"/away/?game={made['address'].split('/')[2]}")
    page.fill("[name=first]", f"{datetime.now():%Y-%m-%d}")
    page.fill("[name=last]", f"{datetime.now() + timedelta(days=6):%Y-%m-%d}")
    page.check('[name=plan][value="pass"]', force=True)
    page.fill("[name=who]", made["mail"]["Wolfgang"])
    reader.press_one("#away button.go")
    expect(page.locator("#noted")).to_contain_text(made["mail"]["Wolfgang"])

    page = reader.be("Wolfgang", "/games/")
    reader.press_one("[aria-labelledby=told] a")
    fits(page)
    reader.press_one('main button[value="accept"]')
    page.goto(orders)
    expect(page.locator("#deputy")).to_contain_text("Ana")
    fits(page)
    save_by_hand(reader)
    answer = page.goto(f"{made['address']}talk/p2/")
    assert answer and answer.status == 404, "private talk is nobody else's unless allowed"

    page = reader.be("Bruno", orders)
    expect(page.locator("main")).not_to_contain_text(DEPUTY[way[0]])
    page = reader.be("Ana", orders)
    expect(page.locator("#receipt")).to_contain_text(DEPUTY[way[0]])
    page.goto("/away/")
    reader.press_one('#noted form[action$="/back/"] button')
    expect(page.locator("#noted li")).to_have_count(0)
    page = reader.be("Wolfgang", "/games/")
    answer = page.goto(orders)
    assert answer and answer.status == 404


def test_a_place_that_is_left_is_offered_and_taken_over(
    read: Read, stage: Backstage, way: tuple[str, bool]
) -> None:
    made = stage.table("corporate", ["Ana", "Bruno", "Chloé"], way[0], {"is_public": True})
    made["cookies"] |= stage.people(["Inès"], way[0])["cookies"]
    reader = read(made)
    page = reader.be("Bruno", f"{made['address']}orders/")
    reader.press_one('.game-foot a[href$="/leave/"]')
    fits(page)
    reader.press_one('main form button[value="for good"]')
    expect(page).to_have_url(re.compile("/games/$"))
    page = reader.be("Ana", "/games/")
    expect(page.locator("[aria-labelledby=told]")).to_contain_text("Bruno")

    page = reader.be("Inès", "/games/")
    fits(page)
    offered = page.locator(".offers li", has_text=made["name"])
    offered.locator("h3 a").click()
    expect(page.locator("main [name=name]")).to_have_value("Inès")
    reader.press_one("main form button.go")
    assert page.url.endswith(made["address"]) or made["address"] in page.url
    page.goto(f"{made['address']}orders/")
    expect(page.locator("#form")).to_be_visible()
    page.goto("/games/")
    expect(page.locator(".offers li", has_text=made["name"])).to_have_count(0)
    page = reader.be("Ana", f"{made['address']}players/")
    expect(page.locator("main")).to_contain_text("Inès")
    page.goto(f"{made['address']}ledger/")
    expect(page.locator(".record")).to_contain_text("Inès")


def test_more_than_half_agree_on_a_pause_and_on_going_on(
    read: Read, stage: Backstage, way: tuple[str, bool]
) -> None:
    made = stage.table("corporate", ["Ana", "Bruno", "Chloé"], way[0])
    reader, together = read(made), f"{made['address']}together/"

    def propose(name: str, kind: str) -> Locator:
        page = reader.be(name, together)
        page.locator(f'details:has(button[value="{kind}"]) summary').click()
        reader.press_one(f'button[name=kind][value="{kind}"]')
        return page.locator("main")

    def answer(name: str, act: str) -> Locator:
        page = reader.be(name, together)
        fits(page)
        reader.press_one(f'main button[value="{act}"]')
        return page.locator("main")

    propose("Ana", "pause")
    page = reader.be("Chloé", f"{made['address']}orders/")
    expect(page.locator('main a[href$="/together/"]').first).to_be_visible()
    expect(page.locator("#form")).to_be_visible()
    answer("Bruno", "refuse")
    answer("Chloé", "agree")
    expect(page.locator('details:has(button[value="go_on"])')).to_have_count(1)
    page.goto(f"{made['address']}orders/")
    expect(page.locator("#form")).to_have_count(0)
    propose("Bruno", "go_on")
    answer("Ana", "agree")
    page.goto(f"{made['address']}orders/")
    expect(page.locator("#form")).to_be_visible()


EVENING = ("corporate", "megacorps", "cardline")


def test_an_organizers_evening_with_three_tables_of_three_titles(
    read: Read, stage: Backstage, way: tuple[str, bool]
) -> None:
    reader = read(stage.people(["Lena"], way[0], True))
    page = reader.be("Lena", "/games/")
    tables = {title: f"Tuesday, {title}" for title in EVENING}
    addresses = {}
    for title, name in tables.items():
        page.goto("/games/new/")
        page.check(f'[name=title][value="{title}"]', force=True)
        page.fill("[name=name]", name)
        page.check("[name=runs]")
        reader.press_one("main form#settings button.go")
        addresses[title] = re.search("/g/[a-z0-9]+/", page.url)[0]  # type: ignore[index]
        stage.joins(addresses[title], "Ana", way[0])

    # One bot is seated by hand, then bots take all places that are free, and the games start.
    page.goto(addresses["megacorps"])
    reader.press_one('main button[name=act][value="seat"]')
    expect(page.locator(".joined .badge")).to_have_count(1)
    for address in addresses.values():
        page.goto(address)
        reader.press_one('main button[name=act][value="start"]')
    stage.minute()

    page.goto("/games/")
    fits(page)
    rows = page.locator("[aria-labelledby=tables] .runs > li")
    expect(rows).to_have_count(3)
    hour = rows.filter(has_text=tables["cardline"]).locator(".hour")
    before = hour.inner_text()
    rows.filter(has_text=tables["cardline"]).locator("h3 a").click()
    page.locator('main a[href$="/act/extend/"]').click()
    was = datetime.strptime(page.locator("[name=until]").input_value(), "%Y-%m-%dT%H:%M")
    page.fill("[name=until]", f"{was + timedelta(days=1):%Y-%m-%dT%H:%M}")
    page.fill("[name=reason]", "The hall is closed tomorrow.")
    reader.press_one("main form button.go")
    page.goto("/games/")
    for name in tables.values():
        expect(rows.filter(has_text=name)).to_have_count(1)
    expect(rows.last).to_contain_text(tables["cardline"])
    assert hour.inner_text() != before


def test_the_pages_people_live_at_keep_nobody_out_and_fit_a_phone(
    visit: Visit, stage: Backstage, live_site: Site, looks: set[int]
) -> None:
    """Each by day and by night, on a desk and on a phone: days away, a deputy's request, what is decided
    together, leaving, a place, how a game is kept, notices, tables one runs; and a vote by keyboard alone."""
    made = stage.table("corporate", ["Ana", "Bruno", "Chloé"], "fr", {"is_public": True, "press": "all"})
    made["cookies"] |= stage.people(["Inès"], "fr")["cookies"]
    more = stage.much_happens(made["address"], made["mail"]["Ana"])
    reader = Reader(visit(locale="fr-FR", viewport=DESK).page, made["cookies"], live_site.url)
    page, base, wrong = reader.page, made["address"], list[str]()
    axe = Inspector(page.context, looks)
    pages = {
        "Ana": ["/away/", "/account/news/", "/account/channels/", "/games/", f"{base}together/"],
        "Bruno": [f"{base}leave/", f"{base}ledger/", f"{base}talk/p1/", f"{base}players/"],
        "Inès": [more["place"], "/games/", f"{base}talk/table/", more["deputy"]],
        "Lena": ["/games/", "/account/news/", f"{base}talk/reports/", f"{base}hook/", more["gathering"]],
        "Chloé": [more["put_out"]],
    }
    for name, addresses in pages.items():
        for address in addresses:
            page.set_viewport_size(DESK)
            page.emulate_media(color_scheme="light")
            reader.be(name, address)
            found = [f"by day: {one}" for one in axe.structure(page) + axe.colours(page)]
            page.emulate_media(color_scheme="dark")
            found += [f"by night: {one}" for one in axe.colours(page)]
            for width in (390, 360):
                page.set_viewport_size({"width": width, "height": 844})
                wide = page.evaluate("document.documentElement.scrollWidth")
                found += [f"at {width}: {wide} wide"] if wide > width else []
            wrong += [f"{name} {address}, {one}" for one in found]
    assert not wrong, "\n".join(wrong)

    page = reader.be("Bruno", f"{base}together/")
    reader.tab_to('button[value="agree"]')
    page.keyboard.press("Enter")
    expect(page.locator('button[value="agree"]')).to_have_count(0)


def test_the_noons_ahead_follow_what_is_typed(visit: Visit, stage: Backstage, live_site: Site) -> None:
    made = stage.table("corporate", ["Ana", "Bruno"], "en")
    reader = Reader(visit().page, made["cookies"], live_site.url)
    page = reader.be("Ana", "/away/")
    ahead, last = page.locator("#ahead"), datetime.now() + timedelta(days=20)
    expect(ahead).not_to_contain_text("more")
    page.fill("[name=last]", f"{last:%Y-%m-%d}")
    page.locator("[name=last]").blur()
    expect(page.locator("#ahead .words")).to_contain_text("more")
    page.check('[name=plan][value="bot"]', force=True)
    expect(page.locator("#ahead")).to_contain_text("For each of them: A bot.")
