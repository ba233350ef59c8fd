"""Heartbeats, and the handling of deadlines after an outage: see docs/decisions/0050-outages.md."""

from __future__ import annotations

import logging
from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from .. import clock
from ..models import Game, Heartbeat, LedgerEntry, Notice, Turn, with_clock
from . import openings
from .ledger import ledger_write
from .notices import tell, tell_table

log = logging.getLogger(__name__)
KEPT = timedelta(days=30)


def heartbeat_write(*, role: str, now: datetime) -> None:
    """Record that the site can be reached: extend the present stretch, or begin a new one after a silence.
    Usually two queries."""
    signs = Heartbeat.objects.filter(role=role)
    # Heartbeats in the future come from a clock that was ahead: they must neither hide an outage nor look
    # like one.
    if signs.filter(since__gt=now + clock.SILENCE).delete()[0]:
        log.error("clock wrong role=%s: heartbeats from the future were dropped", role)
    near = signs.filter(until__gte=now - clock.SILENCE, until__lte=now + clock.SILENCE)
    if near.update(until=now):
        return
    with transaction.atomic():
        if signs.filter(until__gt=now + clock.SILENCE).update(until=now):
            log.error("clock wrong role=%s: a heartbeat from the future was cut", role)
        newest = signs.order_by("-until").first()
        if newest is not None and now - newest.until <= clock.SILENCE:
            signs.filter(pk=newest.pk).update(until=now)
            return
        if newest is not None:
            log.error("was silent role=%s for_s=%d", role, (now - newest.until).total_seconds())
            signs.filter(until__lt=now - KEPT).exclude(pk=newest.pk).delete()
        Heartbeat.objects.create(role=role, since=now, until=now)


def web_silences(now: datetime) -> list[clock.Stretch]:
    """The periods in which pages could not be reached, in the last thirty days, earliest first. One query."""
    signs = Heartbeat.objects.filter(role=Heartbeat.Role.WEB).values_list("since", "until")
    return clock.silences(signs, now)


def outages_settle(*, now: datetime) -> set[int]:
    """Move the deadlines of open turns whose players lost too much of the time before noon, once each.
    Returns the ids of the turns to leave alone because pages still cannot be reached.

    Two or three queries, however many games there are.
    """
    signs = list(Heartbeat.objects.filter(role=Heartbeat.Role.WEB).values_list("since", "until"))
    silent = clock.silences(signs, now)
    if sum((end - start for start, end in silent), timedelta(0)) <= clock.MOST_LOST:
        return set()
    turns = _could_move().filter(deadline__lte=now + clock.LAST_HOURS)
    long_ago = datetime.min.replace(tzinfo=now.tzinfo)
    struck = [
        deadline
        for deadline in turns.order_by().values_list("deadline", flat=True).distinct()
        if deadline and clock.lost_time(silent, long_ago, deadline) > clock.MOST_LOST
    ]
    if not struck:
        return set()
    still_dark = now - max(until for _since, until in signs) > clock.SILENCE
    held: set[int] = set()
    games: dict[int, list[int]] = defaultdict(list)
    for pk, game_id, opened, deadline in turns.filter(deadline__in=struck).values_list(
        "pk", "game_id", "opened_at", "deadline"
    ):
        if deadline and clock.lost_time(silent, opened, deadline) > clock.MOST_LOST:
            held.add(pk)
            games[game_id].append(pk)
    if still_dark:
        return held  # moved once the site is back, because only then is it known how much time was lost
    for game_id, ids in games.items():
        _game_move(game_id, ids, silent, now)
    return set()


def _could_move() -> QuerySet[Turn]:
    """The turns an outage may move: open, with a deadline, never moved, not answered by everybody."""
    return Turn.objects.filter(
        with_clock("game__"),
        status=Turn.Status.OPEN, can_close_early=False, moved_from=None, deadline__isnull=False,
        game__stage=Game.Stage.RUNNING, game__paused=False,
    )  # fmt: skip


def _game_move(game_id: int, ids: list[int], silent: list[clock.Stretch], now: datetime) -> None:
    """Move one game's turns to their new noon, with a ledger entry; players and masters get a notice."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        turns = list(_could_move().filter(pk__in=ids))  # checked again after locking the game's row
        if not turns:
            return
        was = min(turn.deadline for turn in turns if turn.deadline)
        lost = max(clock.lost_time(silent, turn.opened_at, turn.deadline) for turn in turns if turn.deadline)
        latest = max(turn.deadline for turn in turns if turn.deadline)
        until = clock.deadline_after_outage(openings.calendar_of(game), latest, now)
        for turn in turns:
            turn.moved_from, turn.deadline, turn.alarmed = turn.deadline, until, False
            turn.save(update_fields=["moved_from", "deadline", "alarmed"])
        minutes = int(lost.total_seconds()) // 60
        data = {"was": was.isoformat(), "until": until.isoformat(), "minutes": minutes}
        ledger_write(game=game, act=LedgerEntry.Act.OUTAGE, data=data)
        users = game.players.values_list("user_id", flat=True)
        told: dict[str, Any] = {"key": f"outage/{min(turn.pk for turn in turns)}"}
        told["data"] = {**data, "act": LedgerEntry.Act.OUTAGE}
        tell(game=game, users=users, kind=Notice.Kind.ANNOUNCED, **told)
        tell_table(game=game, kind=Notice.Kind.ANNOUNCED, asks=True, **told)
    for turn in turns:
        log.warning(
            "turn moved game=%s turn_id=%s turn=%s was=%s until=%s lost_min=%s",
            game.public_id, turn.pk, turn.name, was.isoformat(), until.isoformat(), minutes,
        )  # fmt: skip
