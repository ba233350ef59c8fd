"""The state of the site: a page for people, and figures for machines."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.logs import logged_already

from ..countdown import left_text
from ..health import Noon, health_at, last_noon, version
from ..services.outages import web_silences

SHOWN = timedelta(days=7)


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Last and next noon, lateness, backlog, heartbeats, the outages of a week. Four queries."""
    now = timezone.now()
    found = health_at(now)
    noon = last_noon()
    context = {
        "health": found,
        "late": left_text(found.late),
        "noon": noon,
        "noon_took": _took(noon),
        "left": left_text(found.next_noon - now) if found.next_noon else "",
        "worker_ago": _seconds(now, found.worker),
        "web_ago": _seconds(now, found.web),
        "outages": [
            {"since": start, "length": left_text(end - start)}
            for start, end in reversed(web_silences(now))
            if end > now - SHOWN
        ],
        "version": version(),
    }
    return render(request, "games/status.html", context)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 if workers are heard, no turn is late and none is stuck, else 503. JSON, two queries, public facts
    only."""
    now = timezone.now()
    try:
        found = health_at(now)
    except DatabaseError:
        return _figures({"status": "down", "version": version(), "database": False})
    body: dict[str, Any] = {
        "status": found.status,
        "version": version(),
        "database": True,
        "worker_seconds": _seconds(now, found.worker),
        "web_seconds": _seconds(now, found.web),
        "backlog": found.backlog,
        "late_seconds": int(found.late.total_seconds()),
        "stuck": found.stuck,
        "waiting": found.waiting,
        "next_noon": found.next_noon.isoformat() if found.next_noon else None,
    }
    return _figures(body)


def _figures(body: dict[str, Any]) -> JsonResponse:
    """The JSON response. A 503 is not logged here: its cause was logged where it happened, and a probe would
    log it again each minute."""
    return logged_already(JsonResponse(body, status=200 if body["status"] == "ok" else 503))


def _took(noon: Noon | None) -> int:
    """The number of seconds between the hour of the last noon and its publication."""
    return max(0, int((noon.made_at - noon.at).total_seconds())) if noon else 0


def _seconds(now: datetime, sign: datetime | None) -> int | None:
    return max(0, int((now - sign).total_seconds())) if sign else None
