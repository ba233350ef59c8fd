"""The look for what is due, by whoever makes it: a worker each minute, a web process if there is none."""

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

from ..health import DEAF
from ..models import Heartbeat
from .batches import batches_close, batches_fit
from .notices import notices_send
from .operators import alarms_raise
from .outages import heartbeat_write, outages_settle
from .turns import turn_close, turns_due, turns_to_close

log = logging.getLogger(__name__)


MOST_HANDS = 16  # asked at once to work off what is due; the rest of them would find nothing to do
TRIES = 3  # looks at what is due by one hand, and the pause between them
PAUSE = 0.1


def sweep(*, role: str, now: datetime, ask: Callable[[], object] | None, seconds: float = math.inf) -> int:
    """A sign of life, outages settled before anything closes, an alarm for what is late; then `ask` for
    hands that work off what is due. Returns how many turns are due.

    Where there is nobody to ask, or the queue is out of reach, turns are closed here, for so many seconds.
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
    """The ids of the turns to close now, game by game: outages are settled, and what waits for the
    pages to be back is left out."""
    held = outages_settle(now=now)
    games: dict[int, list[int]] = {}
    for turn_id, game_id in turns_due(now).items():
        if turn_id not in held:
            games.setdefault(game_id, []).append(turn_id)
    return list(games.values())


def drain_due_turns(*, seconds: float = math.inf) -> bool:
    """One hand's work: close what is due, for so long; true if the time was too short.

    On PostgreSQL first in batches, then what is left one by one: what may close early, what somebody held.
    Nothing is dealt out beforehand: each hand takes the next game that nobody holds, beginning
    anywhere, so that a game that hangs keeps one hand busy and no other game waiting. What somebody
    still holds after a few looks, or the database refuses, is left to the next minute.
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
            process_registry.goes_on()
            turn_close(turn_id=turn_id, wait=False)
        seen = set(itertools.chain(*games))
        games = [left for turns in games_due(now=timezone.now()) if (left := [t for t in turns if t in seen])]
        if not games:
            break
        time.sleep(PAUSE if look < TRIES - 1 else 0)
    return False


def web_sweep(*, now: datetime, since: datetime) -> int:
    """The look of a web process that runs since `since`: a sign of life and an alarm, and where no
    worker was heard for three minutes, it closes what is due itself. Returns how many that were."""
    heard = Heartbeat.objects.filter(role=Heartbeat.Role.WORKER, until__lte=now).order_by("-until").first()
    silent_since = max(heard.until, since) if heard else since
    if now - silent_since > DEAF:
        log.error("no worker heard for_s=%d", (now - silent_since).total_seconds())
        due = sweep(role=Heartbeat.Role.WEB, now=now, ask=None)
        notices_send()
        return due
    heartbeat_write(role=Heartbeat.Role.WEB, now=now)
    alarms_raise(now=now)
    return 0
