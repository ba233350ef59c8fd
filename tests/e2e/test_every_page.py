"""Every page, by day and by night: nothing that keeps somebody out, nothing beyond the edge of a phone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page

from tools.servers import Site

from .axe import Inspector
from .backstage import backstage
from .conftest import PHONE, Visit

HOUSE = (
    "/", "/how-noon-works/", "/status/", "/rules/corporate/", "/account/signup/", "/account/login/",
    "/account/password/reset/", "/not-there/",
)  # fmt: skip
MINE = (
    "/games/",
    "/games/new/",
    "/games/rehearsal/",
    "/account/profile/",
    "/account/news/",
    "/account/delete/",
    "/account/logout/",
)
LOOKS = 300  # of texts, on all pages by day and by night: fewer, and something was not looked at
PARTS = 8
DESK = {"width": 1280, "height": 900}
# A chart whose first line is that of the longest name, and is over: few games have one.
LONGEST_ENDS = {
    "corporate": ["Saeder-Krupp \u221210 \u2715", " crash"],
    "megacorps": ["Nonintendo €100 \u2715", " hors jeu"],
}
LONGEST_END = """([name, end]) => {
  const line = document.querySelector(".chart .series"), text = document.querySelector(".ends label span");
  if (!line) return;
  const fate = document.createElement("small");
  fate.className = "fate";
  fate.textContent = end;
  line.classList.add("gone");
  text.replaceChildren(name, fate);
  document.querySelector(".minis b").textContent = name;
}"""


@pytest.fixture(scope="module")
def played(live_site: Site) -> dict[str, Any]:
    """One player with games of every title, begun and over, and one that gathers players; with her browser's
    state, to come back as the same person, and the addresses of all there is to see."""
    with backstage(live_site) as stage:
        made = stage.every_sight()
    name, value = made["cookie"]
    cookie = {
        "name": name, "value": value, "domain": "127.0.0.1", "path": "/", "expires": -1,
        "httpOnly": True, "secure": False, "sameSite": "Lax",
    }  # fmt: skip
    return {
        "state": {"cookies": [cookie], "origins": []},
        "addresses": [*HOUSE, *MINE, *made["addresses"]],
    }


def look(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer
    assert answer.status == (404 if address == "/not-there/" else 200), f"{answer.status} {address}"
    asked = page.evaluate("navigator.language").partition("-")[0]
    assert page.locator("html").get_attribute("lang") == asked, address


@pytest.fixture(scope="module")
def measured() -> Counter[str]:
    """What was measured so far, on all parts of the pages."""
    return Counter()


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_keeps_anybody_out(
    visit: Visit, played: dict[str, Any], measured: Counter[str], looks: set[int], part: int
) -> None:
    """Each page comes once, on a desk. It is looked at by day, then by night, when only the colours are
    others; then it is made as narrow as a phone, and as what is between the two. In parts: a slow machine
    needs minutes for each."""
    page = visit(storage_state=played["state"], viewport=DESK).page
    axe, wrong = Inspector(page.context, looks), []
    for address in played["addresses"][part::PARTS]:
        page.set_viewport_size(DESK)
        page.emulate_media(color_scheme="light")
        look(page, address)
        found = [f"by day: {one}" for one in axe.structure(page) + axe.colours(page)]
        page.emulate_media(color_scheme="dark")
        found += [f"by night: {one}" for one in axe.colours(page)]
        found += too_wide(page, PHONE["viewport"])
        if address.endswith("/orders/"):
            found += long_orders(page, measured)
        if address.endswith(("/scores/", "/wall-street/")):
            found += names_beyond_the_edge(page, measured)
        wrong += [f"{address}, {one}" for one in found]
        measured["pages"] += 1
    assert not wrong, "\n".join(wrong)
    if measured["pages"] == len(played["addresses"]):
        assert len(looks) > LOOKS
        assert measured["orders"] and measured["names"]


def too_wide(page: Page, viewport: Any) -> list[str]:
    """Whether something goes beyond the edge of this page where it is so wide."""
    page.set_viewport_size(viewport)
    width = page.evaluate("document.documentElement.scrollWidth")
    return [f"at {viewport['width']}: {width} wide"] if width > viewport["width"] else []


def long_orders(page: Page, measured: Counter[str]) -> list[str]:
    """Orders of which more than a line or two is read; also between a phone and a desk, which is a desk at a
    zoom of 200 %. On the narrowest phone the longest names take a third line."""
    found = []
    for width in (320, 640, 960):
        found += too_wide(page, {"width": width, "height": 800})
        heights = page.evaluate("[...document.querySelectorAll('.order > .what')].map(e => e.offsetHeight)")
        if any(height >= (84 if width == 320 else 60) for height in heights):
            found.append(f"at {width}: orders are {heights} high")
        measured["orders"] += len(heights)
    return found


def names_beyond_the_edge(page: Page, measured: Counter[str]) -> list[str]:
    """The names of a chart that end beyond the page, those of crashed corporations too, which are longer. On
    a phone each stands over its own drawing. What the chart holds is changed."""
    title, found = page.locator("html").get_attribute("data-title") or "", []
    page.evaluate(LONGEST_END, LONGEST_ENDS.get(title, ["", ""]))
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        ends = page.evaluate(
            "[...document.querySelectorAll('.ends label span, .minis b')]"
            ".map(e => e.getBoundingClientRect().right)"
        )
        assert title in LONGEST_ENDS or not ends, f"{title} has a chart: which is its longest end?"
        edge = page.evaluate("document.querySelector('main').getBoundingClientRect().right")
        if any(end > edge for end in ends):
            found.append(f"at {width}: a name ends at {max(ends)} of {edge}")
        measured["names"] += len(ends)
    return found


def test_nothing_goes_beyond_the_edge_of_a_phone(visit: Visit, played: dict[str, Any]) -> None:
    """In the language of the longer words. And the pages of a game are one row, also where some are new, and
    in the widest letters."""
    page = visit(storage_state=played["state"], locale="fr-FR", **PHONE).page
    wrong, rows = [], {}
    for address in played["addresses"]:
        look(page, address)
        wrong += [f"{address}, {one}" for one in too_wide(page, PHONE["viewport"])]
        if address.endswith("/draws/"):
            rows[address] = page.evaluate(
                "new Set([...document.querySelectorAll('.tabs a:not(.end)')].map(e => e.offsetTop)).size"
            )
    assert not wrong, "\n".join(wrong)
    assert set(rows.values()) == {1}, rows


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

    ana.tab_to('button[value="open-vote"]')
    page.keyboard.press("Enter")
    page.locator("#vote [name=vote-up]").first.wait_for()
    ana.tab_to("#vote [name=vote-up]")
    page.keyboard.press("Space")
    ana.tab_to("#vote [name=vote-down]")
    page.keyboard.press("ArrowDown")
    ana.tab_to("#vote button.go")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    page.locator("#vote .order").wait_for()
