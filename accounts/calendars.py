"""The secret addresses of a user's calendar and of the feed of their games. One random key is stored; each
address contains a signature of it, which is not stored. An address can be derived neither from a copy of the
database, nor from the user's id, nor from the other address."""

from __future__ import annotations

from enum import StrEnum

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from .models import User


class Fetched(StrEnum):
    """What programs fetch by a secret address; the values are the names of URL patterns."""

    CALENDAR = "games:calendar"
    FEED = "games:my_feed"


# signed without a date, because programs fetch it for years
_SIGNERS = {
    Fetched.CALENDAR: Signer(sep=".", salt="accounts.calendars"),
    Fetched.FEED: Signer(sep=".", salt="accounts.calendars.feed"),
}


def calendar_token(user: User, what: Fetched = Fetched.CALENDAR) -> str:
    """The secret part of a user's address; "" if the user has none."""
    return _SIGNERS[what].sign(user.calendar_key) if user.calendar_key else ""


def calendar_address(user: User, what: Fetched = Fetched.CALENDAR) -> str:
    """The whole address that programs fetch; "" if the user has none."""
    token = calendar_token(user, what)
    return f"{settings.SITE_URL}{reverse(what, args=[token])}" if token else ""


def calendar_owner(token: str, what: Fetched = Fetched.CALENDAR) -> User | None:
    """The user whose address contains this token, if the account may log in; None for every other token. At
    most one query."""
    try:
        key = _SIGNERS[what].unsign(token)
    except BadSignature:
        return None
    return User.objects.filter(calendar_key=key, is_active=True, guest_until=None).first()
