"""Every page, by day and by night: nothing that keeps somebody out, nothing beyond the edge of a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tools.servers import Site
from tools.walk import Visitor

from .conftest import Visit

HOUSE = (
    "/", "/how-noon-works/", "/status/", "/rules/corporate/", "/account/signup/", "/account/login/",
    "/account/password/reset/", "/not-there/",
)  # fmt: skip
MINE = (
    "/games/",
    "/games/new/",
    "/games/rehearsal/",
    "/account/profile/",
    "/account/delete/",
    "/account/logout/",
)
PUBLISHED = ("wall-street/", "newsfeeds/", "message/", "players/", "corporations/", "ledger/", "draws/")
FORMS = (
    "orders/",
    *(f"orders/?add={kind}" for kind in ("datasteal", "information", "protection", "rank_speculation")),
)
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
# A chart whose first line is that of the longest name, and is over: few games have one.
LONGEST_ENDS = {
    "corporate": ["Saeder-Krupp \u221210 \u2715", " crash"],
    "megacorps": ["Nonintendo €100", " hors jeu"],
}
LONGEST_END = """([name, end]) => {
  const line = document.querySelector(".chart .series"), text = document.querySelector(".ends text");
  if (!line) return;
  const fate = document.createElementNS(text.namespaceURI, "tspan");
  fate.setAttribute("class", "fate");
  fate.textContent = end;
  line.classList.add("gone");
  text.replaceChildren(name, fate);
}"""


# By night only the colours are others.
LOOKED_AT = {"light": {}, "dark": {"runOnly": ["color-contrast", "link-in-text-block"]}}


@pytest.fixture(scope="module")
def played(browser: Browser, live_site: Site) -> dict[str, Any]:
    """One player with a game on its first turn, one on its third, one that is over, and one that gathers
    players; with the browser's state, to come back as the same person."""
    context = browser.new_context(base_url=live_site.url, locale="en-GB", java_script_enabled=False)
    ana = Visitor(context.new_page(), rest=live_site.forget_posts)
    ana.sign_up()
    ana.read_as_the_browser_asks()
    addresses = [*HOUSE, *MINE]
    for turns in (0, 2, 8):
        ana.rehearse(bots=5)
        if turns == 0:
            addresses.append(f"{ana.game}orders/")  # who will you be
            ana.rehearse(bots=2)
        ana.be_somebody()
        for turn in range(turns):
            if turn == 0:
                ana.full_turn()
            ana.strike()
        if turns == 2:
            ana.full_turn_again()
        addresses += [ana.game + slug for slug in (*(FORMS if turns < 8 else ("scores/",)), *PUBLISHED)]
    addresses += megacorps(ana) + machtspiele(ana) + controle(ana)
    addresses += gathering(ana)
    state = context.storage_state()
    context.close()
    return {"state": state, "addresses": addresses}


def megacorps(ana: Visitor) -> list[str]:
    """The pages of this title in both modes: begun, after some questions, and over."""
    ana.rehearse(5, "megacorps", round_mode="programmed")
    ana.strike_to_the_end()
    found = ["/rules/megacorps/", *(f"{ana.game}{slug}/" for slug in ("scores", "board", "round"))]
    for mode, strikes in (("programmed", 0), ("programmed", 4), ("sequential", 6)):
        ana.rehearse(5, "megacorps", round_mode=mode)
        for _ in range(strikes):
            ana.strike_if_asked()
        found += [f"{ana.game}{slug}/" for slug in ("orders", "board", "round")]
    return found


def machtspiele(ana: Visitor) -> list[str]:
    """The same."""
    ana.rehearse(4, "machtspiele", mode="rounds")
    ana.strike_to_the_end()
    slugs = ("scores", "company", "minutes", "minutes/1")
    found = ["/rules/machtspiele/", *(f"{ana.game}{slug}/" for slug in slugs)]
    for mode, strikes in (("rounds", 0), ("rounds", 5), ("classic", 5)):
        ana.rehearse(4, "machtspiele", mode=mode)
        for _ in range(strikes):
            ana.strike_if_asked()
        found += [f"{ana.game}{slug}/" for slug in ("orders", "company", "minutes")]
    return found


def controle(ana: Visitor) -> list[str]:
    """The same."""
    ana.rehearse(3, "controle", mode="rounds")
    ana.strike_to_the_end()
    slugs = ("scores", "world", "rounds", "rounds/1", "cards")
    found = ["/rules/controle/", *(f"{ana.game}{slug}/" for slug in slugs)]
    for mode, strikes in (("turns", 0), ("turns", 4), ("rounds", 3)):
        ana.rehearse(3, "controle", mode=mode)
        for _ in range(strikes):
            ana.strike_if_asked()
        found += [f"{ana.game}{slug}/" for slug in ("orders", "world", "rounds", "cards")]
    return found


