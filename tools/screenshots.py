"""`make screenshots`: pictures of every page of a game, in both languages and themes, for desktop and phone.

They are written to build/. With `--readme`, only the picture of the README, docs/images/order-form.png; with
`--walk`, only what a stranger sees of a first game, docs/images/first-game-fr.png and first-game-en.png.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tools.servers import ROOT, Site, chromium, site
from tools.walk import QUIET, Visitor

BUILD = ROOT / "build" / "screenshots"
# Milliseconds between two noons, because the site accepts sixty order forms a minute from one player.
PAUSE = 12_000
STEP = 1_000  # the same where a noon is one form
README = ROOT / "docs" / "images" / "order-form.png"
DESK = {"viewport": {"width": 1280, "height": 900}}
STRIP, SMALLER = 6, 2  # pictures in a row of a walk, and how much smaller they are than the window
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
PUBLISHED = ("wall-street", "newsfeeds", "message", "players", "corporations", "ledger", "draws")
HOUSE = {
    "landing": "/", "how": "/how-noon-works/", "rules": "/rules/corporate/", "signup": "/account/signup/",
    "login": "/account/login/", "reset": "/account/password/reset/", "lost": "/not-there/",
    "lobby": "/games/", "create": "/games/new/", "rehearsal": "/games/rehearsal/",
    "profile": "/account/profile/", "delete": "/account/delete/",
}  # fmt: skip


@contextmanager
def running() -> Iterator[tuple[Site, Browser]]:
    """A fresh site and a browser."""
    with tempfile.TemporaryDirectory(prefix="noon-pictures-") as folder, site(Path(folder)) as made:
        made.start()
        made.wait()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
            yield made, browser
            browser.close()


def play(made: Site, browser: Browser) -> tuple[Any, dict[str, str]]:
    """Play Ana's games; returns her browser state and the URLs of the games: one begun, one on turn 4, one
    finished."""
    context = browser.new_context(base_url=made.url, locale="en-GB", timezone_id="Europe/Paris")
    ana = Visitor(context.new_page())
    ana.sign_up()
    ana.read_as_the_browser_asks()
    pages = dict(HOUSE)
    ana.rehearse(bots=5)
    pages["character"] = f"{ana.game}orders/"
    for name, turns in (("first", 0), ("fourth", 3), ("over", 8)):
        ana.rehearse(bots=5)
        ana.be_somebody()
        for _ in range(turns):
            ana.busy_turn()
            ana.strike()
            ana.page.wait_for_timeout(PAUSE)
        if turns == 3:
            ana.busy_turn()
        slugs = ("scores", *PUBLISHED) if turns == 8 else ("orders", *PUBLISHED)
        pages |= {f"{name}-{slug}": f"{ana.game}{slug}/" for slug in slugs}
    pages |= megacorps(ana) | machtspiele(ana) | controle(ana)
    state = context.storage_state()
    context.close()
    return state, pages


def megacorps(ana: Visitor) -> dict[str, str]:
    """Both modes of this title when it has begun, after some questions, and over."""
    pages = {"megacorps-rules": "/rules/megacorps/"}
    for mode in ("programmed", "sequential"):
        for name, questions in (("first", 0), ("later", 6)):
            ana.rehearse(bots=5, title="megacorps", round_mode=mode)
            for _ in range(questions):
                ana.strike_if_asked(STEP)
            for slug in ("orders", "board", "round"):
                pages[f"megacorps-{mode}-{name}-{slug}"] = f"{ana.game}{slug}/"
    ana.rehearse(bots=5, title="megacorps", round_mode="programmed")
    ana.strike_to_the_end(STEP)
    return pages | {f"megacorps-over-{slug}": f"{ana.game}{slug}/" for slug in ("scores", "board", "round")}


def machtspiele(ana: Visitor) -> dict[str, str]:
    """The same; the minutes of the first turn, too."""
    pages = {"machtspiele-rules": "/rules/machtspiele/"}
    for mode in ("rounds", "classic"):
        for name, questions in (("first", 0), ("later", 8)):
            ana.rehearse(bots=4, title="machtspiele", mode=mode)
            for _ in range(questions):
                ana.strike_if_asked(STEP)
            for slug in ("orders", "company", "minutes"):
                pages[f"machtspiele-{mode}-{name}-{slug}"] = f"{ana.game}{slug}/"
    ana.rehearse(bots=4, title="machtspiele", mode="rounds")
    ana.strike_to_the_end(STEP)
    slugs = ("scores", "company", "minutes", "minutes/1")
    return pages | {f"machtspiele-over-{slug.replace('/', '-')}": f"{ana.game}{slug}/" for slug in slugs}


def controle(ana: Visitor) -> dict[str, str]:
    """The same; the first round told, too."""
    pages = {"controle-rules": "/rules/controle/"}
    for mode in ("turns", "rounds"):
        for name, questions in (("first", 0), ("later", 8)):
            ana.rehearse(bots=3, title="controle", mode=mode)
            for _ in range(questions):
                ana.strike_if_asked(STEP)
            for slug in ("orders", "world", "rounds", "cards"):
                pages[f"controle-{mode}-{name}-{slug}"] = f"{ana.game}{slug}/"
    ana.rehearse(bots=3, title="controle", mode="rounds")
    ana.strike_to_the_end(STEP)
    slugs = ("scores", "world", "rounds", "rounds/1", "cards")
    return pages | {f"controle-over-{slug.replace('/', '-')}": f"{ana.game}{slug}/" for slug in slugs}


def everything(made: Site, browser: Browser) -> None:
    state, pages = play(made, browser)
    for language, locale in LANGUAGES.items():
        for size, options in (("desk", DESK), ("phone", PHONE)):
            for theme in ("light", "dark"):
                folder = BUILD / f"{language}-{size}-{theme}"
                folder.mkdir(parents=True, exist_ok=True)
                context = browser.new_context(
                    base_url=made.url, storage_state=state, locale=locale, color_scheme=theme, **options
                )
                page = context.new_page()
                for name, address in pages.items():
                    page.goto(address)
                    assert page.locator("html").get_attribute("lang") == language, address
                    page.screenshot(path=folder / f"{name}.png", full_page=True)
                context.close()
                print(folder.relative_to(ROOT), flush=True)


def readme(made: Site, browser: Browser) -> None:
    """Take the picture of the order form on a desktop, in a size that suits a page of text."""
    context = browser.new_context(
        base_url=made.url,
        locale="en-GB",
        timezone_id="Europe/Paris",
        viewport={"width": 1280, "height": 1500},
    )
    ana = Visitor(context.new_page())
    ana.sign_up()
    if (yes := ana.page.locator("form.told button")).count():
        ana.press(yes.first)
    ana.rehearse(bots=5)
    ana.be_somebody()
    for _ in range(3):
        ana.busy_turn()
        ana.strike()
    ana.busy_turn()
    ana.go("orders")
    README.parent.mkdir(parents=True, exist_ok=True)
    ana.page.screenshot(path=README)
    # A palette is enough for text and lines, in a quarter of the bytes; octree keeps the rare colours.
    picture = Image.open(README).convert("RGB")
    picture.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        README, optimize=True
    )
    context.close()
    print(f"{README.relative_to(ROOT)}: {README.stat().st_size // 1000} kB")


def walk(made: Site, browser: Browser) -> None:
    """A first game from the front page to the account that keeps it, without one until then: on a phone in
    French, on a desk in English."""
    phone = {**PHONE, "viewport": {"width": 390, "height": 844}, "device_scale_factor": 1}
    for language, options in (("fr", phone), ("en", DESK)):
        context = browser.new_context(
            base_url=made.url, locale=LANGUAGES[language], timezone_id="Europe/Paris", **options
        )
        guest = Visitor(context.new_page(), rest=made.forget_posts)
        seen = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in first_game(guest)]
        context.close()
        wide, high = (side // SMALLER for side in seen[0].size)
        rows = -(-len(seen) // STRIP)
        strip = Image.new("RGB", (STRIP * (wide + 8) - 8, rows * (high + 8) - 8), "white")
        for at, picture in enumerate(seen):
            small = picture.resize((wide, high), Image.Resampling.LANCZOS)
            strip.paste(small, (at % STRIP * (wide + 8), at // STRIP * (high + 8)))
        path = README.with_name(f"first-game-{language}.png")
        strip.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            path, optimize=True
        )
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


def first_game(guest: Visitor) -> Iterator[bytes]:
    """The visible part of the page, step by step: twelve pictures."""
    page = guest.page
    page.goto("/")
    yield page.screenshot()
    guest.press(guest.seen('form[action="/try/"] button'))
    guest.game = page.url.partition("orders/")[0]
    yield page.screenshot()
    guest.add("buy_share", corporation=-1)
    guest.press(page.locator("#vote button.add").first)
    page.locator("#vote").scroll_into_view_if_needed()
    yield page.screenshot()
    page.goto(f"{guest.game}orders/")
    guest.add("vote", up=1, down=2)
    guest.add("join_coalition", coalition="public_contracts")
    page.locator("#join_coalition").scroll_into_view_if_needed()
    yield page.screenshot()
    guest.strike()
    yield page.screenshot()
    for slug in ("newsfeeds", "wall-street"):
        guest.go(slug)
        yield page.screenshot()
    for turn in range(2, 9):
        guest.busy_turn()
        if turn == 2:
            page.locator("#sabotage").scroll_into_view_if_needed()
            yield page.screenshot()
        guest.strike()
    for slug in ("newsfeeds", "scores", "archives"):
        guest.go(slug)
        yield page.screenshot()
    guest.go("scores")
    guest.press(guest.seen('a[href*="/account/signup/"]'))
    yield page.screenshot()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--walk", action="store_true")
    given = parser.parse_args()
    with running() as (made, browser):
        (walk if given.walk else readme if given.readme else everything)(made, browser)
