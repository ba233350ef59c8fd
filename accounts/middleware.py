"""Middleware: activates the reader's language and time zone, keeps private pages out of caches, and runs
functions after the response has been sent."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control, patch_vary_headers

from .requests import ReaderRequest
from .sessions import user_of
from .zones import zone_named

THEME_COOKIE = "noon_theme"
ZONE_COOKIE = "noon_zone"
THEMES = ("light", "dark")


class LoginMiddleware(AuthenticationMiddleware):
    """Django's middleware, which takes the user that was read with the session; without one, Django reads it
    as usual. The user is read at once: the next middleware needs their preferences for every page, and each
    attribute of a lazy user takes three calls."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = user_of(request.session) or auth.get_user(request)


class PreferencesMiddleware:
    """Activates the language (from account, cookie or browser) and time zone (from account, cookie or the
    site), and sets `request.theme` ("", "light" or "dark") and `request.zone_name`.

    Visitors have theirs in cookies, so that no query is needed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: ReaderRequest) -> HttpResponse:
        with_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        user = request.user if with_session and request.user.is_authenticated else None
        theme = user.theme if user else request.COOKIES.get(THEME_COOKIE, "")
        zone = (user.time_zone if user else "") or request.COOKIES.get(ZONE_COOKIE, "")
        request.theme = theme if theme in THEMES else ""
        # LocaleMiddleware has already activated what the cookie or the browser asks for.
        if user and user.language and user.language != translation.get_language():
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        with timezone.override(zone_named(zone)):
            request.zone_name = timezone.get_current_timezone_name()
            response = self.get_response(request)
        patch_vary_headers(response, ["Cookie"])
        if not response.has_header("Cache-Control"):
            # A visitor's page is private, too: it contains a CSRF token and is in the visitor's language.
            never = {"no_store": True} if request.user.is_authenticated else {}
            patch_cache_control(response, private=True, **never)
        return response


def after_answer(request: HttpRequest, act: Callable[[], None]) -> None:
    """Run `act` once the response to this request has been sent. Exceptions it raises are lost."""
    request.__dict__.setdefault("after_answer", []).append(act)


class AfterAnswerMiddleware:
    """Runs the functions given to `after_answer` when the server closes the response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        acts = request.__dict__.get("after_answer", ())
        response._resource_closers.extend(acts)  # type: ignore[attr-defined]  # Django has no public name for it
        return response
