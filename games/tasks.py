"""Tasks: they receive ids, start after the commit, and can safely run twice."""

from __future__ import annotations

import logging
import time
from typing import Any

from celery import current_app, shared_task
from django.utils import timezone

log = logging.getLogger(__name__)
# Seconds after which an unread message expires. The next minute's sweep asks again, so that messages never
# pile up while workers are down or slow.
LAPSES = 55
SLICE = 3  # seconds of work after which a worker attends to other messages


@shared_task
def close_due() -> int:
    """Each minute: start games whose day has come, close turns that are due or can close early, close
    proposals, pause games that nobody plays, apply the policies on missed noons, write reminders, send
    notices. Returns how many turns.

    With a queue the workers are asked to do it; without one (`CELERY_TASK_ALWAYS_EAGER`) it is done here.
    """
    from .models import Heartbeat
    from .services.absences import absences_settle
    from .services.agreements import proposals_close
    from .services.pauses import games_pause_themselves
    from .services.plans import plans_run
    from .services.reminders import reminders_write
    from .services.sweep import sweep
    from .services.tidying import games_start_on_their_day

    games_start_on_their_day(now=timezone.now())
    until = time.time() + LAPSES
    ask = None if _no_queue() else lambda: _ask(drain_due_turns, until)
    due = sweep(role=Heartbeat.Role.WORKER, now=timezone.now(), ask=ask, seconds=LAPSES)
    proposals_close(now=timezone.now())
    games_pause_themselves(now=timezone.now())
    absences_settle()
    plans_run(now=timezone.now())
    reminders_write(now=timezone.now())
    _go_on(send_notices, until)
    return due


@shared_task
def drain_due_turns(until: float) -> bool:
    """Close due turns for a few seconds; if some are left, ask a worker to continue. Returns whether some are
    left."""
    from .services import sweep

    left = sweep.drain_due_turns(seconds=SLICE)
    if left:
        _go_on(drain_due_turns, until)
    return left


def catch_up() -> None:
    """Ask workers to close what fell due while the site was down. If the queue is out of reach, beat asks
    again in a minute."""
    try:
        close_due.apply_async(expires=600)
    except Exception as problem:
        log.warning("catch-up not queued: %s", type(problem).__name__)


def _no_queue() -> bool:
    return bool(current_app.conf.task_always_eager)


def _ask(task: Any, until: float) -> None:
    """Ask a worker for a task's next slice, until this moment (POSIX seconds) at most."""
    task.apply_async((until,), expires=max(1, until - time.time()))


def _go_on(task: Any, until: float) -> None:
    """The same, but a queue that cannot be reached is ignored: the next minute finds the remaining rows."""
    if time.time() < until:
        try:
            _ask(task, until)
        except Exception as problem:
            log.warning("queue out of reach for %s %s", task.name, type(problem).__name__)


@shared_task
def close_turn(turn_id: int) -> bool:
    """Resolve one turn, if it is still to be resolved."""
    from .services.turns import turn_close

    return turn_close(turn_id=turn_id)


@shared_task
def send_notices(until: float = 0) -> int:
    """Send some of the waiting notices, and ask a worker to send the rest until `until` (POSIX seconds).
    Returns how many were sent. A server that does not answer is tried again in a minute."""
    from .services.deliveries import notices_send, notices_wait

    sent = last = notices_send()
    while last and notices_wait():
        if not _no_queue():
            _go_on(send_notices, until)
            break
        if time.time() >= until:
            break
        sent += (last := notices_send())
    return sent


@shared_task
def tidy() -> None:
    """Each hour: close games that never filled, and end those abandoned; delete abandoned rehearsals,
    guests, forms left at seats whose turn is over, notices dismissed and vacations over long ago, and expired
    keys and sessions."""
    from accounts.services import confirmations_tidy, sessions_tidy

    from .services.deliveries import deliveries_tidy
    from .services.guests import guests_tidy
    from .services.notices import notices_tidy
    from .services.pauses import games_abandon
    from .services.tidying import games_tidy, left_forms_tidy
    from .services.vacations import vacations_tidy

    games_tidy(now=timezone.now())
    games_abandon(now=timezone.now())
    guests_tidy(now=timezone.now())
    left_forms_tidy()
    notices_tidy(now=timezone.now())
    deliveries_tidy(now=timezone.now())
    vacations_tidy(now=timezone.now())
    confirmations_tidy()
    sessions_tidy()


def close_soon(turn_id: int) -> None:
    """Ask a worker to close a turn now. The queue only accelerates: when it cannot be reached,
    the next minute's sweep finds the turn marked."""
    try:
        close_turn.apply_async((turn_id,), expires=LAPSES)
    except Exception as problem:
        log.warning("queue out of reach turn_id=%s %s", turn_id, type(problem).__name__)
