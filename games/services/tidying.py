"""Hourly tidying: games that never filled, rehearsals that nobody plays, forms that are not needed any
more."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from ..clock import noon_on
from ..models import Game, LeftForm, Notice, Turn
from ..registry import all_skins, installed, is_installed, skin_for
from .claims import lock_game
from .games import game_begin, game_close
from .openings import calendar_of

log = logging.getLogger(__name__)
TWO_WEEKS = timedelta(days=14)
ONE_DAY = timedelta(days=1)


def games_tidy(*, now: datetime) -> tuple[int, int]:
    """Start or close the games that have gathered players for as long as their title allows, and delete
    rehearsals untouched for two weeks. Returns the number of each."""
    waited = [game for game in _waiting_since(now) if _waiting_ends(game)]
    forgotten = Game.objects.rehearsals().filter(touched_at__lte=now - TWO_WEEKS)
    count = forgotten.count()
    forgotten.delete()
    return len(waited), count


def _waiting_since(now: datetime) -> list[int]:
    """The games whose days of gathering players are over. One query."""
    over = ~Q(title__in=installed()) & Q(created_at__lte=now - TWO_WEEKS)
    for skin in all_skins():
        meta = skin.rules.meta
        over |= Q(title=meta.key, created_at__lte=now - timedelta(days=meta.recruiting_days))
    waiting = Game.objects.filter(over, stage=Game.Stage.GATHERING)
    return list(waiting.filter(Q(starts_on=None) | Q(starts_on__lt=now.date())).values_list("pk", flat=True))


def games_start_on_their_day(*, now: datetime) -> int:
    """Start the games whose day has come, with those who have joined; those with too few go on waiting as if
    they had no day. Returns how many had one. One query, if no game's day has come."""
    near = Game.objects.filter(stage=Game.Stage.GATHERING, starts_on__lte=(now + ONE_DAY).date())
    due = [game for game in near if noon_on(calendar_of(game), game.starts_on or now.date()) <= now]
    return sum(_day_comes(game.pk) for game in due)


def _day_comes(game_id: int) -> bool:
    """Start one game, or remove its day. Returns whether it was still gathering players."""
    try:
        with transaction.atomic():
            game = lock_game(game_id)
            if game.stage != Game.Stage.GATHERING or game.starts_on is None:
                return False
            if is_installed(game.title) and game.players.count() >= game.min_players:
                game_begin(game, None, "day")
            else:
                game.starts_on = None
                game.save(update_fields=["starts_on"])
    except Exception as problem:
        log.error("game not started on its day game_id=%s %s", game_id, type(problem).__name__)
        return False
    return True


def _waiting_ends(game_id: int) -> bool:
    """Start or close one game. Returns whether it was still gathering players. If its start fails, operators
    get a mail and the other games are still handled."""
    try:
        with transaction.atomic():
            game = lock_game(game_id)
            if game.stage != Game.Stage.GATHERING:
                return False
            starts = is_installed(game.title) and skin_for(game.title).rules.meta.may_start_below_max
            if starts and game.players.count() >= game.min_players:
                game_begin(game, None, "short")
            else:
                game_close(game, Game.Ended.NEVER_FILLED, Notice.Kind.NEVER_FILLED)
    except Exception as problem:
        log.error("game neither started nor closed game_id=%s %s", game_id, type(problem).__name__)
        return False
    return True


def left_forms_tidy() -> int:
    """Delete the forms of users who lost a seat, if their turn is resolved: the author cannot get such a form
    back, and nobody else ever saw it. Returns the number. One statement."""
    count, _ = LeftForm.objects.filter(turn__status=Turn.Status.RESOLVED).delete()
    return count
