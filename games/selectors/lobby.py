"""Reads for the lobby: lists of games with what a card shows of each, in as many queries for ten as for
ten thousand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from django.db.models import (
    Case,
    Exists,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Value,
    When,
    prefetch_related_objects,
)

from .. import access
from ..models import Game, Notice, OrderForm, Player, Turn
from .game import orders_of

# What every game tells as it goes: of these, the lobby shows the newest of each game.
COURSE = {Notice.Kind.STARTED, Notice.Kind.RESOLVED, Notice.Kind.FINISHED}


@dataclass(frozen=True, slots=True)
class Lobby:
    """The games a user may see, each in one list only, with `players` (their standings and pictures)
    and `open_turns`. `forms`: turn id -> number of orders of the user's own form. `notices`: what he
    has not put away yet, the newest first; of the course of a game only the last."""

    mine: list[Game]
    open: list[Game]
    running: list[Game]
    finished: list[Game]
    forms: dict[int, int]
    notices: list[Notice]


def lobby_for(user: access.User, now: datetime) -> Lobby:
    """Everything the lobby shows. Eight queries, five for visitors, whatever the number of games."""
    mine = _my_games(user, now) if user.is_authenticated else []
    notices = _unread_notices(user) if user.is_authenticated else []
    lists = [list(games) for games in _public_games(user)]
    told = [notice.game for notice in notices]
    prefetch_related_objects(
        [*mine, *chain.from_iterable(lists), *told],
        Prefetch("players", _players()),
        Prefetch(
            "turns",
            Turn.objects.filter(status__in=[Turn.Status.OPEN, Turn.Status.STUCK]).order_by("position"),
            to_attr="open_turns",
        ),
    )
    return Lobby(mine, *lists, forms=_forms_of(user, mine), notices=notices)


def _players() -> QuerySet[Player]:
    """Seats with what a card shows of them; an uploaded picture is its address, not its bytes."""
    return Player.objects.select_related("picture", "standing").defer("picture__content")


def _my_games(user: access.User, now: datetime, limit: int = 60) -> list[Game]:
    """The games a user plays or created: running, gathering, finished; a cancelled one for two weeks."""
    seat = Player.objects.filter(game=OuterRef("pk"), user=user)
    order = Case(
        When(stage=Game.Stage.RUNNING, then=Value(0)),
        When(stage=Game.Stage.GATHERING, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    games = (
        Game.objects.filter(Exists(seat) | Q(creator=user))
        .exclude(stage=Game.Stage.CANCELLED, finished_at__lt=now - timedelta(days=14))
        .annotate(order=order)
        .order_by("order", "-created_at")
    )
    return list(games.select_related("creator")[:limit])


def _public_games(user: access.User) -> tuple[QuerySet[Game], ...]:
    """Public games that are not the user's: with a free place, to watch, over; the newest first."""
    games = Game.objects.filter(is_public=True, is_rehearsal=False).select_related("creator")
    if user.is_authenticated:
        seat = Player.objects.filter(game=OuterRef("pk"), user=user)
        games = games.exclude(Exists(seat)).exclude(creator=user)
    return (
        games.filter(stage=Game.Stage.GATHERING).order_by("-created_at")[:30],
        games.filter(stage=Game.Stage.RUNNING).order_by("-started_at")[:30],
        games.filter(stage=Game.Stage.FINISHED).order_by("-finished_at")[:12],
    )


def _forms_of(user: access.User, games: list[Game]) -> dict[int, int]:
    turns = [turn.pk for game in games for turn in game.open_turns]
    if not turns:
        return {}
    forms = OrderForm.objects.filter(turn__in=turns, player__user=user, set_aside=False)
    return {form.turn_id: len(orders_of(form)) for form in forms}


def _unread_notices(user: access.User, limit: int = 8) -> list[Notice]:
    notices = Notice.objects.filter(user=user, read_at=None).select_related("game")
    found: list[Notice] = []
    games: set[int] = set()
    for notice in notices.order_by("-created_at", "-pk")[: 8 * limit]:
        if notice.kind in COURSE:
            if notice.game_id in games:
                continue
            games.add(notice.game_id)
        found.append(notice)
    return found[:limit]
