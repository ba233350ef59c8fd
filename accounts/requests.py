"""Types of the requests that views receive: with what our middleware adds, and with a logged-in user."""

from __future__ import annotations

from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from .models import User

AnyUser = User | AnonymousUser


class ReaderRequest(HttpRequest):
    """A request after `PreferencesMiddleware`. For annotations only: Django creates its own class.

    `theme` is "", "light" or "dark"; `zone_name` is the time zone in which the page shows times; `guest` is a
    user who plays without an account (`accounts.guests`).
    """

    theme: str
    zone_name: str
    guest: User | None


class UserRequest(ReaderRequest):
    """A request of a logged-in user. For annotations only."""

    user: User


def is_logged_in(request: HttpRequest) -> TypeGuard[UserRequest]:
    """Whether a user is logged in. For type checkers, it narrows the request to `UserRequest`."""
    return request.user.is_authenticated
