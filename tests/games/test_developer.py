"""The developers' pages: whole games, and never where DEBUG is off."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import get_resolver
from django.urls.exceptions import NoReverseMatch

from games.contract import Order
from games.models import OrderForm
from games.services.order_forms import order_form_save
from tests.builder import GameFactory, open_turn, running_game, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def developing(settings) -> Client:
    settings.DEBUG, settings.ROOT_URLCONF = True, "config.urls_dev"
    return Client()


@pytest.fixture
def game():
    made = running_game(("Ana", "Ben"))
    order_form_save(
        player=seat(made, 1), turn_name="secret/1", revision=0, orders=(Order("say", {"number": 4711}),)
    )
    return made


def test_everything_kept_of_a_game_is_shown(developing, game):
    assert game.name in developing.get("/dev/").content.decode()
    text = developing.get(f"/dev/{game.public_id}/").content.decode()
    for words in ("secret/1", "p1 in secret/1, revision 1", "4711", "hidden", "0: setup, setup"):
        assert words in text, words


def test_a_turn_is_resolved_now_and_every_past_one_run_again(developing, game):
    turn = open_turn(game)
    page = f"/dev/{game.public_id}/"
    assert developing.post(page, {"act": "resolve", "turn": turn.pk}).status_code == 302
    game.refresh_from_db()
    assert game.number == 1
    text = developing.post(page, {"act": "rerun"}).content.decode()
    assert "secret/1 verified" in text
    assert "secret/2 not_resolved" in text


def test_a_game_that_gathers_players_has_nothing_inside(developing):

    gathering = GameFactory(seats=("Olga",))
    assert developing.get(f"/dev/{gathering.public_id}/").status_code == 200


def test_without_debug_there_is_no_such_page(client, game, settings):
    with pytest.raises(NoReverseMatch):
        get_resolver("config.urls").reverse("developer_games")
    assert client.get(f"/dev/{game.public_id}/").status_code == 404
    settings.ROOT_URLCONF = "config.urls_dev"  # routed by mistake
    assert not settings.DEBUG
    for path in ("/dev/", f"/dev/{game.public_id}/"):
        assert client.get(path).status_code == 404
        assert client.post(path, {"act": "rerun"}).status_code in (404, 405)
    assert OrderForm.objects.get().orders
