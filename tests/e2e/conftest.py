"""A browser for the tests that walk through the site, and people to walk.

A walk is done with scripts and without, in each language, on a phone and on a desk, in each mode of its
title: every one of these at least once, but not each of them with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools.servers import Site
from tools.walk import QUIET, Visitor

Visit = Callable[..., Visitor]
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
NO_SCRIPT = {**PHONE, "java_script_enabled": False, "locale": "fr-FR"}
# How long something may take to appear, in milliseconds: it is there in one or two hundred, but on a machine
# that does much else.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/e2e/" in str(item.path):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Ended with its module: while playwright runs, Django takes every other test for asynchronous."""
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        yield made
        made.close()


@pytest.fixture(scope="module")
def looks() -> set[int]:
    """How the texts looked whose contrast was measured, on all pages of a module: once is enough."""
    return set()


@pytest.fixture
def visit(browser: Browser, live_site: Site) -> Iterator[Visit]:
    """Makes visitors with a fresh browser each. In the end nothing may have gone wrong in any of them:
    no script raised, nothing was refused by the security policy, no other host was asked, and nothing of
    the site broke, but for a visitor who is there to see it (`broken=True`)."""
    made: list[tuple[Any, list[str]]] = []

    def visitor(*, broken: bool = False, **options: Any) -> Visitor:
        settings = {
            "locale": "en-GB",
            "timezone_id": "Europe/Paris",
            "viewport": {"width": 1280, "height": 900},
        }
        context = browser.new_context(base_url=live_site.url, **{**settings, **options})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        troubles: list[str] = []
        watch(page, troubles, live_site.url, broken)
        made.append((context, troubles))
        return Visitor(page, rest=live_site.forget_posts)

    yield visitor
    for context, _ in made:
        context.close()
    assert not [trouble for _, troubles in made for trouble in troubles]


def watch(page: Page, troubles: list[str], home: str, broken: bool) -> None:
    page.on("pageerror", lambda error: troubles.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda message: (
            troubles.append(f"{page.url}: {message.text}")
            if message.type == "error" and not message.text.startswith("Failed to load resource")
            else None
        ),
    )
    page.on(
        "request",
        lambda request: None if request.url.startswith((home, "data:")) else troubles.append(request.url),
    )
    if not broken:
        page.on(
            "response",
            lambda response: (
                troubles.append(f"{response.status} {response.url}") if response.status >= 500 else None
            ),
        )
