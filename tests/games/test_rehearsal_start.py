"""A rehearsal: one click makes a private game against bots, in which noon waits for its player."""

from __future__ import annotations

import pytest

from games.models import Game, Notice
from tests.builder import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client):
    user = UserFactory(display_name="Ana", time_zone="America/Toronto")
    client.force_login(user)
    return user


def test_one_click_starts_one_with_the_defaults(client, ana):
    response = client.post("/games/rehearsal/")
    game = Game.objects.get()
    assert response["Location"] == f"/g/{game.public_id}/"
    assert (game.stage, game.is_rehearsal, game.is_public) == ("running", True, False)
    assert game.players.count() == 4
    assert list(game.players.filter(is_bot=False).values_list("name", flat=True)) == ["Ana"]
    assert game.name.startswith("Rehearsal, ")
    assert game.zone == "America/Toronto"  # nobody else reads its hours
    assert not game.turns.filter(status="open").exclude(deadline=None).exists()
    assert not Notice.objects.exists()


def test_the_lobby_has_the_button_and_lists_it(client, ana):
    assert 'action="/games/rehearsal/"' in client.get("/games/").content.decode()
    client.post("/games/rehearsal/")
    game = Game.objects.get()
    page = client.get("/games/").content.decode()
    assert f'href="/g/{game.public_id}/"' in page
    assert game.name in page


def test_title_bots_and_options_can_be_chosen(client, ana):
    page = client.get("/games/rehearsal/").content.decode()
    assert "Start the rehearsal" in page
    asked = {"asked": "1", "title": "dummy", "bots": "7", "option-dummy-breaks": "on"}
    client.post("/games/rehearsal/", asked)
    game = Game.objects.get()
    assert game.title == "dummy"
    assert game.players.filter(is_bot=True).count() == 7
    assert game.options["breaks"] is True


@pytest.mark.parametrize(
    "posted",
    [{"title": "chess"}, {"bots": "0"}, {"bots": "10"}, {"bots": "many"}, {"bots": ""}, {"title": "\x00"}],
)
def test_what_cannot_be_is_refused_with_a_sentence(client, ana, posted):
    response = client.post("/games/rehearsal/", {"asked": "1", "title": "dummy", "bots": "3", **posted})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert not Game.objects.exists()


def test_a_visitor_signs_up_first(client):
    for response in (client.get("/games/rehearsal/"), client.post("/games/rehearsal/")):
        assert response["Location"] == "/account/signup/?next=%2Fgames%2Frehearsal%2F"


def test_nobody_else_sees_it(client, ana):
    client.post("/games/rehearsal/")
    client.force_login(UserFactory())
    assert Game.objects.get().name not in client.get("/games/").content.decode()
    assert client.get(f"/g/{Game.objects.get().public_id}/").status_code == 404


@pytest.mark.parametrize("name", ["Bot Alfa", "BOT ALFA", "\uff22ot Alfa", "Bot Al\u200dfa"])
def test_a_player_named_like_a_bot_keeps_his_name(client, ana, name):
    ana.display_name = name
    ana.save()
    assert client.post("/games/rehearsal/").status_code == 302
    assert Game.objects.get().players.filter(name=name, is_bot=False).exists()
