"""The order form at every kind of question of the titles that have many: by day and by night there is nothing
that keeps somebody out.

The pages are drawn here, of games that begin where the rules have come to, and shown by a browser at an
address of the site, which serves what belongs to them.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import sync_playwright

from games.selectors import window_of
from tests.battery import pressing, site
from tools.servers import Site
from tools.walk import QUIET

from .axe import Inspector
from .conftest import PHONE

ADDRESS = "/rules/drawn-for-a-test/"


def forms_of(title: str) -> dict[str, str]:
    """Turn -> the page of a player with its form and everything on it open, for each kind of question."""
    found = {}
    for game, player in pressing.games(title):
        client = site.client_of(player.user, "fr")
        page = pressing.opened(client, game, pressing.page_of(client, game))
        found[window_of(site.main_turn(game)).name] = page.text
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("title", ["megacorps", "machtspiele", "controle"])
def test_a_form_keeps_nobody_out(title: str, chromium: str, live_site: Site, looks: set[int]) -> None:
    # Drawn before the browser starts: while one runs, Django takes every test for asynchronous.
    forms, wrong = forms_of(title), []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        page = browser.new_context(base_url=live_site.url, locale="fr-FR", **PHONE).new_page()
        axe = Inspector(page.context, looks)
        shown = iter(forms.values())
        page.route(f"**{ADDRESS}", lambda route: route.fulfill(body=next(shown), content_type="text/html"))
        for name in forms:
            page.goto(ADDRESS)
            assert page.locator("form").count(), name
            assert page.evaluate("getComputedStyle(document.body).marginTop") == "0px", "no style sheet came"
            if (width := page.evaluate("document.documentElement.scrollWidth")) > 360:
                wrong.append(f"{name} is {width} pixels wide")
            found = axe.structure(page) + axe.colours(page)
            page.emulate_media(color_scheme="dark")
            found += [f"by night: {one}" for one in axe.colours(page)]
            page.emulate_media(color_scheme="light")
            wrong += [f"{name}: {one}" for one in found]
        browser.close()
    assert len(forms) > 3
    assert not wrong, "\n".join(wrong)
