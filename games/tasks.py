"""Tasks: they carry ids, start after the commit, and are safe to run twice."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

log = logging.getLogger(__name__)


@shared_task
def close_due() -> int:
    """Each minute: one `close_turn` for each turn due or marked. Returns how many."""
    from .models import Heartbeat
    from .services.sweep import sweep

    due = sweep(role=Heartbeat.Role.WORKER, now=timezone.now(), close=close_turn.delay)
    try:
        send_notices.delay()
    except Exception as problem:  # they are rows: the next minute asks again
        log.warning("queue out of reach for the outbox %s", type(problem).__name__)
    return due


@shared_task
def close_turn(turn_id: int) -> bool:
    """Resolve one turn, if it is still to be resolved."""
    from .services.turns import turn_close

    return turn_close(turn_id=turn_id)


@shared_task
def send_notices() -> int:
    """Send what the outbox holds."""
    from .services.notices import notices_send

    return notices_send()


@shared_task
def tidy() -> None:
    """Each hour: close games that never filled, drop forgotten rehearsals."""
    from .services.games import games_tidy

    games_tidy(now=timezone.now())


def close_soon(turn_id: int) -> None:
    """Ask a worker to close a turn now. The queue only accelerates: when it cannot be reached,
    the next minute's sweep finds the turn marked."""
    try:
        close_turn.delay(turn_id)
    except Exception as problem:
        log.warning("queue out of reach turn_id=%s %s", turn_id, type(problem).__name__)
