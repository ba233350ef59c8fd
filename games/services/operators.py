"""Reports to the operators: always a line in the log, and a mail if there is a mail server."""

from __future__ import annotations

import logging
from datetime import datetime

from django.conf import settings
from django.core.mail import mail_admins

from config.logs import MAILED

from ..health import LATE
from ..models import Game, Turn

log = logging.getLogger(__name__)
LISTED = 20  # turns listed in one mail; the log lists all


def operators_tell(*, subject: str, body: str) -> bool:
    """Mail `ADMINS`; True if it was sent. If the mail server refuses, that is logged."""
    if not (settings.MAIL_CONFIGURED and settings.ADMINS):
        return False
    try:
        mail_admins(subject, body)
    except Exception as problem:
        log.error("operators not reached by mail %s", type(problem).__name__, extra=MAILED)
        return False
    return True


def alarms_raise(*, now: datetime) -> int:
    """Report turns that are late by more than five minutes, each once; returns how many.

    Workers and web processes both call this, so that either reports that the other is gone.
    """
    late = Turn.objects.filter(
        status=Turn.Status.OPEN, alarmed=False, deadline__lt=now - LATE,
        game__stage=Game.Stage.RUNNING, game__paused=False,
    )  # fmt: skip
    lines = []
    for turn_id, name, deadline, game in late.order_by("deadline", "pk").values_list(
        "pk", "name", "deadline", "game__public_id"
    ):
        # Claimed one by one, so that two processes do not report the same turn.
        if deadline is None or not Turn.objects.filter(pk=turn_id, alarmed=False).update(alarmed=True):
            continue
        seconds = int((now - deadline).total_seconds())
        line = f"game={game} turn_id={turn_id} turn={name} late_s={seconds}"
        log.error("turn late %s", line, extra=MAILED)
        lines.append(line)
    if lines:
        more = [f"and {len(lines) - LISTED} more"] if len(lines) > LISTED else []
        address = f"{settings.SITE_URL}/status/"
        body = "\n".join(
            ["Turns are late by more than five minutes:", "", *lines[:LISTED], *more, "", address]
        )
        operators_tell(subject="1 turn late" if len(lines) == 1 else f"{len(lines)} turns late", body=body)
    return len(lines)
