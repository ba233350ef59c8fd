"""Noon in batches: on PostgreSQL a worker closes several games in one transaction.

Games are claimed and read together, resolved one by one, and written table by table. If a batch fails, it is
rolled back and its games are closed one by one, as they are on SQLite.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone
from msgspec import Struct, field

from config import process_registry

from ..models import Resolution
from ..registry import installed
from ..writes import Writes
from . import claims, resolving
from .turns import TooLong, bounded, can_bound, turn_close

log = logging.getLogger(__name__)
MOST = 16  # games in a batch: larger batches are not faster
# Seconds after which a batch resolves no further game but writes what it has, so that a request for one of
# its games waits a tenth of a second at most, writing included.
FULL = 0.07
MOST_SECONDS = 2.0  # then a batch is rolled back, because some game in it is far too slow


class Batch(Struct):
    """The result of one batch. `claimed`: number of games claimed; `resolved`: how many of them were
    resolved together; `released`: for how many there was no time; `singly`: the turns to close one by
    one, in this order."""

    claimed: int
    resolved: int = 0
    released: int = 0
    singly: list[int] = field(default_factory=list)


def batches_fit() -> bool:
    """Whether turns can be closed in batches here: on PostgreSQL, in a process that can interrupt a batch."""
    return connection.vendor == "postgresql" and can_bound()


def batches_close(*, without: Collection[int], until: float) -> bool:
    """Close what is due, batch by batch, except the turns `without` and games that others hold. True if none
    of that is left; False if time ran out at `until` (`time.monotonic`).

    What the database refuses is tried once and left to the next sweep.
    """
    tried, most = set(without), MOST
    while time.monotonic() <= until:
        process_registry.task_advances()
        batch = batch_close(without=tried, most=most)
        if not batch.claimed:
            return True
        for turn_id in batch.singly:
            if time.monotonic() > until:
                return False
            process_registry.task_advances()
            tried.add(turn_id)
            turn_close(turn_id=turn_id, wait=False)
        # As many as there was time for; one more if there was time for all.
        most = batch.resolved if batch.released else min(MOST, most + 1)
    return False


def batch_close(*, without: Collection[int], most: int = MOST) -> Batch:
    """Resolve the due turns of up to `most` games in one transaction.

    If the rules of one of them raise, the batch exceeds `MOST_SECONDS`, or the database refuses something,
    the whole batch is rolled back and its games go singly, so that only the faulty one becomes stuck.
    """
    now, started = timezone.now(), time.monotonic()
    claimed = claims.Claimed()
    try:
        # Includes the commit, which waits if somebody holds the row of a user.
        with bounded(MOST_SECONDS), transaction.atomic():
            claimed = claims.claim_due(now, installed(), without, most)
            stories = _resolve(claimed.claims, now, started + FULL)
    except Exception as problem:
        turns = [claim.turn.pk for claim in claimed.claims]
        # the database is out of reach; there may be no time left to try them one by one
        if connection.connection is None:
            log.error("turn put off turn_id=%s %s", turns, type(problem).__name__)
        else:
            log.warning("batch undone turns=%s %s", turns, type(problem).__name__)
        if isinstance(problem, TooLong):
            connection.close()  # the connection may be in the middle of a statement
        return Batch(claimed.games, singly=claimed.singly + turns)
    took, number = 1000 * (time.monotonic() - started), len(stories)
    for story in stories:
        log.info("turn resolved %s together=%d took_ms=%.0f", story, number, took / number)
    return Batch(claimed.games, number, len(claimed.claims) - number, claimed.singly)


def _resolve(claimed: list[claims.Claim], now: datetime, until: float) -> list[str]:
    """Resolve one game after the other and write them together; returns the log entry of each. Games for
    which no time is left are released unchanged."""
    writes = Writes()
    stories: list[str] = []
    for claim in claimed:
        if stories and time.monotonic() > until:
            break
        assert claim.turn.deadline is not None
        late = (now - claim.turn.deadline).total_seconds()
        resolving.resolve_turn(claim, Resolution.Cause.DEADLINE, now, writes)
        stories.append(resolving.story(claim, Resolution.Cause.DEADLINE, late))
    writes.run()
    return stories
