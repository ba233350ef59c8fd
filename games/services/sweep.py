"""The sweep: looking for due turns, by a worker each minute, or by a web process if there is no worker."""

from __future__ import annotations

import itertools
import logging
import math
import secrets
import time
from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from config import process_registry

from ..health import WORKER_SILENT
from ..models import Heartbeat
from .absences import absences_settle
from .agreements import proposals_close
from .batches import batches_close, batches_fit
from .deliveries import notices_send
from .operators import alarms_raise
from .outages import heartbeat_write, outages_settle
from .pauses import games_pause_themselves
from .plans import plans_run
from .reminders import reminders_write
from .tidying import games_start_on_their_day
from .turns import turn_close, turns_due, turns_to_close

log = logging.getLogger(__name__)


MOST_HANDS = 16  # workers asked at once; more would find nothing to do
TRIES = 3  # attempts of one worker, and the pause between them
PAUSE = 0.1


def sweep(*, role: str, now: datetime, ask: Callable[[], object] | None, seconds: float = math.inf) -> int:
    """Write a heartbeat, settle outages before anything closes, report late turns; then `ask` for workers to
    drain due turns. Returns how many turns are due.

    If there is nobody to ask, or the queue cannot be reached, turns are closed here, for a limited time.
    """
    heartbeat_write(role=role, now=now)
    due = turns_to_close(now).exclude(pk__in=outages_settle(now=now)).count()
    alarms_raise(now=now)
    if ask is None:
        drain_due_turns(seconds=seconds)
        return due
    try:
        for _ in range(min(due, MOST_HANDS)):
            ask()
    except Exception as problem:
        log.error("queue out of reach turns=%d %s", due, type(problem).__name__)
        drain_due_turns(seconds=seconds)
    return due


def games_due(*, now: datetime) -> list[list[int]]:
    """The ids of the turns to close now, game by game. Outages are settled first, and turns that wait for
    the pages to be back are left out."""
    held = outages_settle(now=now)
    games: dict[int, list[int]] = {}
    for turn_id, game_id in turns_due(now).items():
        if turn_id not in held:
            games.setdefault(game_id, []).append(turn_id)
    return list(games.values())


def drain_due_turns(*, seconds: float = math.inf) -> bool:
    """Close due turns for at most `seconds`; True if some are left.

    On PostgreSQL first in batches, then one by one what is left: turns that close early, games that were
    held. Each worker takes the next free game (SKIP LOCKED) from a random offset, so that a game that hangs
    blocks only its worker. Games still held after a few attempts, and what the database refuses, are left to
    the next minute.
    """
    until = time.monotonic() + seconds
    if batches_fit() and not batches_close(without=outages_settle(now=timezone.now()), until=until):
        return True
    games = games_due(now=timezone.now())
    for look in range(TRIES):
        start = secrets.randbelow(len(games)) if games else 0
        for turn_id in itertools.chain(*games[start:], *games[:start]):
            if time.monotonic() > until:
                return True
            process_registry.task_advances()
            turn_close(turn_id=turn_id, wait=False)
        seen = set(itertools.chain(*games))
        games = [left for turns in games_due(now=timezone.now()) if (left := [t for t in turns if t in seen])]
        if not games:
            break
        time.sleep(PAUSE if look < TRIES - 1 else 0)
    return False


def web_sweep(*, now: datetime, since: datetime) -> int:
    """The sweep of a web process that runs since `since`: a heartbeat and a report of late turns; if no
    worker was heard for three minutes, it closes due turns itself. Returns how many it closed."""
    heard = Heartbeat.objects.filter(role=Heartbeat.Role.WORKER, until__lte=now).order_by("-until").first()
    silent_since = max(heard.until, since) if heard else since
    if now - silent_since > WORKER_SILENT:
        log.error("no worker heard for_s=%d", (now - silent_since).total_seconds())
        games_start_on_their_day(now=now)
        due = sweep(role=Heartbeat.Role.WEB, now=now, ask=None)
        proposals_close(now=now)
        games_pause_themselves(now=now)
        absences_settle()
        plans_run(now=now)
        reminders_write(now=now)
        notices_send()
        return due
    heartbeat_write(role=Heartbeat.Role.WEB, now=now)
    alarms_raise(now=now)
    return 0
