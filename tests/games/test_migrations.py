"""An upgrade with games running: the tables of the first release, full, come forward and are played on."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.contract import Order
from games.models import Game, OrderForm, Turn
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.games.helpers import open_turn, running_game, seat

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = "0001"
# What a player would miss: the columns that the first release had.
KEPT = {
    "games_game": "id, public_id, name, stage, number, chapter",
    "games_turn": 'id, name, "window", deadline, status, commitment',
    "games_seed": "turn_id, secret",
    "games_orderform": "id, turn_id, player_id, orders, revision, fingerprint",
    "games_drawer": "id, owner, number, content",
    "games_event": "id, reader, number, content",
    "games_resolution": "id, number, forms, draws",
}


def rows() -> dict[str, list[Any]]:
    found = {}
    with connection.cursor() as cursor:
        for table, columns in KEPT.items():
            cursor.execute(f"SELECT {columns} FROM {table} ORDER BY 1")
            found[table] = [tuple(map(repr, row)) for row in cursor.fetchall()]
    return found


def strike(turn: Turn) -> None:
    Turn.objects.filter(pk=turn.pk).update(marked=True)
    assert turn_close(turn_id=turn.pk)


@pytest.fixture
def games() -> list[Game]:
    """A game in each of its three rounds, a form handed in in every one."""
    found = []
    for n, names in enumerate((("Ana", "Bruno"), ("Chloé", "Dimitri"), ("Inès", "Jack"))):
        game = running_game(names, name=f"Game {n}")
        for _ in range(n):
            strike(open_turn(game))
        order_form_save(
            player=seat(game, 1), turn_name=open_turn(game).name, revision=0,
            orders=(Order("say", {"number": 4711 + n}),),
        )  # fmt: skip
        found.append(game)
    return found


def test_a_database_of_running_games_comes_forward_and_is_played_on(games):
    before = rows()
    assert all(before.values())
    try:
        call_command("migrate", "games", FIRST, verbosity=0)
        assert rows() == before, "the way back to the first release lost something: this test proves nothing"
    finally:
        call_command("migrate", verbosity=0)
    assert rows() == before
    for n, game in enumerate(games):
        client = Client()
        client.force_login(seat(game, 1).user)
        assert client.get(reverse("games:orders", args=[game.public_id])).status_code == 200
        turn = open_turn(game)
        assert f"{4711 + n}" in OrderForm.objects.get(turn=turn, player=seat(game, 1)).orders
        strike(turn)
        game.refresh_from_db()
        assert game.number == n + 1
        assert client.get(reverse("games:page", args=[game.public_id, "news"])).status_code == 200
    assert games[2].stage == Game.Stage.FINISHED
