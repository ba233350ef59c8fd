"""The yardstick of pages: a view that does nothing, for a logged-in reader, behind Django's own session and
auth middleware only, so that it does not change with our middleware."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.test import override_settings

from accounts.models import User

from .browser import Browser

BACKEND = "django.contrib.auth.backends.ModelBackend"
STOCK = {
    "SESSION_ENGINE": "django.contrib.sessions.backends.db",
    "MIDDLEWARE": [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
}


def view(request: HttpRequest) -> HttpResponse:
    """An empty response, after the reader was looked up."""
    return HttpResponse("" if request.user.is_authenticated else "nobody")


def browser(user: User) -> Browser:
    """A client of the yardstick, logged in by Django itself."""
    if BACKEND not in settings.AUTHENTICATION_BACKENDS:
        settings.AUTHENTICATION_BACKENDS = [*settings.AUTHENTICATION_BACKENDS, BACKEND]
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    with override_settings(**STOCK):
        handler = WSGIHandler()  # reads the middleware once, here
    return Browser(handler, f"{settings.SESSION_COOKIE_NAME}={session.session_key}")
