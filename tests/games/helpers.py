"""Short ways to a game in a given state, through the services a page would call."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games.contract import Order
from games.models import Game, LedgerEntry, Mastership, Player, Turn
from games.services.games import GameSettings, game_create, game_join, game_start
from games.services.order_forms import order_form_save
from games.services.refusals import Refused

MORNING = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)  # Saturday, 08:48 in Paris
NOON = datetime(2026, 11, 22, 11, 0, tzinfo=UTC)  # the first one that leaves the notice
WHY = "The host was away."  # a reason for what masters do


def make_user(name: str, **fields: Any) -> Any:
    """A user who can log in with `force_login`."""
    return get_user_model().objects.create_user(
        email=f"{name.lower()}@example.org", display_name=name, password="correct horse", **fields
    )


def plan(**changes: Any) -> GameSettings:
    """A plan for a public dummy game of two to four players at noon in Paris."""
    values: dict[str, Any] = {
        "title": "dummy", "name": "Fifth Avenue", "min_players": 2, "max_players": 4, "is_public": True,
        "hour": time(12), "zone": "Europe/Paris", "options": {},
    }  # fmt: skip
    return GameSettings(**{**values, **changes})


def running_game(names: tuple[str, ...] = ("Ana", "Bruno"), **changes: Any) -> Game:
    """A started game whose players have these names, the first one its creator."""
    users = [make_user(name) for name in names]
    game = game_create(creator=users[0], plan=plan(**changes), seat_name=names[0])
    for user, name in zip(users[1:], names[1:], strict=True):
        game_join(game=game, user=user, name=name)
    game.refresh_from_db()
    if game.stage == Game.Stage.GATHERING:
        game_start(game=game, author=users[0])
    game.refresh_from_db()
    return game


def master_of(game: Game) -> Any:
    """A game master of this game, who does not play."""
    user = make_user("Shiro", is_staff=True)
    Mastership.objects.create(game=game, user=user)
    return user


def seat(game: Game, number: int) -> Player:
    return game.players.select_related("user", "game").get(number=number)


def open_turn(game: Game) -> Turn:
    """The main open turn."""
    return game.turns.filter(status=Turn.Status.OPEN).order_by("position")[0]


def say(game: Game, number: int, value: int = 7) -> None:
    """A player of the dummy hands in a number for the open turn."""
    order_form_save(
        player=seat(game, number), turn_name=open_turn(game).name, revision=0,
        orders=(Order("say", {"number": value}),),
    )  # fmt: skip


def ledger(game: Game) -> LedgerEntry:
    """The newest entry."""
    entry = game.ledger.first()
    assert entry
    return entry


def refused(act: Callable[..., object], **kwargs: Any) -> str:
    """The code with which a service refuses."""
    with pytest.raises(Refused) as caught:
        act(**kwargs)
    return caught.value.code
