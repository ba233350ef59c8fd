"""Rematches: a new game with the settings of one that is over, to which everybody who played is invited."""

from __future__ import annotations

import re

from django.db import transaction
from django.utils import timezone

from accounts.models import User

from ..models import Game, Notice, Player
from .claims import lock_game
from .games import GameSettings, game_create, game_join
from .notices import tell
from .refusals import Refused

MAX_REMATCHES = 3  # of one game: each notifies everybody who played in it
LONGEST = Game._meta.get_field("name").max_length or 60


def rematch(*, player: Player, user: User) -> Game:
    """The rematch of a game that is over: created by the first who asks, with the same settings and a notice
    to everybody else who played; those who ask while it gathers players take a place in it.

    Raises `Refused`: `not_over`, `too_many_rematches`, and what creating and joining a game raise.
    """
    with transaction.atomic():
        game = lock_game(player.game_id)  # so that two who ask at the same moment get the same game
        if game.stage != Game.Stage.FINISHED or not game.has_table:
            raise Refused("not_over")
        open_one = game.rematches.filter(stage=Game.Stage.GATHERING).first()
        if open_one is not None:
            if not open_one.players.filter(user=user).exists():
                game_join(game=open_one, user=user, name=player.name)
            return open_one
        if game.rematches.count() >= MAX_REMATCHES:
            raise Refused("too_many_rematches", most=MAX_REMATCHES)
        made = game_create(creator=user, plan=_same_settings(game), seat_name=player.name)
        made.rematch_of = game
        made.save(update_fields=["rematch_of"])
        others = game.players.exclude(user=user).values_list("user_id", flat=True)
        tell(game=made, users=others, kind=Notice.Kind.REMATCH, key="rematch", data={"by": player.name})
    return made


def _same_settings(game: Game) -> GameSettings:
    return GameSettings(
        title=game.title,
        name=next_name(game.name),
        min_players=game.min_players,
        max_players=game.max_players,
        is_public=game.is_public,
        hour=game.hour,
        zone=game.zone,
        options=game.options,
        close_when_all_ready=game.close_when_all_ready,
        notice=game.notice,
        on_leave=game.on_leave,
        press=game.press,
        on_missed=game.on_missed.split(",") if game.on_missed else (),
        bots_play=game.bots_play,
        waits=game.waits,
        days=game.days,
        dates_out=sorted(day for day in game.calendar.left_out if day > timezone.localdate()),
    )


def next_name(name: str) -> str:
    """The name of a rematch: "Fifth Avenue 2" after "Fifth Avenue", "Fifth Avenue 3" after that."""
    found = re.fullmatch(r"(.*\S) ([2-9]|[1-9]\d{1,3})", name)
    stem, number = (found[1], int(found[2]) + 1) if found else (name, 2)
    end = f" {number}"
    return stem[: LONGEST - len(end)].rstrip() + end
