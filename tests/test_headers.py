"""Every page of the site, for each role: its headers, and no inline scripts or styles."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse

from tests.doors import patterns, world
from tests.pages import Page
from tests.test_every_door import kinds_of
from web.headers import PolicyMiddleware

pytestmark = pytest.mark.django_db
ROLES = ("visitor", "player", "superuser")


@pytest.fixture
def answers():
    """(role, address) -> answer, for every address that gives one of its own."""
    made, found = world(), {}
    for role in ROLES:
        for pattern, _name in patterns():
            for kind in set(kinds_of(pattern)) - {"gathering private", "running public"}:
                address = made.address(pattern, kind)
                response = made.client(role).get(address)
                if response.status_code not in (301, 302, 405):
                    found[role, address] = response
    assert len(found) > 100
    return found


# A calendar is looked up by its address alone, and programs keep it to ask whether it is still the same.
SAME_FOR_ALL = ("/pictures/", "/status", "/health", "/icon-", "/calendar/", "/worker.js")
CARD = ("/card/en.png", ".atom")  # and the feeds, which are the same for all, too


def test_every_answer_has_the_headers_and_nothing_inline_and_htmx_is_tame(answers):
    for where, response in answers.items():
        policy = response["Content-Security-Policy"]
        assert "unsafe" not in policy and "default-src 'none'" in policy, where
        assert "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy, where
        assert "script-src 'self'" in policy and "style-src 'self'" in policy, where
        assert response["X-Content-Type-Options"] == "nosniff", where
        assert response["X-Frame-Options"] == "DENY", where
        assert response["Referrer-Policy"] in {"same-origin", "strict-origin"}, where
        assert "camera=()" in response["Permissions-Policy"], where
        assert response["Cross-Origin-Opener-Policy"] == "same-origin", where
        role, address = where
        if role != "visitor" and not address.startswith(SAME_FOR_ALL) and not address.endswith(CARD):
            assert "no-store" in response.get("Cache-Control", ""), where
        if response["Content-Type"].startswith("text/html"):
            page = Page(response.content.decode())
            assert not page.wrong, (where, page.wrong)
            if b"htmx-2.min.js" in response.content:
                assert_tame(json.loads(page.metas["htmx-config"]))


def assert_tame(config: dict[str, Any]) -> None:
    """htmx keeps no history, evaluates nothing, brings no style and asks no other site."""
    assert config["historyCacheSize"] == 0
    assert config["refreshOnHistoryMiss"] is True
    assert config["allowEval"] is False
    assert config["selfRequestsOnly"] is True
    assert config["includeIndicatorStyles"] is False


def test_our_script_makes_no_code_and_no_markup_of_texts():
    script = Path(finders.find("noon/noon.js")).read_text()
    assert not re.search(
        r"\b(eval|Function)\s*\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write", script
    )


def test_cookies_are_for_the_server_alone():
    assert settings.SESSION_COOKIE_HTTPONLY and settings.CSRF_COOKIE_HTTPONLY
    assert {settings.SESSION_COOKIE_SAMESITE, settings.CSRF_COOKIE_SAMESITE} == {"Lax"}


@pytest.mark.parametrize("status", [404, 500])
def test_only_a_developer_s_page_about_an_error_may_carry_its_own_styles(settings, status):
    """Django draws it, with styles and scripts within the page."""
    answered = PolicyMiddleware(lambda request: HttpResponse(status=status))
    assert "default-src 'none'" in answered(HttpRequest())["Content-Security-Policy"]
    settings.DEBUG = True
    assert "Content-Security-Policy" not in answered(HttpRequest())
    assert "Content-Security-Policy" in PolicyMiddleware(lambda request: HttpResponse())(HttpRequest())
