"""Closing turns: one due turn at a time, idempotent, by any number of workers."""

from __future__ import annotations

import logging
import secrets
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from config.logs import MAILED, format_traceback
from web.errors import DATABASE_UNAVAILABLE

from ..models import Game, Resolution, Turn
from ..registry import installed, is_installed
from ..writes import Writes
from . import acts, claims, resolving
from .notices import tell_masters
from .operators import operators_tell

log = logging.getLogger(__name__)
# For one resolution, which normally takes milliseconds: rules that never return become stuck. Shorter than
# the database's time-out for idle transactions.
MOST_SECONDS = 20
MAX_IN_A_ROW = 200  # consecutive turns of bots resolved by one call


def turns_to_close(now: datetime) -> QuerySet[Turn]:
    """The turns to close now: past their deadline, or complete."""
    due = Turn.objects.filter(Q(deadline__lte=now) | Q(can_close_early=True))
    # A game whose title is not installed waits.
    return due.filter(
        status=Turn.Status.OPEN, game__stage=Game.Stage.RUNNING, game__paused=False,
        game__title__in=installed(),
    )  # fmt: skip


def turns_due(now: datetime) -> dict[int, int]:
    """The turns to close now, in the order in which they close: the id of each and that of its game. One
    query."""
    ordered = turns_to_close(now).order_by("deadline", "position", "pk")
    return dict(ordered.values_list("pk", "game_id"))


class TooLong(Exception):
    """A resolution exceeded its time limit."""


def can_bound() -> bool:
    """Whether `bounded` works here: timers exist in the main thread only."""
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raise `TooLong` in a block that runs longer than `seconds`, so that it blocks no other game. Works in
    workers, which run tasks in the main thread; elsewhere there is no limit."""
    if not can_bound():
        yield
        return

    def give_up(*_args: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, give_up)
    outer = signal.setitimer(signal.ITIMER_REAL, seconds)[0]
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, outer)
        signal.signal(signal.SIGALRM, before)


def turn_close(
    *, turn_id: int, now: datetime | None = None, cause: str | None = None, wait: bool = True
) -> bool:
    """Resolve one turn if it is still open and due, or can close early; True if this call did it. Without
    `wait`, a game that somebody else holds is skipped (on PostgreSQL).

    All in one transaction: if the worker dies, the turn stays open and due. If the rules raise, everything is
    rolled back and the turn is marked as stuck, in a transaction of its own. If the database does not answer,
    the turn stays as it is and the next minute tries again. Turns that bots complete meanwhile are closed
    too.
    """
    claim = _close_one(turn_id, now or timezone.now(), cause, wait)
    if claim is not None and claim.seats.bots:
        turns_close_early(game_id=claim.game.pk)
    return claim is not None


def turns_close_early(*, game_id: int) -> None:
    """Close the turns of a game that can close early, one after the other, until a person has to answer,
    because bots answer bots at once. The number of turns is limited."""
    for _ in range(MAX_IN_A_ROW):
        marked = Turn.objects.filter(game_id=game_id, status=Turn.Status.OPEN, can_close_early=True)
        turn_id = marked.order_by("position").values_list("pk", flat=True).first()
        if turn_id is None or _close_one(turn_id, timezone.now(), None, True) is None:
            return


def _close_one(turn_id: int, now: datetime, cause: str | None, wait: bool) -> claims.Claim | None:
    """Resolve one turn in a transaction of its own; the claim if this call resolved it, else None."""
    started = time.monotonic()
    try:
        with transaction.atomic():
            done = _close(turn_id, now, cause, wait)
    except DATABASE_UNAVAILABLE as problem:
        _put_off(turn_id, problem)
        return None
    except Exception as problem:
        try:
            turn_mark_stuck(turn_id=turn_id, problem=problem)
        except DATABASE_UNAVAILABLE as unavailable:
            _put_off(turn_id, unavailable)
        return None
    if done is None:
        return None
    claim, story = done
    log.info("turn resolved %s took_ms=%.0f", story, 1000 * (time.monotonic() - started))
    return claim


def _put_off(turn_id: int, problem: Exception) -> None:
    """Leave a turn open and due: the database is lost, read-only or out of disk space, which is not the
    game's fault."""
    log.error("turn put off turn_id=%s %s", turn_id, type(problem).__name__)
    connection.close()


