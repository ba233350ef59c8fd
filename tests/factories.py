"""Users and games for tests, made by the services a page would call.

`UserFactory(display_name="Ana")` can log in with `client.force_login`. `GameFactory(creator=ana)` is
gathering players, its creator in the first place; `players=4` seats three more; `running=True`
starts it; `private=True` leaves it to invitations. Every other keyword is a field of `GameSettings`.
"""

from __future__ import annotations

from datetime import time
from typing import Any

import factory
from django.contrib.auth import get_user_model

import tests.dummy  # noqa: F401  (registers the title these games are played by)
from games.models import Game
from games.services.games import GameSettings, game_create, game_join, game_start


class UserFactory(factory.django.DjangoModelFactory):
    """A user with a name, an address, no language and no zone of his own."""

    class Meta:
        model = get_user_model()
        skip_postgeneration_save = True

    display_name = factory.Sequence(lambda n: f"Player {n}")
    email = factory.Sequence(lambda n: f"player{n}@example.org")
    password = factory.django.Password("correct horse")


class GameFactory(factory.Factory):
    """A game of the dummy title, made by the services. `players` counts its creator."""

    class Meta:
        model = Game

    class Params:
        private = factory.Trait(is_public=False)

    creator = factory.SubFactory(UserFactory)
    players = 1
    running = False
    title = "dummy"
    name = factory.Sequence(lambda n: f"Fifth Avenue {n}")
    min_players = 2
    max_players = 4
    is_public = True
    hour = time(12)
    zone = "Europe/Paris"
    options: dict[str, Any] = {}
    close_when_all_ready = False

    @classmethod
    def _create(cls, model: type[Game], *args: Any, **values: Any) -> Game:
        creator, players, running = values.pop("creator"), values.pop("players"), values.pop("running")
        game = game_create(creator=creator, plan=GameSettings(**values), seat_name=creator.display_name)
        for _n in range((max(players, 2) if running else players) - 1):
            user = UserFactory()
            game_join(game=game, user=user, name=user.display_name)
        game.refresh_from_db()
        if running and game.stage == Game.Stage.GATHERING:
            game_start(game=game, author=creator)
            game.refresh_from_db()
        return game
