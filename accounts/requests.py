"""Requests as views receive them: what the middleware adds to Django's own, and who is logged in."""

from __future__ import annotations

from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from .models import User

AnyUser = User | AnonymousUser


class ReaderRequest(HttpRequest):
    """A request after `PreferencesMiddleware`. For annotations alone: Django makes its own class.

    `theme` is "", "light" or "dark"; `zone_name` is the time zone in which the page shows hours.
    """

    theme: str
    zone_name: str


class UserRequest(ReaderRequest):
    """A request of somebody who is logged in. For annotations alone."""

    user: User


def is_logged_in(request: HttpRequest) -> TypeGuard[UserRequest]:
    """Whether a user is logged in; a type checker then knows the request as a `UserRequest`."""
    return request.user.is_authenticated
