"""The site's own script, in a browser, on pages made for it: clock, menu, zone, focus, silence."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from games.context import clock_words
from games.countdown import left_text
from tools.walk import QUIET

pytestmark = pytest.mark.browser
SCRIPT = Path("static/noon/noon.js")
PAGE = """
<!doctype html><meta name="noon-words" content="{words}">
<details class="menu" open><summary>Ana</summary><a href="#">Profile</a></details>
<div class="countdown" data-deadline="2026-11-21T11:00:00+00:00" data-now="2026-11-21T07:48:00+00:00">
<p class="when"><span class="left">Noon in 3 h 12</span><span class="soft">12:00, Paris time</span></p>
<svg aria-label="3 h 12 until noon"><line class="run" x2="86.7%"/><circle cx="86.7%"/></svg></div>
<form id="agrees"><input data-zone-asked type="hidden" value="America/New_York">Is that where you are?</form>
<form id="differs"><input data-zone-asked type="hidden" value="Europe/Paris">Is that where you are?</form>
<div id="news"></div><form><input data-zone-guess name="time_zone" type="hidden"><button>Save</button></form>
"""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as play:
        made = play.chromium.launch(executable_path=chromium, args=list(QUIET))
        yield made
        made.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(timezone_id="America/New_York")
    page = context.new_page()
    # The reader's clock is an hour fast: the server's counts.
    page.clock.install(time=datetime.fromisoformat("2026-11-21T08:48:00+00:00"))
    page.set_content(PAGE.format(words=escape(clock_words())))
    page.add_script_tag(path=SCRIPT)
    yield page
    context.close()


def test_the_countdown_keeps_the_servers_time(page: Page) -> None:
    page.clock.fast_forward("11:30")
    assert page.text_content(".left") == "Noon in 3 h 00"
    assert page.get_attribute("svg", "aria-label") == "3 h 00 until noon"
    assert page.get_attribute("circle", "cx") == page.get_attribute(".run", "x2") == "87.5%"
    page.clock.fast_forward("02:30:00")
    assert page.text_content(".left") == "Noon in 30 min"
    page.clock.fast_forward("31:00")
    assert page.text_content(".left") == "Noon has passed"
    assert page.text_content(".when .soft") == "The new edition is being printed."
    assert page.locator("svg").count() == 0


def test_a_page_that_asks_for_nothing_does_not_say_for_hours_that_it_is_being_printed(page: Page) -> None:
    page.evaluate("document.getElementById('news').remove()")
    page.clock.fast_forward("24:00:00")
    assert page.text_content(".left") == "Noon has passed"
    assert page.text_content(".when .soft") == ""


@pytest.mark.parametrize(
    ("deadline", "left"),
    [("22T07:48", "1 day"), ("22T08:49", "1 day 1 h"), ("23T08:00", "2 days"), ("24T06:48", "2 days 23 h")],
)
def test_the_script_and_the_server_say_the_same_of_days(page: Page, deadline: str, left: str) -> None:
    until = datetime.fromisoformat(f"2026-11-{deadline}:30+00:00")
    page.evaluate(
        """until => {
            const old = document.querySelector(".countdown"), line = old.cloneNode(true);
            delete line.dataset.kept;
            line.dataset.deadline = until;
            old.replaceWith(line);
            document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: { elt: line } }));
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        until.isoformat(),
    )
    now = datetime.fromisoformat("2026-11-21T07:48:00+00:00")
    assert page.text_content(".left") == f"Noon in {left}" == f"Noon in {left_text(until - now)}"


def test_of_a_countdown_that_a_swap_took_away_nothing_is_kept(page: Page) -> None:
    """A page that asks for itself again all day would keep a line for each answer."""
    gone = page.evaluate(
        """() => {
            const gone = [], real = document.removeEventListener.bind(document);
            document.removeEventListener = (kind, ...rest) => { gone.push(kind); real(kind, ...rest); };
            document.querySelector(".countdown").remove();
            for (let i = 0; i < 3; i++) document.dispatchEvent(new Event("visibilitychange"));
            return gone;
        }"""
    )
    assert gone == ["visibilitychange"]


def test_the_zone_of_the_browser_is_guessed(page: Page) -> None:
    assert page.input_value("[data-zone-guess]") == "America/New_York"


def test_a_zone_the_browser_agrees_with_is_not_asked_about(page: Page) -> None:
    """The question is there for whoever has no script, and for a clock set to another zone."""
    assert page.query_selector("#agrees") is None
    assert page.query_selector("#differs") is not None


def test_the_menu_closes(page: Page) -> None:
    page.focus(".menu a")
    page.keyboard.press("Escape")
    assert not page.evaluate("document.querySelector('.menu').open")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    page.click("summary")
    page.click(".left")
    assert not page.evaluate("document.querySelector('.menu').open")


def test_an_answer_takes_the_focus_that_was_lost(page: Page) -> None:
    page.evaluate(
        """() => {
            const form = document.querySelector("form");
            form.innerHTML = '<p class="refusal">No.</p>';
            document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: { elt: form } }));
        }"""
    )
    assert page.evaluate("document.activeElement.className") == "refusal"


def test_no_answer_is_told(page: Page) -> None:
    page.evaluate(
        """() => document.dispatchEvent(
            new CustomEvent("htmx:sendError", { detail: { elt: document.querySelector("button") } }))"""
    )
    assert page.text_content("form .unanswered") == "Not saved. Your text is kept here; try again."
