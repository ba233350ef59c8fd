"""Limits on wrong passwords and codes.

Each attempt is counted three times: by IP address, by account and IP address together, and by account over
all unknown IP addresses. An IP address is known to an account for `KNOWN` after a log-in from it, so that
guesses made elsewhere never lock the owner out at home. The rates are in `config.rates`; what they amount to
is in docs/decisions/0075-names-and-log-in.md.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.core.internal import ratelimit
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from msgspec import Struct, field

from .models import User

APP = "allauth.account"  # the app whose setting holds the rates
KNOWN = timedelta(days=90)


class Attempt(Struct):
    """One counted attempt."""

    usages: list[ratelimit.RateLimitUsage] = field(default_factory=list)

    def rollback(self) -> None:
        """Uncount the attempt: it was right, or was never examined."""
        for usage in self.usages:
            usage.rollback()


def begin(request: HttpRequest, kind: str, account: str) -> Attempt | None:
    """Count an attempt to log in to an account, before it is examined. `kind`: "password" or "code". None if
    there were too many attempts: then this one must not be examined."""
    ip = ratelimit.get_ip(request)
    attempt = Attempt()
    counts = [(f"{kind}_ip", None), (f"{kind}_pair", f"{account.lower()} {ip}")]
    if not cache.get(_known(account, ip)):
        counts.append((f"{kind}_account", account.lower()))
    for action, key in counts:
        usage = ratelimit.consume(request, app=APP, action=action, key=key)
        if usage is None:
            attempt.rollback()
            return None
        attempt.usages.append(usage)
    return attempt


def forget(request: HttpRequest, account: str) -> None:
    """Reset the counts of wrong passwords for an account that has a new password."""
    pair = f"{account.lower()} {ratelimit.get_ip(request)}"
    ratelimit.clear(request, app=APP, action="password_pair", key=pair)
    ratelimit.clear(request, app=APP, action="password_account", key=account.lower())


def _known(account: str, ip: str) -> str:
    """The cache key that marks an IP address as known to an account. It is a keyed hash: neither can be read
    from it."""
    return (
        f"known:{salted_hmac('accounts.guesses', f'{account.lower()} {ip}', algorithm='sha256').hexdigest()}"
    )


@receiver(user_logged_in)
def remember(request: HttpRequest | None, user: User, **_more: Any) -> None:
    """Mark the IP address of a log-in as known: a user who is logged in has passed every step."""
    if request is not None and request.META.get("REMOTE_ADDR"):
        cache.set(_known(user.email, ratelimit.get_ip(request)), 1, KNOWN.total_seconds())
