"""Every account and error page: in both languages, in the frame of the site, without an inline script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.core import mail as post
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User

pytestmark = pytest.mark.django_db

OPEN = [
    "/", "/how-noon-works/", "/account/login/", "/account/signup/", "/account/password/reset/",
    "/account/password/reset/done/", "/account/password/reset/key/done/",
    "/account/password/reset/key/1-abc/",
    "/account/confirm-email/", "/account/confirm-email/abc/", "/account/inactive/", "/account/preferences/",
    "/nothing-here/",
]  # fmt: skip
PRIVATE = [
    "/account/profile/", "/account/news/", "/account/delete/", "/account/email/", "/account/password/change/",
    "/account/logout/", "/account/reauthenticate/",
]  # fmt: skip
FORBIDDEN = re.compile(r"\b(please|oops|successfully|invalid|error)\b|!", re.IGNORECASE)


def text_of(page: str) -> str:
    """What a reader reads: no tags, no head."""
    return re.sub(r"<[^>]*>", " ", re.sub(r"(?s)^.*?<body", "<body", page))


def check(page: str, language: str) -> None:
    """The frame of the site, the right language, one h1, nothing inline, the voice of the house."""
    assert page.lstrip().startswith("<!doctype html>")
    assert f'<html lang="{language}"' in page
    assert "noon/site.css" in page
    assert page.count("<h1") == 1
    assert '<main id="main"' in page
    assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?! src=)|javascript:", page)
    for form in re.findall(r"(?s)<form.*?</form>", page):
        assert 'method="post"' in form
        assert "csrfmiddlewaretoken" in form
    for field in re.findall(r"<(?:input|select|textarea)[^>]*>", page):
        if not re.search(r'type="(hidden|submit)"', field):
            name = re.search(r'id="([^"]+)"', field)
            assert name, field
            assert f'for="{name[1]}"' in page or "tick-row" in page, field
    if language == "en":
        assert not FORBIDDEN.search(text_of(page)), FORBIDDEN.search(text_of(page))


@pytest.mark.parametrize("language", ["en", "fr"])
class TestEveryPage:
    @pytest.mark.parametrize("url", OPEN)
    def test_for_visitors(self, client: Client, url: str, language: str) -> None:
        check(client.get(url, headers={"Accept-Language": language}).content.decode(), language)

    @pytest.mark.parametrize("url", PRIVATE)
    def test_for_users(self, as_ana: Client, ana: User, url: str, language: str) -> None:
        User.objects.update(language=language)
        answer = as_ana.get(url)
        assert answer.status_code == 200
        check(answer.content.decode(), language)
        assert "no-store" in answer.headers["Cache-Control"]

    @pytest.mark.parametrize("code", ["400", "403", "404", "429", "500"])
    def test_for_what_went_wrong(self, rf: RequestFactory, code: str, language: str) -> None:
        from django.utils import translation

        request: HttpRequest = rf.get("/")
        request.user = AnonymousUser()
        with translation.override(language):
            check(render_to_string(f"{code}.html", {}, request), language)

    def test_plain_pages_need_no_request(self, language: str) -> None:
        from django.utils import translation

        with translation.override(language):
            for code in ("400", "500"):
                check(render_to_string(f"{code}.html"), language)

    def test_what_was_typed_is_kept(self, rf: RequestFactory, language: str) -> None:
        from django.utils import translation

        request = rf.get("/")
        request.user = AnonymousUser()
        context = {"sentence": "Turn 7 closed.", "typed": [("Target", "<b>Ares")], "retry_url": "/games/"}
        with translation.override(language):
            page = render_to_string("web/rejected_post.html", context, request)
        check(page, language)
        assert "&lt;b&gt;Ares" in page
        assert 'href="/games/"' in page


def test_every_template_of_allauth_that_can_be_reached_is_ours() -> None:
    import allauth

    theirs = Path(allauth.__file__).parent / "templates" / "account"
    ours = Path("templates/account")
    # Pages of doors that are shut: codes, telephones, passkeys, several addresses, and
    # a mail that is not sent. They stand in our frame.
    shut = re.compile(
        r"code|phone|passkey|unknown_account|^base_|^email\.html$|snippets|messages/(phone|login_code)"
    )
    for page in theirs.rglob("*.*"):
        name = str(page.relative_to(theirs))
        assert shut.search(name) or (ours / name).exists(), name
    assert '{% extends "base.html" %}' in Path("templates/allauth/layouts/base.html").read_text()


def test_landing_for_somebody_with_an_account(as_ana: Client) -> None:
    page = as_ana.get("/").content.decode()
    assert f'action="{reverse("games:first_game")}"' in page
    assert f'href="{reverse("games:lobby")}"' in page
    check(page, "en")


def test_mails_are_in_the_readers_language(client: Client, mail: object) -> None:
    form = {"display_name": "Inès", "email": "ines@example.org", "password1": "seven-towers-noon"}
    client.post(reverse("account_signup"), form, headers={"Accept-Language": "en"})
    assert post.outbox[0].subject == "[Noon] Confirm your e-mail"
    assert "Somebody, most likely you, gave this address" in post.outbox[0].body
    assert not FORBIDDEN.search(post.outbox[0].body)


class TestMiddleware:
    def test_visitors_cost_no_query(
        self, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.post(
            reverse("accounts:preferences"), {"theme": "dark", "language": "fr", "time_zone": "Asia/Tokyo"}
        )
        with django_assert_num_queries(0):
            answer = client.get("/how-noon-works/")
        assert "Cookie" in answer.headers["Vary"]
        assert "Accept-Language" in answer.headers["Vary"]
        assert answer.headers["Cache-Control"] == "private"
        assert answer.headers["Content-Language"] == "fr"

    def test_users_cost_one_query_for_session_and_user(
        self, as_ana: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_num_queries(1):
            answer = as_ana.get("/how-noon-works/")
        assert answer.headers["Cache-Control"] == "private, no-store"

    def test_the_account_counts_more_than_cookie_and_browser(self, as_ana: Client, ana: User) -> None:
        User.objects.update(language="fr", theme="light", time_zone="Asia/Tokyo")
        as_ana.cookies["django_language"] = "en"
        as_ana.cookies["noon_theme"] = "dark"
        as_ana.cookies["noon_zone"] = "Europe/Paris"
        answer = as_ana.get("/how-noon-works/", headers={"Accept-Language": "en"})
        assert '<html lang="fr" data-theme="light"' in answer.content.decode()
        assert answer.wsgi_request.zone_name == "Asia/Tokyo"
        assert answer.headers["Content-Language"] == "fr"

    def test_the_zone_ends_with_the_request(self, as_ana: Client) -> None:
        from django.utils import timezone

        User.objects.update(time_zone="Asia/Tokyo")
        as_ana.get("/how-noon-works/")
        assert timezone.get_current_timezone_name() == "UTC"


def test_an_address_waiting_for_its_link_can_be_sent_again(as_ana: Client, ana: User, mail: object) -> None:
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=False)
    page = as_ana.get("/account/email/").content.decode()
    assert "ana@example.org is not confirmed yet" in page
    as_ana.post("/account/email/", {"email": ana.email, "action_send": ""})
    assert len(post.outbox) == 1
