"""What is looked after each hour: games that never filled, rehearsals nobody plays, forms nothing reads."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from ..models import Game, LeftForm, Notice, Turn
from ..registry import all_skins, installed, is_installed, skin_for
from .claims import lock_game
from .games import game_begin, game_close

log = logging.getLogger(__name__)
TWO_WEEKS = timedelta(days=14)


def games_tidy(*, now: datetime) -> tuple[int, int]:
    """Start or close the games that have gathered players for as long as their title allows, and delete
    rehearsals untouched for two weeks. Returns the number of each."""
    waited = [game for game in _waiting_since(now) if _waiting_ends(game)]
    forgotten = Game.objects.filter(is_rehearsal=True, touched_at__lte=now - TWO_WEEKS)
    count = forgotten.count()
    forgotten.delete()
    return len(waited), count


def _waiting_since(now: datetime) -> list[int]:
    """The games whose days of gathering players are over. One query."""
    over = ~Q(title__in=installed()) & Q(created_at__lte=now - TWO_WEEKS)
    for skin in all_skins():
        meta = skin.rules.meta
        over |= Q(title=meta.key, created_at__lte=now - timedelta(days=meta.recruiting_days))
    return list(Game.objects.filter(over, stage=Game.Stage.GATHERING).values_list("pk", flat=True))


def _waiting_ends(game_id: int) -> bool:
    """Start or close one game; whether it was still gathering players. If its start fails, operators are
    told and the others go on."""
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
    """Delete what users who lost a seat had saved for turns that are resolved: its author cannot get it
    back any more, and nobody else ever saw it. Returns the number. One statement."""
    count, _ = LeftForm.objects.filter(turn__status=Turn.Status.RESOLVED).delete()
    return count
