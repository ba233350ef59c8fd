"""Nobody passes for another player, for a bot or for another game: names of seats and of games."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.services.games import game_create, game_join
from tests.builder import GameFactory, make_user, plan, refused

pytestmark = pytest.mark.django_db


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("\u0421\u041e\u0420\u0410", "has a name that looks the same"),  # all Cyrillic
        ("C0PA", "has a name that looks the same"),
        ("\u0410na", "several alphabets"),
        ("Bot Bravo", "which only the site uses"),
        ("Former player 2", "which only the site uses"),
        ("Bo\u3164b", "an invisible character"),
        ("Bo\u0336\u0336\u0336", "too many accents"),
    ],
)
def test_a_seat_is_taken_under_no_such_name(clock, name, sentence):
    game = GameFactory(seats=("Copa",))
    client = client_of(make_user("Bruno"))
    page = client.post(reverse("games:join", args=[game.public_id]), {"name": name})
    assert page.status_code == 422
    assert sentence in page.content.decode() and f'value="{name}"' in page.content.decode()
    assert game.players.count() == 1


def test_the_creators_own_seat_is_named_by_the_same_rule(clock):
    form = {
        "title": "dummy", "name": "Broadway", "min_players": 2, "max_players": 3, "who": "public",
        "hour": "12:00", "zone": "Europe/Paris", "seat_name": "Bot",
    }  # fmt: skip
    page = client_of(make_user("Ana")).post(reverse("games:create"), form)
    assert page.status_code == 422 and "which only the site uses" in page.content.decode()
    assert not Game.objects.exists()


def test_two_games_of_one_user_have_no_names_that_look_alike(clock):
    ana = make_user("Ana")
    GameFactory(creator=ana, name="Copa 1")
    for name in ("copa 1", "COPA l", "\u0421\u041e\u0420\u0410 1"):
        assert refused(game_create, creator=ana, plan=plan(name=name)) == "game_name_taken"
    game_create(creator=ana, plan=plan(name="Copa 2"))


def test_an_account_name_older_than_a_rule_is_asked_for_again_at_the_next_seat(clock):
    game = GameFactory(seats=("Ana",))
    client = client_of(make_user("Bot"))
    page = client.post(reverse("games:join", args=[game.public_id]))
    assert page.status_code == 422 and 'value="Bot"' in page.content.decode()
    game_join(game=game, user=make_user("Bruno"), name="Bruno")
    assert game.players.count() == 2
