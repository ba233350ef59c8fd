"""The steps of a player on the site, in a browser, by links, fields and buttons."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

from playwright.sync_api import Frame, Locator, Page, expect

# What of Chromium is off. The bars and buttons around a page are pages of their own, drawn by a process of
# their own in each window, though nobody sees them: half of all that a browser computed. Those that follow
# are playwright's: of two switches of one name the last counts alone, and that is this one.
OFF = (
    "PreloadTopChromeWebUI", "InitialWebUI", "WebUIReloadButton", "WebUISplitTabsButton", "WebUIHomeButton",
    "WebUIBackForwardButton", "WebUILocationBar", "WebUIPinnedToolbarActions", "WebUIAvatarButton",
    "WebUIAppMenuButton", "WebUIExtensionsContainer", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
# the options of Chromium: no background requests; no graphics card, and one process beside those of the pages
# instead of three: a game takes a tenth less processor time
QUIET = (
    "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", f"--disable-features={','.join(OFF)}",
    "--disable-gpu", "--disable-gpu-compositing", "--disable-software-rasterizer", "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    "--disable-smooth-scrolling", "--disable-threaded-animation", "--disable-threaded-scrolling",
)  # fmt: skip

# the door for coming back, which is above the question
BACK = "section.note button[name=door] >> visible=true"


MOST_STOPS = 200  # presses of Tab on one page
RESTS = 40  # presses between two rests
BOTS = 200  # milliseconds between two looks whether bots have answered


class Visitor:
    """A person with a browser. It uses URLs and names of fields instead of texts where possible, so that the
    same steps work in both languages."""

    def __init__(self, page: Page, rest: Callable[[], None] = lambda: None) -> None:
        """`rest`: called after every forty presses, to reset the site's counts of posts, because it accepts
        sixty order forms a minute from a player, and a browser is faster than people."""
        self.page = page
        self.game = ""
        self.rest = rest
        self.presses = 0
        self.arrivals = 0  # pages loaded so far
        self.led_away = False  # whether the last press has led to another page
        page.on("framenavigated", self._arrived)

    def press(self, button: Locator) -> None:
        """Press a button and wait for its result: another page, or a part of this one."""
        self._wait_for(button.click)

    def enter(self, selector: str) -> None:
        """The same by keyboard alone: go there with the tabulator, press Enter. Raises AssertionError if the
        tabulator does not come there, or if nothing shows that it did."""
        self.tab_to(selector)
        shown = self.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert shown != "none", f"nothing shows that {selector} has the focus"
        self._wait_for(lambda: self.page.keyboard.press("Enter"))

    def _wait_for(self, act: Callable[[], None]) -> None:
        """Do something and wait for its result."""
        self.presses += 1
        if self.presses % RESTS == 0:
            self.rest()
        before = self.arrivals
        # Scripts of ours that ask for news by themselves use `fetch`; htmx does not.
        with self.page.expect_response(
            lambda answer: answer.request.resource_type in ("document", "xhr")
        ) as answer:
            act()
        leads_away = answer.value.request.is_navigation_request() or "hx-redirect" in answer.value.headers
        if leads_away and self.arrivals == before:
            self.page.wait_for_event("framenavigated", lambda frame: frame == self.page.main_frame)
        self.led_away = leads_away
        self.page.wait_for_load_state()
        expect(self.page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)

    def _arrived(self, frame: Frame) -> None:
        self.arrivals += frame == self.page.main_frame

    def seen(self, selector: str) -> Locator:
        """The first of these that is visible: on a phone the dock contains what the summary contains on a
        desktop."""
        return self.page.locator(f"{selector} >> visible=true").first

    def tab_to(self, selector: str) -> None:
        """Press the tabulator until the focus is on one of these. Raises AssertionError if it never is."""
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"the tabulator does not come to {selector}")

    # ---- coming in ----------------------------------------------------------------------------------

    def sign_up(self, name: str = "Ana") -> None:
        self.page.goto("/")
        self.press(self.seen('a[href*="/account/signup/"]'))
        self.page.fill("#id_display_name", name)
        self.page.fill("#id_email", f"{uuid.uuid4().hex[:12]}@example.org")
        self.page.fill("#id_password1", "four quiet words here")
        self.press(self.seen('form[action="/account/signup/"] button[type=submit]'))
        expect(self.page).to_have_url(re.compile("/games/$"))

    def read_as_the_browser_asks(self) -> None:
        """Remove the account's language, which would take precedence over the browser's."""
        self.page.goto("/account/profile/")
        self.page.select_option("select[name=language]", "")
        self.press(self.page.locator("main form:has([name=language]) button").first)

    def unfold_options(self) -> None:
        """Open the options of a rehearsal."""
        self.page.locator("main details.fold>summary").first.click()

    def rehearse(self, bots: int = 0, title: str = "", **options: str) -> None:
        """A game against this many bots; 0: one click in the lobby, as many as it proposes. `title`: what is
        played, with its options."""
        if bots:
            self.page.goto("/games/rehearsal/")
            if title:
                self.page.check(f'[name=title][value="{title}"]', force=True)
            self.page.select_option("[name=bots]", str(bots))
            if options:
                self.unfold_options()
            for key, value in options.items():
                self.page.check(f'[name="option-{title}-{key}"][value="{value}"]', force=True)
            self.press(self.seen("main form:has([name=bots]) button.go"))
        else:
            self.page.goto("/games/")
            self.press(self.seen('main form[action="/games/rehearsal/"] button'))
        expect(self.page).to_have_url(re.compile("/g/[a-z0-9]+/"))
        self.game = re.search(r"/g/[a-z0-9]+/", self.page.url)[0]  # type: ignore[index]

    # ---- playing --------------------------------------------------------------------------------------

    def go(self, slug: str) -> None:
        self.page.goto(f"{self.game}{slug}/")

    def come_back(self) -> None:
        """Open the game's current page, unless the last press has led there, a question is open and nothing
        was refused."""
        asks = self.page.locator("#form").count() and not self.page.locator(".refusal").count()
        if not (self.led_away and self.game in self.page.url and ("/scores/" in self.page.url or asks)):
            self.page.goto(self.game)

    def be_somebody(self) -> None:
        """Hand in a character: a few words, and the choices made by the page."""
        self.go("orders")
        self.page.fill("[name=public_text]", "Came by boat, stayed for the fog.")
        self.press(self.seen("#form button.go"))

    def full_turn(self) -> None:
        """Fill in the first turn as the page proposes it, with two more orders."""
        self.go("orders")
        self.add("buy_share", corporation=-1)
        self.add("vote", up=1, down=2)
        self.add("join_coalition", coalition="public_contracts")
        self.add("sabotage", target=2)
        self.add("derivative_speculation", derivative=0)

    def busy_turn(self) -> None:
        """Fill in as many orders as an experienced player would, of those that are possible."""
        self.go("orders")
        self.add_if_possible("buy_share", corporation=-1)
        self.add_if_possible("vote", up=2, down=3)
        self.add_if_possible("join_coalition")
        self.add_if_possible("datasteal", target=1, beneficiary=4)
        for kind in ("sabotage", "protection", "information", "rank_speculation"):
            self.add_if_possible(kind)

    def add_if_possible(self, kind: str, **choices: int | str) -> None:
        section = self.page.locator(f"#{kind}")
        if section.locator("button.add, .askform").count() and not section.locator(".order").count():
            self.add(kind, **choices)

    def add(self, kind: str, **choices: int | str) -> None:
        """Save one order. A number chooses by position (-1: the last), a text by value."""
        section = self.page.locator(f"#{kind}")
        if opener := section.locator("button.add").all():
            self.press(opener[0])
        form = section.locator(".askform")
        expect(form).to_be_visible()
        for name, choice in choices.items():
            field = form.locator(f"select[name$=-{name}]")
            if field.count():
                values = [
                    option.get_attribute("value") for option in field.locator("option:not([disabled])").all()
                ]
                field.select_option(
                    str(choice) if isinstance(choice, str) else str([v for v in values if v][choice])
                )
            elif isinstance(choice, str):
                form.locator(f'[name$=-{name}][value="{choice}"]').check(force=True)
            else:
                form.locator(f"[type=radio][name$=-{name}]:not([disabled])").nth(choice).check(force=True)
        for field in form.locator("select").all():
            if not field.input_value():
                field.select_option(index=1)
        names = [radio.get_attribute("name") or "" for radio in form.locator("[type=radio]").all()]
        for name in dict.fromkeys(names):
            if not form.locator(f'[name="{name}"]:checked').count():
                second = name.endswith(("-down", "-beneficiary"))  # another one than in the first column
                form.locator(f'[name="{name}"]:not([disabled])').nth(int(second)).check(force=True)
        self.press(form.locator("button.go"))
        expect(self.page.locator(f"#{kind} .order").first).to_be_visible()

    def strike_to_the_end(self, pause: int = 0) -> None:
        """Strike noon until the game is over, with so many milliseconds between two noons."""
        while self.strike_if_asked(pause):
            pass

    def strike(self) -> None:
        """Hand in and let noon strike."""
        self.go("orders")
        self.press(self.seen('button[formaction$="/resolve-now/"]'))

    def strike_if_asked(self, pause: int = 0) -> bool:
        """Strike noon, and wait so many milliseconds; where bots alone are asked, wait for them, and where
        they wait for who is away, come back. False once the game is over."""
        while True:
            self.page.goto(self.game)
            if "/scores/" in self.page.url:
                return False
            if self.page.locator(BACK).count():
                self.press(self.page.locator(BACK).first)
                self.page.wait_for_timeout(pause)
                continue
            if self.page.locator('button[formaction$="/resolve-now/"] >> visible=true').count():
                self.strike()
                self.page.wait_for_timeout(pause)
                return True
            self.page.wait_for_timeout(BOTS)
