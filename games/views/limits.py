"""How often somebody may post: far more than a person does, far less than a program could."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from .errors import kept

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `most` posts in each window of so many seconds, for a user; with `visitors`, also for
    an address without one (many people may share it)."""

    most: int
    seconds: int
    visitors: bool = False


RATES = {
    "orders": Rate(60, 60),
    "create": Rate(30, 3600),
    "rehearse": Rate(30, 3600),
    "join": Rate(60, 3600),
    "upload": Rate(20, 3600),
    "delete": Rate(10, 3600),  # it asks for the password, and must not become a place to guess it
    "preferences": Rate(120, 600, visitors=True),
}


def limited(action: str) -> Callable[[View], View]:
    """A view whose POSTs are counted under a name of RATES. Beyond the rate the answer is 429, with
    what was typed, and nothing is done."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            rate = RATES[action]
            who = _who(request, rate) if request.method == "POST" else ""
            now = time.time()
            if who and _count(f"limit:{action}:{who}:{int(now // rate.seconds)}", rate) > rate.most:
                return _too_fast(request, rate, now)
            return view(request, *args, **kwargs)

        return wrapped

    return decorate


def _who(request: HttpRequest, rate: Rate) -> str:
    """Whose posts are counted together; "" for nobody's."""
    if request.user.is_authenticated:
        return f"user-{request.user.pk}"
    return f"ip-{get_adapter().get_client_ip(request)}" if rate.visitors else ""


def _count(key: str, rate: Rate) -> int:
    """How many there were in this window, this one included; by this process alone while the cache
    cannot be reached (`config.cache`)."""
    if cache.add(key, 1, rate.seconds):
        return 1
    try:
        count = int(cache.incr(key))
    except ValueError:  # the window ended between the two
        return 1
    cache.touch(key, rate.seconds)  # in a folder, counting began five minutes of life anew
    return count


def _too_fast(request: HttpRequest, rate: Rate, now: float) -> HttpResponse:
    wait = int(rate.seconds - now % rate.seconds) + 1
    params = {"most": rate.most, "minutes": -(-wait // 60)}
    response = kept(request, "too_fast", params, status=429)
    response["Retry-After"] = str(wait)
    return response
