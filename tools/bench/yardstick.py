"""What pages are measured by: a view that does nothing, for a reader who is logged in, behind Django's own
session and auth middleware and nothing of ours. It stays what it is when our middleware changes."""

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
    """Nothing; but its reader was looked up."""
    return HttpResponse("" if request.user.is_authenticated else "nobody")


def browser(user: User) -> Browser:
    """A reader of the yardstick, logged in as Django does by itself."""
    if BACKEND not in settings.AUTHENTICATION_BACKENDS:
        settings.AUTHENTICATION_BACKENDS = [*settings.AUTHENTICATION_BACKENDS, BACKEND]
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    with override_settings(**STOCK):
        handler = WSGIHandler()  # reads what stands before the view once, here
    return Browser(handler, f"{settings.SESSION_COOKIE_NAME}={session.session_key}")