def _close(turn_id: int, now: datetime, cause: str | None, wait: bool) -> tuple[claims.Claim, str] | None:
    """The claim, and the log entry (which contains no order) if this call resolved the turn."""
    claim = claims.claim_turn(turn_id, wait=wait)
    if claim is None:
        return None
    turn, game = claim.turn, claim.game
    due, door = turn.is_due(now), claim.window.is_door
    asked = turn.status == Turn.Status.OPEN and (due or turn.can_close_early or cause)
    waits = door and any(other.stops_orders(now) for other in claim.others)
    if not asked or waits or not is_installed(game.title):
        return None
    if door:
        return _close_door(claim, now)
    if cause is None or (due and cause == Resolution.Cause.MASTER):  # the deadline came first
        cause = Resolution.Cause.DEADLINE if due else Resolution.Cause.COMPLETE
    late = (now - turn.deadline).total_seconds() if due and turn.deadline else 0
    writes = Writes()
    with bounded(MOST_SECONDS):
        resolving.resolve_turn(claim, cause, now, writes)
    # Without a time limit: a database that is slow to write is not the game's fault, and has time-outs of its
    # own.
    writes.run()
    return claim, resolving.story(claim, cause, late)


def _close_door(claim: claims.Claim, now: datetime) -> tuple[claims.Claim, str] | None:
    """Resolve the first form saved at a door. It is a bot's, because those of people are resolved as they
    arrive."""
    players = claim.window.players
    author = next((player for player in claim.seats.forms if player in players), None)
    if author is None:
        Turn.objects.filter(pk=claim.turn.pk).update(can_close_early=False)
        return None
    with bounded(MOST_SECONDS):
        claims.read_other_forms(claim)
        acts.act_resolve(claim, author, now)
    return claim, resolving.story(claim, Resolution.Cause.ACT)


def turn_mark_stuck(*, turn_id: int, problem: Exception) -> bool:
    """Mark a turn whose resolution raised as stuck, so that it is not tried each minute, and report it to
    masters and operators.

    True if this call marked it. If several workers failed on it, one marks and reports it: an incident
    number that no turn has would lead nowhere. The exception's class and the traceback are stored and
    logged; its message and locals may contain orders and are not.
    """
    incident, step = secrets.token_hex(4), _step(problem)
    with transaction.atomic():
        marked = Turn.objects.filter(pk=turn_id, status=Turn.Status.OPEN).update(
            status=Turn.Status.STUCK, incident=incident, incident_step=step
        )
        if marked:
            turn = Turn.objects.select_related("game").get(pk=turn_id)
            tell_masters(
                game=turn.game, key=f"stuck/{incident}", data={"turn": turn.name, "incident": incident}
            )
    if not marked:
        log.info("turn resolved or stuck already turn_id=%s %s", turn_id, step)
        return False
    line = f"game={turn.game.public_id} turn_id={turn_id} turn={turn.name} incident={incident} {step}"
    report = f"{line}\n{format_traceback(problem)}"
    # Not as `exc_info`: other formatters of the record would add the message.
    log.error("turn stuck %s", report, extra=MAILED)
    operators_tell(
        subject=f"A turn is stuck, incident {incident}", body=f"{report}\n\nEvery other game goes on."
    )
    return True


def _step(problem: Exception) -> str:
    """Where an exception was raised, in one line for the incident's column."""
    frames = traceback.extract_tb(problem.__traceback__)
    place = (
        f" in {frames[-1].name}, {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    )
    return f"{type(problem).__name__}{place}"[: Turn._meta.get_field("incident_step").max_length]


def turn_resolve_now(*, game: Game, turn_name: str) -> bool:
    """Close this turn of a rehearsal now, in this request, on behalf of its player."""
    # Compared in Python: what was posted may hold characters that PostgreSQL refuses.
    turns = Turn.objects.filter(game=game, status=Turn.Status.OPEN)
    turn = next((turn for turn in turns if turn.name == turn_name), None)
    if turn is None or not game.closes_in_request:
        return False
    return turn_close(turn_id=turn.pk, cause=Resolution.Cause.RESOLVE_NOW)
