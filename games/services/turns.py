"""Closing turns: what is due, one turn at a time, safe to run twice, by as many workers as there are."""

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

from config.logs import MAILED, where
from web.errors import DATABASE_UNAVAILABLE

from ..contract import Window, decode
from ..models import Game, Resolution, Turn
from ..registry import installed, is_installed
from ..writes import Writes
from . import claims, resolving
from .notices import tell_masters
from .operators import operators_tell

log = logging.getLogger(__name__)
# For one resolution, which takes milliseconds: rules that never return are stuck. Shorter than the
# database's patience with an idle transaction.
MOST_SECONDS = 20
MAX_IN_A_ROW = 200  # turns of bots alone, resolved one after the other in one go


def turns_to_close(now: datetime) -> QuerySet[Turn]:
    """The turns to close now: past their deadline, or complete."""
    due = Turn.objects.filter(Q(deadline__lte=now) | Q(can_close_early=True))
    # A game whose rules are not here waits for them.
    return due.filter(
        status=Turn.Status.OPEN, game__stage=Game.Stage.RUNNING, game__paused=False,
        game__title__in=installed(),
    )  # fmt: skip


def turns_due(now: datetime) -> dict[int, int]:
    """The turns to close now in the order in which they close: the id of each and that of its game.
    One query."""
    ordered = turns_to_close(now).order_by("deadline", "position", "pk")
    return dict(ordered.values_list("pk", "game_id"))


class TooLong(Exception):
    """A resolution took longer than any does."""


def can_bound() -> bool:
    """Whether `bounded` ends anything here: in the main thread, where there are timers."""
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raise `TooLong` in what runs longer than `seconds`, so that it holds up no other game. Works in
    a worker, which runs its tasks in the main thread; elsewhere nothing is bounded."""
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
    """Resolve one turn if it is still open and due or marked; true if this call did it. Without `wait`
    a game that somebody else holds just now is left to him (on PostgreSQL).

    One transaction: a worker that dies in it leaves the turn open and due. If the rules raise,
    nothing is kept and the turn is marked stuck, in a transaction of its own. If the database does
    not answer, the turn stays as it is, and the next minute tries again. Where bots play, what they
    answered meanwhile is closed, too.
    """
    claim = _close_one(turn_id, now or timezone.now(), cause, wait)
    if claim is not None and claim.seats.bots:
        marked_turns_close(game_id=claim.game.pk)
    return claim is not None


def marked_turns_close(*, game_id: int) -> None:
    """Close the turns of a game that may close early, one after the other, until a person is asked again:
    bots answer bots at once. Bounded, as every loop over turns is."""
    for _ in range(MAX_IN_A_ROW):
        marked = Turn.objects.filter(game_id=game_id, status=Turn.Status.OPEN, can_close_early=True)
        turn_id = marked.order_by("position").values_list("pk", flat=True).first()
        if turn_id is None or _close_one(turn_id, timezone.now(), None, True) is None:
            return


def _close_one(turn_id: int, now: datetime, cause: str | None, wait: bool) -> claims.Claim | None:
    """The claim, if this call resolved the turn, in a transaction of its own."""
    started = time.monotonic()
    try:
        with transaction.atomic():
            done = _close(turn_id, now, cause, wait)
    except DATABASE_UNAVAILABLE as problem:
        # It went away, is read only, or its disk is full: no fault of the game's. The turn stays due.
        log.error("turn put off turn_id=%s %s", turn_id, type(problem).__name__)
        connection.close()
        return None
    except Exception as problem:
        turn_mark_stuck(turn_id=turn_id, problem=problem)
        return None
    if done is None:
        return None
    claim, story = done
    log.info("turn resolved %s took_ms=%.0f", story, 1000 * (time.monotonic() - started))
    return claim


def _close(turn_id: int, now: datetime, cause: str | None, wait: bool) -> tuple[claims.Claim, str] | None:
    """What was claimed, and what the log says of the turn, if this call resolved it: no order is in that."""
    claim = claims.claim_turn(turn_id, wait=wait)
    if claim is None:
        return None
    turn, game = claim.turn, claim.game
    due = turn.is_due(now)
    door = decode(turn.window, Window).is_door
    asked = turn.status == Turn.Status.OPEN and (due or turn.can_close_early or cause)
    waits = door and any(other.stops_orders(now) for other in claim.others)
    if not asked or waits or not is_installed(game.title):
        return None
    if cause is None or (due and cause == Resolution.Cause.MASTER):  # the deadline came before him
        cause = Resolution.Cause.DEADLINE if due else Resolution.Cause.COMPLETE
        cause = Resolution.Cause.ACT if door else cause  # a bot's, which acts as people do
    late = (now - turn.deadline).total_seconds() if due and turn.deadline else 0
    with bounded(MOST_SECONDS):
        writes = Writes()
        resolving.resolve_turn(claim, cause, now, writes)
        writes.run()
    return claim, resolving.story(claim, cause, late)


def turn_mark_stuck(*, turn_id: int, problem: Exception) -> bool:
    """Keep a turn whose resolution raised from being tried each minute, and tell masters and operators.

    True if this call marked it. Of several workers whose resolution raised, one marks the turn and reports
    it: an incident number that no turn holds would lead nowhere. The exception's class and the traceback are
    kept and logged; its message and locals may hold orders.
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
    report = f"{line}\n{where(problem)}"
    # Not as `exc_info`: whatever else formats the record would add the message.
    log.error("turn stuck %s", report, extra=MAILED)
    operators_tell(
        subject=f"A turn is stuck, incident {incident}", body=f"{report}\n\nEvery other game goes on."
    )
    return True


def _step(problem: Exception) -> str:
    """Where an exception was raised, in one line of the incident's column."""
    frames = traceback.extract_tb(problem.__traceback__)
    place = (
        f" in {frames[-1].name}, {Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else ""
    )
    return f"{type(problem).__name__}{place}"[: Turn._meta.get_field("incident_step").max_length]


def turn_resolve_now(*, game: Game, turn_name: str) -> bool:
    """Noon, struck by the player of a rehearsal: close this turn now, in this request."""
    # Compared here: what was posted may hold signs that PostgreSQL refuses to look for.
    turns = Turn.objects.filter(game=game, status=Turn.Status.OPEN)
    turn = next((turn for turn in turns if turn.name == turn_name), None)
    if turn is None or not game.closes_in_request:
        return False
    return turn_close(turn_id=turn.pk, cause=Resolution.Cause.RESOLVE_NOW)