def gathering(ana: Visitor) -> list[str]:
    """Create a game for friends; its page, its settings, its invitation."""
    page = ana.page
    page.goto("/games/new/")
    page.fill("[name=name]", "Fifth Avenue")
    ana.press(ana.seen("main form:has([name=name]) button.go"))
    made = page.url.partition(page.url.split("/g/")[0])[2]
    found = [made, f"{made}edit/"]
    link = re.search(r"/i/[A-Za-z0-9_-]{16,}/", page.content())
    assert link
    found.append(link[0])
    return found


def look(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer
    assert answer.status == (404 if address == "/not-there/" else 200), f"{answer.status} {address}"
    asked = page.evaluate("navigator.language").partition("-")[0]
    assert page.locator("html").get_attribute("lang") == asked, address


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_keeps_anybody_out(visit: Visit, played: dict[str, Any], theme: str) -> None:
    page = visit(storage_state=played["state"], color_scheme=theme).page
    found = []
    for address in played["addresses"]:
        look(page, address)
        seen = Axe().run(page, options=LOOKED_AT[theme]).response
        assert seen["passes"], f"axe looked at nothing on {address}"
        for violation in seen["violations"]:
            places = "; ".join(node["html"][:160] for node in violation["nodes"][:3])
            found.append(f"{address}: {violation['id']}, {violation['help']}: {places}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_nothing_goes_beyond_the_edge_of_a_phone(visit: Visit, played: dict[str, Any], language: str) -> None:
    page = visit(storage_state=played["state"], locale=language, **PHONE).page
    wide = {}
    for address in played["addresses"]:
        look(page, address)
        if (width := page.evaluate("document.documentElement.scrollWidth")) > 360:
            wide[address] = width
    assert not wide


@pytest.mark.parametrize("width", [360, 1280])
def test_names_of_a_chart_end_on_the_page(visit: Visit, played: dict[str, Any], width: int) -> None:
    """Those of crashed corporations too, which are longer: a drawing is not cut where the page ends, so
    its width does not tell."""
    page = visit(storage_state=played["state"], viewport={"width": width, "height": 800}).page
    names = 0
    for address in played["addresses"]:
        if address.endswith(("/scores/", "/wall-street/")):
            look(page, address)
            title = page.locator("html").get_attribute("data-title") or ""
            page.evaluate(LONGEST_END, LONGEST_ENDS.get(title, ["", ""]))
            ends = page.evaluate(
                "[...document.querySelectorAll('.ends text')].map(e => e.getBoundingClientRect().right)"
            )
            assert title in LONGEST_ENDS or not ends, f"{title} has a chart: which is its longest end?"
            edge = page.evaluate("document.querySelector('main').getBoundingClientRect().right")
            assert all(end <= edge for end in ends), f"{address}: {max(ends)} of {edge}"
            names += len(ends)
    assert names


def test_the_pages_of_a_game_are_one_row_on_a_phone(visit: Visit, played: dict[str, Any]) -> None:
    """Also where some are new, and in the widest letters."""
    page = visit(storage_state=played["state"], locale="fr-FR", **PHONE).page
    for address in played["addresses"]:
        if address.endswith("/draws/"):
            look(page, address)
            rows = "new Set([...document.querySelectorAll('.tabs a:not(.end)')].map(e => e.offsetTop)).size"
            assert page.evaluate(rows) == 1, address


@pytest.mark.parametrize("width", [320, 640, 960])
def test_what_was_ordered_is_read_in_a_line_or_two(visit: Visit, played: dict[str, Any], width: int) -> None:
    """Also between a phone and a desk, which is a desk at a zoom of 200 %. On the narrowest phone the
    longest names take a third line."""
    most = 84 if width == 320 else 60
    page = visit(storage_state=played["state"], viewport={"width": width, "height": 800}).page
    seen = 0
    for address in played["addresses"]:
        if address.endswith("/orders/"):
            look(page, address)
            heights = page.evaluate(
                "[...document.querySelectorAll('.order > .what')].map(e => e.offsetHeight)"
            )
            assert all(height < most for height in heights), f"{address}: {heights}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            seen += len(heights)
    assert seen


def test_the_first_visit_of_an_order_form_weighs_little(visit: Visit, played: dict[str, Any]) -> None:
    """Page, styles and scripts over the wire, with nothing in the cache."""
    page = visit(storage_state=played["state"]).page
    sizes: list[int] = []
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    form = next(address for address in played["addresses"] if address.endswith("?add=datasteal"))
    page.goto(form.partition("?")[0], wait_until="networkidle")
    assert len(sizes) >= 3  # the page, its styles, its script
    assert sum(sizes) <= 60_000, f"{sum(sizes)} bytes"


def test_an_order_is_saved_by_keyboard_alone(visit: Visit) -> None:
    ana = visit()
    ana.sign_up()
    ana.rehearse(bots=1)
    ana.be_somebody()
    ana.go("orders")
    page = ana.page

    ana.tab_to("#vote [name=vote-up]")
    page.keyboard.press("Space")
    ana.tab_to("#vote [name=vote-down]")
    page.keyboard.press("ArrowDown")
    ana.tab_to("#vote button.go")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    page.locator("#vote .order").wait_for()
