"""A game with marked numbers in every closed place, and a client for each role."""

from __future__ import annotations

import pytest
from django.test import Client

from games.contract import Order
from games.models import (
    Game,
    Mastership,
)
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.builder import NOON, GameFactory, make_user, open_turn, running_game, seat
from tests.games.admin.helpers import CANARY


@pytest.fixture
def game(clock) -> Game:
    """A private game in its second turn, a marked number in every place that is closed."""
    game = running_game(("Ana", "Bruno"), is_public=False)
    for day in range(2):
        turn = open_turn(game)
        order_form_save(
            player=seat(game, 1), turn_name=turn.name, revision=0, orders=(Order("say", {"number": CANARY}),)
        )
        if day == 0:
            clock.move_to(NOON)
            assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()
    return game


@pytest.fixture
def clients(game) -> dict[str, Client]:
    """One for each role; "plays" is a master of the game who has a seat in it."""
    master, other = make_user("Shiro", is_staff=True), make_user("Lena", is_staff=True)
    Mastership.objects.create(game=game, user=master)
    GameFactory(creator=seat(game, 2).user, masters=(other,), name="Park Avenue")
    plays = seat(game, 2).user
    plays.is_staff = True
    plays.save()
    Mastership.objects.create(game=game, user=plays)
    users = {
        "stranger": None,
        "player": seat(game, 1).user,
        "staff": make_user("Inès", is_staff=True),
        "other": other,
        "master": master,
        "plays": plays,
        "superuser": make_user("Chloé", is_staff=True, is_superuser=True),
    }
    found = {}
    for role, user in users.items():
        found[role] = Client()
        if user:
            found[role].force_login(user)
    return found
