"""Short ways to a game in a given state, through the services a page would call."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

from django.contrib.auth import get_user_model

from games.models import Game, Player, Turn
from games.services.games import Plan, game_create, game_join, game_start

MORNING = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)  # Saturday, 08:48 in Paris
NOON = datetime(2026, 11, 22, 11, 0, tzinfo=UTC)  # the first one that leaves the notice


def make_user(name: str, **fields: Any) -> Any:
    """A user who can log in with `force_login`."""
    return get_user_model().objects.create_user(
        email=f"{name.lower()}@example.org", display_name=name, password="correct horse", **fields
    )


def plan(**changes: Any) -> Plan:
    """A plan for a public dummy game of two to four players at noon in Paris."""
    values: dict[str, Any] = {
        "title": "dummy", "name": "Fifth Avenue", "min_players": 2, "max_players": 4, "is_public": True,
        "hour": time(12), "zone": "Europe/Paris", "options": {},
    }  # fmt: skip
    return Plan(**{**values, **changes})


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


def seat(game: Game, number: int) -> Player:
    return game.players.select_related("user", "game").get(number=number)


def open_turn(game: Game) -> Turn:
    """The main open turn."""
    return game.turns.filter(status=Turn.Status.OPEN).order_by("position")[0]
