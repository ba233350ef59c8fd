"""The secret addresses of a user's calendar and of the feed of their games: one random key, which is stored,
and for each a signature of it, which is not. Neither a copy of the database nor the user's id gives an
address, and neither address gives the other."""

from __future__ import annotations

from enum import StrEnum

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from .models import User


class Fetched(StrEnum):
    """What programs fetch by a secret address: the name of its URL."""

    CALENDAR = "games:calendar"
    FEED = "games:my_feed"


# No date in it: programs fetch it for years.
_SIGNERS = {
    Fetched.CALENDAR: Signer(sep=".", salt="accounts.calendars"),
    Fetched.FEED: Signer(sep=".", salt="accounts.calendars.feed"),
}


def calendar_token(user: User, what: Fetched = Fetched.CALENDAR) -> str:
    """The secret part of an address of a user's; "" if there is none."""
    return _SIGNERS[what].sign(user.calendar_key) if user.calendar_key else ""


def calendar_address(user: User, what: Fetched = Fetched.CALENDAR) -> str:
    """The whole address, as programs ask for it; "" if there is none."""
    token = calendar_token(user, what)
    return f"{settings.SITE_URL}{reverse(what, args=[token])}" if token else ""


def calendar_owner(token: str, what: Fetched = Fetched.CALENDAR) -> User | None:
    """Whose address this is: of an account that may log in. None for every other token. At most one query."""
    try:
        key = _SIGNERS[what].unsign(token)
    except BadSignature:
        return None
    return User.objects.filter(calendar_key=key, is_active=True, guest_until=None).first()
