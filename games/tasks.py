"""Tasks: they carry ids, start after the commit, and are safe to run twice."""

from __future__ import annotations

import logging
import time

from celery import shared_task
from django.utils import timezone

log = logging.getLogger(__name__)
# Seconds after which a message is dropped unread: the next minute's look asks anew, so that nothing
# piles up while workers are away or behind.
LAPSES = 55
SLICE = 3  # seconds of work after which a hand lets other messages through


@shared_task
def close_due() -> int:
    """Each minute: ask for hands that close what is due or marked. Returns how many turns that are."""
    from .models import Heartbeat
    from .services.sweep import sweep

    until = time.time() + LAPSES
    due = sweep(role=Heartbeat.Role.WORKER, now=timezone.now(), ask=lambda: ask_hand(until))
    try:
        send_notices.delay()
    except Exception as problem:  # they are rows: the next minute asks again
        log.warning("queue out of reach for the outbox %s", type(problem).__name__)
    return due


def ask_hand(until: float) -> None:
    """Ask a worker to work off what is due, until this moment (POSIX seconds) at most."""
    work_off.apply_async((until,), expires=max(1, until - time.time()))


@shared_task
def work_off(until: float) -> bool:
    """Close what is due for some seconds; what is left then by a message of its own. True if some was."""
    from .services import sweep

    left = sweep.work_off(seconds=SLICE)
    if left and time.time() < until:
        try:
            ask_hand(until)
        except Exception as problem:  # the next minute asks again
            log.warning("queue out of reach for the next slice %s", type(problem).__name__)
    return left


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
    """Each hour: close games that never filled, drop forgotten rehearsals and keys too old to be used."""
    from accounts.services import confirmations_tidy

    from .services.games import games_tidy

    games_tidy(now=timezone.now())
    confirmations_tidy()


def close_soon(turn_id: int) -> None:
    """Ask a worker to close a turn now. The queue only accelerates: when it cannot be reached,
    the next minute's sweep finds the turn marked."""
    try:
        close_turn.apply_async((turn_id,), expires=LAPSES)
    except Exception as problem:
        log.warning("queue out of reach turn_id=%s %s", turn_id, type(problem).__name__)
