"""Rehearsals: games against bots that start at once; their player resolves turns and deletes them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User

from ..contract import TASTE, Meta, Window, decode
from ..models import Game, Player, Turn
from ..registry import skin_for
from .bots import NAMES, bot_answers, bot_names
from .games import GameSettings, fields_of, game_begin, seat_take_free
from .refusals import Refused
from .turns import turns_close_early

MAX_REHEARSALS = 20  # rehearsals that one user may keep


def rehearsal_create(
    *,
    user: User,
    title: str,
    name: str,
    bots: int = 3,
    options: Mapping[str, Any] | None = None,
    game_name: str = "",
    zone: str = "",
    drop: str = "",
    is_first: bool = False,
) -> Game:
    """Create and start a private game with bots in the other seats, whose player resolves its turns.

    `name`: the user's seat; `game_name`: shown in the lobby; `zone`: the IANA zone in which its hours are
    shown, "" for the site's. The number of bots is limited to what the title allows. `drop`: the public id
    of one of the user's rehearsals to delete, which makes room for this one. `is_first`: a game that starts
    without asking anything: the title's options for a first game, and a bot answers its prologue. Raises
    KeyError for a title that is not installed, `Refused`: `too_many_rehearsals`.
    """
    meta = skin_for(title).rules.meta
    bots = max(meta.min_players - 1, min(bots, meta.max_players - 1, len(NAMES)))
    plan = GameSettings(
        title=title, name=game_name or name, min_players=bots + 1, max_players=bots + 1, is_public=False,
        hour=time(12), zone=zone or settings.DEFAULT_GAME_ZONE,
        options=_first_options(meta) if is_first else options or {},
    )  # fmt: skip
    with transaction.atomic():
        # The lock makes two requests at the same moment count one after the other.
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        mine = Game.objects.rehearsals().filter(creator=user)
        if drop:
            mine.filter(public_id=drop).delete()
        if mine.count() >= MAX_REHEARSALS:
            raise Refused("too_many_rehearsals", most=MAX_REHEARSALS)
        game = Game.objects.create(creator=user, is_rehearsal=True, **fields_of(plan))
        seat = seat_take_free(game, user, name)
        for bot in bot_names([name])[:bots]:
            seat_take_free(game, None, bot, is_bot=True)
        game_begin(game, user)
        if is_first:
            _answer_prologue(game, seat)
    turns_close_early(game_id=game.pk)
    return game


def usual_options(meta: Meta) -> dict[str, Any]:
    """The options of a rehearsal for which nothing was chosen: bots play by the title's first taste."""
    options = {option.key: option.default for option in meta.options}
    return options | {TASTE: meta.tastes[0]} if meta.tastes else options


def _first_options(meta: Meta) -> dict[str, Any]:
    return usual_options(meta) | {o.key: o.at_first for o in meta.options if o.at_first is not None}


def _answer_prologue(game: Game, seat: Player) -> None:
    """Let a bot answer the prologue for this seat, if that is the first question."""
    prologue = skin_for(game.title).rules.meta.prologue
    asked = Turn.objects.filter(game=game, status=Turn.Status.OPEN)
    bot_answers(game, seat, [turn for turn in asked if decode(turn.window, Window).kind == prologue])


def rehearsal_delete(*, game: Game) -> None:
    """Delete a rehearsal of this user."""
    if game.is_rehearsal:
        game.delete()
