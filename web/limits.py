"""Middleware that counts POST requests and refuses those beyond the rates of `config.rates`."""

from __future__ import annotations

import math
import time
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from config.rates import RATES, Rate, action_of

from .errors import rejected_post

_READING = ("GET", "HEAD", "OPTIONS", "TRACE")


class LimitsMiddleware(MiddlewareMixin):
    """Answers a POST beyond its rate with 429 and what was typed, without calling the view."""

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        if request.method in _READING or match is None:
            return None
        action = action_of(match.view_name)
        rate = RATES[action]
        who = _who(request, rate)
        return _too_fast(request, rate) if who and not within_rate(action, who) else None


def within_rate(action: str, who: str) -> bool:
    """Count one more act of somebody; whether it is within the rate of `config.rates` of this name."""
    rate = RATES[action]
    return _count(f"limit:{action}:{who}:{int(time.time() // rate.seconds)}", rate) <= rate.most


def _who(request: HttpRequest, rate: Rate) -> str:
    """The user or IP address whose posts are counted together; "" if they are not counted."""
    if request.user.is_authenticated:
        return f"user-{request.user.pk}"
    return f"ip-{get_adapter().get_client_ip(request)}" if rate.visitors else ""


def _count(key: str, rate: Rate) -> int:
    """Count a post; the number in this window, this one included. While the cache is out of reach, each
    process counts by itself (`web.cache`)."""
    if cache.add(key, 1, rate.seconds):
        return 1
    try:
        count = int(cache.incr(key))
    except ValueError:  # the key expired between the two calls
        return 1
    cache.touch(key, rate.seconds)  # the file-based cache's `incr` resets the time-out to its default
    return count


def _too_fast(request: HttpRequest, rate: Rate) -> HttpResponse:
    wait = math.ceil(rate.seconds - time.time() % rate.seconds)
    sentence = _(
        "Nothing was saved: that was more than %(most)s times in a row. Wait %(minutes)s min, then try again."
    )
    params = {"most": rate.most, "minutes": -(-wait // 60)}
    response = rejected_post(request, sentence % params, status=429)
    response["Retry-After"] = str(wait)
    return response
