"""Guests: people who play a rehearsal before they have an account.

A guest is a user without a password and with an address that reaches nobody, deleted after a day. Views that
a guest may use as themselves are marked with `open_to_guests`; to every other view a guest is a visitor. What
they played moves to the account they make or log in to (`games.services.guests`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

from allauth.core.internal import ratelimit
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from config.ids import random_id

from .guesses import APP
from .models import User

STAY = timedelta(days=1)
MOST_GUESTS = 2000  # at a time
View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def guest_create(*, now: datetime, time_zone: str = "") -> User | None:
    """A new guest; None if the site has as many as it allows. `time_zone`: an IANA name, "" if not known."""
    if User.objects.filter(guest_until__gt=now).count() >= MOST_GUESTS:
        return None
    return User.objects.create_user(
        f"guest-{random_id()}@guest.invalid", display_name=_("Guest"), time_zone=time_zone,
        guest_until=now + STAY,
    )  # fmt: skip


def may_begin(request: HttpRequest) -> bool:
    """Whether one more guest may begin from this IP address: counted together with sign-ups."""
    return ratelimit.consume(request, app=APP, action="signup") is not None


def open_to_guests(view: View) -> View:
    """Mark a view, outside its other decorators, that guests may use as themselves."""
    view.open_to_guests = True  # type: ignore[attr-defined]  # read by the middleware
    return view


class GuestMiddleware(MiddlewareMixin):
    """Sets `request.guest`: the guest, or None. For views that are not open to guests, `request.user` is a
    visitor."""

    def process_request(self, request: HttpRequest) -> None:
        request.guest = None  # type: ignore[attr-defined]  # see ReaderRequest

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        user = request.user
        if user.is_authenticated and user.guest_until is not None:
            request.guest = user  # type: ignore[attr-defined]  # see ReaderRequest
            if not getattr(view, "open_to_guests", False):
                request.user = AnonymousUser()
