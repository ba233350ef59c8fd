"""Closing turns: what is due, one turn at a time, safe to run twice, by as many workers as there are."""

from __future__ import annotations

import logging
import secrets
import traceback
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from .. import vault
from ..models import Game, Resolution, Turn
from . import resolving
from .notices import tell_masters

log = logging.getLogger(__name__)
MAX_IN_A_ROW = 200  # turns of bots alone, resolved one after the other in one request


def turns_due(now: datetime) -> list[int]:
    """The ids of the turns to close now: past their deadline, or marked. One query."""
    return list(
        Turn.objects.filter(Q(deadline__lte=now) | Q(marked=True))
        .filter(status=Turn.Status.OPEN, game__stage=Game.Stage.RUNNING, game__paused=False)
        .order_by("deadline", "position", "pk")
        .values_list("pk", flat=True)
    )


def turn_close(*, turn_id: int, now: datetime | None = None, cause: str | None = None) -> bool:
    """Resolve one turn if it is still open and due or marked; true if this call did it.

    One transaction: a worker that dies in it leaves the turn open and due. If the rules raise,
    nothing is kept and the turn is marked stuck, in a transaction of its own.
    """
    try:
        with transaction.atomic():
            return _close(turn_id, now or timezone.now(), cause)
    except Exception as problem:
        turn_mark_stuck(turn_id=turn_id, problem=problem)
        return False


def _close(turn_id: int, now: datetime, cause: str | None) -> bool:
    seen = Turn.objects.filter(pk=turn_id).values_list("game_id", "game__number").first()
    if seen is None or not resolving.claim(*seen):
        return False
    # Read again now that the row is ours: the turn may have been moved while we waited for it.
    secret, turn = vault.seed_with_turn(turn_id)
    due = turn.deadline is not None and turn.deadline <= now
    if turn.status != Turn.Status.OPEN or not (due or turn.marked or cause):
        Game.objects.filter(pk=seen[0]).update(number=seen[1])
        return False
    if cause is None:
        cause = Resolution.Cause.DEADLINE if due else Resolution.Cause.COMPLETE
    game = turn.game
    resolving.resolve_turn(game, turn, secret, resolving.seats_with_forms(game, turn), cause, now)
    log.info("turn resolved game=%s turn=%s cause=%s", game.public_id, turn.name, cause)
    return True


def turn_mark_stuck(*, turn_id: int, problem: Exception) -> None:
    """Keep a turn whose resolution raised from being tried each minute, and tell the game masters.

    The exception's class and the step are kept and logged; its message and locals may hold orders.
    """
    incident = secrets.token_hex(4)
    frames = traceback.extract_tb(problem.__traceback__)
    step = f"{frames[-1].name}, line {frames[-1].lineno}" if frames else ""
    step = f"{type(problem).__name__} in {step}"[:80]
    with transaction.atomic():
        stuck = Turn.objects.filter(pk=turn_id, status=Turn.Status.OPEN).update(
            status=Turn.Status.STUCK, incident=incident, incident_step=step
        )
        if stuck:
            turn = Turn.objects.select_related("game").get(pk=turn_id)
            tell_masters(
                game=turn.game, key=f"stuck/{incident}", data={"turn": turn.name, "incident": incident}
            )
    log.error("turn stuck turn_id=%s incident=%s %s", turn_id, incident, step)


def turn_strike(*, game: Game, turn_name: str) -> bool:
    """Noon, struck by the player of a rehearsal: close this turn now, in this request."""
    turn = Turn.objects.filter(game=game, name=turn_name, status=Turn.Status.OPEN).first()
    if turn is None or not game.is_rehearsal:
        return False
    closed = turn_close(turn_id=turn.pk, cause=Resolution.Cause.STRIKE)
    rehearsal_go_on(game_id=game.pk)
    return closed


def rehearsal_go_on(*, game_id: int) -> None:
    """Close what only bots were awaited for, until the player is asked again: within the request,
    since nobody runs a sweep for a rehearsal's sake. Bounded, as every loop over turns is."""
    for _ in range(MAX_IN_A_ROW):
        marked = Turn.objects.filter(game_id=game_id, status=Turn.Status.OPEN, marked=True)
        turn_id = marked.order_by("position").values_list("pk", flat=True).first()
        if turn_id is None or not turn_close(turn_id=turn_id):
            return
