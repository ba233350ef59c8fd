"""Stopping and restarting the clock of a game; pausing games that nobody plays.

A game in which no person has handed in for three noons is paused until one of its players or a game master
resumes it; after thirty days it ends without final places. See
docs/decisions/0149-games-nobody-plays.md.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from .. import clock
from ..contract import Window, decode
from ..models import ABANDONED_AFTER, Game, LedgerEntry, Notice, Player, Proposal, Resolution, Turn
from ..registry import installed
from . import openings
from .claims import lock_game
from .endings import game_end_early
from .ledger import ledger_write
from .notices import tell, tell_table
from .refusals import Refused

log = logging.getLogger(__name__)
Act = LedgerEntry.Act
MAX_EXTENSION = timedelta(days=14)  # from now, of a deadline that is moved
NOONS = 3  # noons without a form of a person, after which a game pauses itself
# the least time that three noons take: two days, each of which may be an hour short
AT_LEAST = timedelta(hours=46)


def clock_stop(game: Game, *, idle_since: datetime | None = None) -> None:
    """Pause a running game, whose row is locked: no turn closes, no form is accepted. `idle_since`: now, if
    it pauses itself. Two queries."""
    _agreed_pause_over(game)
    game.paused, game.idle_since = True, idle_since
    game.save(update_fields=["paused", "idle_since"])


def clock_start(game: Game, now: datetime) -> None:
    """Resume a paused game, whose row is locked: every deadline is computed from now, with the full notice,
    and noons without a form are counted from now on. Three queries, and one for each open turn."""
    _agreed_pause_over(game)
    game.paused, game.idle_since, game.played_at = False, None, now
    game.save(update_fields=["paused", "idle_since", "played_at"])
    for turn in Turn.objects.filter(game=game, status=Turn.Status.OPEN):
        turn.deadline, turn.alarmed = openings.deadline_of(game, decode(turn.window, Window), now), False
        turn.save(update_fields=["deadline", "alarmed"])


def _agreed_pause_over(game: Game) -> None:
    """End the players' agreement on a pause, if there is one, so that the game is not resumed when it runs
    out."""
    agreed = Proposal.objects.filter(game=game, kind=Proposal.Kind.PAUSE, state=Proposal.State.AGREED)
    agreed.update(state=Proposal.State.OVER)


def deadlines_move(game: Game, until: datetime, now: datetime) -> datetime:
    """Move the deadlines of a game's open turns later; returns the first they had. Raises `Refused`:
    `no_deadline`, `due`, `not_later`, `too_late` (more than 14 days from now). Two queries."""
    turns = [t for t in Turn.objects.filter(game=game, status=Turn.Status.OPEN) if t.deadline]
    deadlines = [t.deadline for t in turns if t.deadline]
    if not deadlines:
        raise Refused("no_deadline")
    if any(t.is_due(now) for t in turns):
        raise Refused("due")
    if until <= max(deadlines):
        raise Refused("not_later")
    if until > now + MAX_EXTENSION:
        raise Refused("too_late", days=MAX_EXTENSION.days)
    Turn.objects.filter(pk__in=[t.pk for t in turns]).update(deadline=until)
    return min(deadlines)


# ---- games that nobody plays ----------------------------------------------------------------------


def games_pause_themselves(*, now: datetime) -> int:
    """Pause the games in which no person has handed in for three noons; returns how many. One query if there
    is none. Never raises, so that the sweep continues."""
    paused = 0
    for game_id in [game.pk for game in _idle(now) if _noons_passed(game, now)]:
        try:
            paused += _pauses_itself(game_id, now)
        except Exception as problem:
            log.error("game not paused game_id=%s %s", game_id, type(problem).__name__)
    return paused


def _idle(now: datetime) -> QuerySet[Game]:
    """The running games with three deadlines since a person's form was resolved, and the sleeping ones, which
    have no deadline to count."""
    missed = (
        Resolution.objects.filter(
            game=OuterRef("pk"), cause=Resolution.Cause.DEADLINE, at__gt=OuterRef("played_at")
        )
        .order_by()
        .values("game")
        .annotate(noons=Count("at", distinct=True))
        .values("noons")
    )
    clocked = Turn.objects.filter(game=OuterRef("pk"), status__in=Turn.ASKED, deadline__isnull=False)
    sleeps = ~Exists(clocked)
    return Game.objects.with_clock().annotate(noons=Subquery(missed), sleeps=sleeps).filter(
        Q(noons__gte=NOONS) | Q(sleeps=True), stage=Game.Stage.RUNNING, paused=False,
        played_at__lte=now - AT_LEAST, title__in=installed(),
    )  # fmt: skip


def _noons_passed(game: Game, now: datetime) -> bool:
    """Whether three noons have passed for a game of `_idle`; for a sleeping game those of its calendar
    count."""
    if (getattr(game, "noons", None) or 0) >= NOONS:
        return True
    return game.played_at < clock.noon_before(game.calendar, now, NOONS)


def _pauses_itself(game_id: int, now: datetime) -> bool:
    with transaction.atomic():
        lock_game(game_id)
        game = _idle(now).filter(pk=game_id).first()  # asked again after locking the game's row
        if game is None or not _noons_passed(game, now):
            return False
        clock_stop(game, idle_since=now)
        ledger_write(game=game, act=Act.PAUSED, data={"idle": True})
        until = game.given_up_at
        assert until is not None
        data = {"act": Act.PAUSED, "idle": True, "until": until.isoformat()}
        _tell_all(game, f"idle/{now.isoformat()}", data)
    log.info("game paused itself game=%s", game.public_id)
    return True


def game_go_on(*, player: Player) -> None:
    """Resume a game that has paused itself, on behalf of a player; the notice says by whom. Raises `Refused`:
    `not_running`, `no_such_player` (the user has lost the seat meanwhile), `not_idle`."""
    with transaction.atomic():
        game = lock_game(player.game_id)
        if game.stage != Game.Stage.RUNNING:
            raise Refused("not_running")
        seat = game.players.select_related("user").filter(pk=player.pk, user=player.user_id).first()
        if seat is None or seat.user is None:
            raise Refused("no_such_player")
        if game.idle_since is None:
            raise Refused("not_idle")
        now = timezone.now()
        clock_start(game, now)
        data = {"name": seat.name, "about": seat.user.pk}
        ledger_write(game=game, act=Act.RESUMED, author=seat.user, data=data)
        _tell_all(game, f"resumed/{now.isoformat()}", {**data, "act": Act.RESUMED}, but=seat.user.pk)


def games_abandon(*, now: datetime) -> int:
    """End the games that paused themselves thirty days ago; returns how many. One query if there is none. If
    one fails, the others are still ended."""
    long_ago = Game.objects.filter(
        stage=Game.Stage.RUNNING, paused=True, idle_since__lte=now - ABANDONED_AFTER
    )
    ended = 0
    for game_id in list(long_ago.values_list("pk", flat=True)):
        try:
            ended += _abandoned(game_id, now)
        except Exception as problem:  # the rest of the hourly tidying must go on
            log.error("game not abandoned game_id=%s %s", game_id, type(problem).__name__)
    return ended


def _abandoned(game_id: int, now: datetime) -> bool:
    with transaction.atomic():
        game = lock_game(game_id)
        if game.stage != Game.Stage.RUNNING or game.given_up_at is None or game.given_up_at > now:
            return False
        game_end_early(game, Game.Ended.ABANDONED, now)
        ledger_write(game=game, act=Act.ENDED, data={"how": game.ended})
    log.info("game abandoned game=%s", game.public_id)
    return True


def _tell_all(game: Game, key: str, data: dict[str, object], but: int | None = None) -> None:
    """Notify the players except `but`, and the game masters: all of them that the game is paused, of anything
    else those who chose to be told."""
    users: Iterable[int | None] = game.players.values_list("user_id", flat=True)
    tell(
        game=game,
        users=[user for user in users if user != but],
        kind=Notice.Kind.ANNOUNCED,
        key=key,
        data=data,
    )
    tell_table(game=game, kind=Notice.Kind.ANNOUNCED, key=key, data=data, asks="idle" in data)
