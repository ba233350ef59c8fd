"""How many wrong passwords and codes are taken, from whom and for whom.

Three counts for each attempt: by IP address, by account and IP address, and by account from all the IP
addresses that are not known. An IP address is known to an account for `KNOWN` after a log-in from it, so
that guesses made elsewhere never keep the owner out at home. The rates stand in `config.rates`; what
they come to is in docs/decisions/0075-names-and-entrance.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from allauth.core.internal import ratelimit
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from .models import User

APP = "allauth.account"  # whose setting holds the rates
KNOWN = timedelta(days=90)


@dataclass(slots=True)
class Attempt:
    """One attempt, as it was counted."""

    usages: list[ratelimit.RateLimitUsage] = field(default_factory=list)

    def rollback(self) -> None:
        """It was right, or was not looked at: it does not count."""
        for usage in self.usages:
            usage.rollback()


def begin(request: HttpRequest, kind: str, account: str) -> Attempt | None:
    """Count an attempt of a kind ("password" or "code") to enter an account before it is looked at; None
    if there were too many, which must then not be looked at."""
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


def begin_anew(request: HttpRequest, account: str) -> None:
    """The account has a new password, which nobody has guessed at yet."""
    pair = f"{account.lower()} {ratelimit.get_ip(request)}"
    ratelimit.clear(request, app=APP, action="password_pair", key=pair)
    ratelimit.clear(request, app=APP, action="password_account", key=account.lower())


def _known(account: str, ip: str) -> str:
    """The cache's key for an IP address that an account was entered from; neither can be read from it."""
    return (
        f"known:{salted_hmac('accounts.guesses', f'{account.lower()} {ip}', algorithm='sha256').hexdigest()}"
    )


@receiver(user_logged_in)
def remember(request: HttpRequest | None, user: User, **_more: Any) -> None:
    """Whoever is in has passed both steps: the IP address is the owner's."""
    if request is not None and request.META.get("REMOTE_ADDR"):
        cache.set(_known(user.email, ratelimit.get_ip(request)), 1, KNOWN.total_seconds())
