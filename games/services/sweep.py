"""The look for what is due, by whoever makes it: a worker each minute, a web process if there is none."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from ..health import DEAF
from ..models import Heartbeat
from .notices import notices_send
from .operators import alarms_raise
from .outages import heartbeat_write, outages_settle
from .turns import turn_close, turns_due

log = logging.getLogger(__name__)


def sweep(*, role: str, now: datetime, close: Callable[[int], object]) -> int:
    """A sign of life, outages settled before anything closes, an alarm for what is late, then `close`
    for each turn due or marked. Returns how many are due.

    Where `close` only asks a worker and the queue is out of reach, the turn is closed here.
    """
    heartbeat_write(role=role, now=now)
    held = outages_settle(now=now)
    due = [turn_id for turn_id in turns_due(now) if turn_id not in held]
    alarms_raise(now=now)
    for turn_id in due:
        try:
            close(turn_id)
        except Exception as problem:
            log.error("queue out of reach turn_id=%s %s", turn_id, type(problem).__name__)
            turn_close(turn_id=turn_id)
    return len(due)


def web_sweep(*, now: datetime, since: datetime) -> int:
    """The look of a web process that runs since `since`: a sign of life and an alarm, and where no
    worker was heard for three minutes, it closes what is due itself. Returns how many that were."""
    heard = Heartbeat.objects.filter(role=Heartbeat.Role.WORKER, until__lte=now).order_by("-until").first()
    silent_since = max(heard.until, since) if heard else since
    if now - silent_since > DEAF:
        log.error("no worker heard for_s=%d", (now - silent_since).total_seconds())
        due = sweep(role=Heartbeat.Role.WEB, now=now, close=lambda turn_id: turn_close(turn_id=turn_id))
        notices_send()
        return due
    heartbeat_write(role=Heartbeat.Role.WEB, now=now)
    alarms_raise(now=now)
    return 0
