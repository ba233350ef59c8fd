"""A rehearsal: one click makes a private game against bots, in which noon waits for its player."""

from __future__ import annotations

import pytest

from corporate.rules import CorporateRules
from games.models import Game, Notice
from games.services.rehearsals import rehearsal_create
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
    assert game.name == "Corporate Game 1"
    assert game.zone == "America/Toronto"  # nobody else reads its hours
    assert not game.turns.filter(status="open").exclude(deadline=None).exists()
    assert not Notice.objects.exists()


def test_each_has_a_name_of_its_own(client, ana):
    for title in ("corporate", "cardline", "corporate"):
        client.post("/games/rehearsal/", {"asked": "1", "title": title, "bots": 3})
    Game.objects.get(name="Corporate Game 1").delete()
    client.post("/games/rehearsal/", {"asked": "1", "title": "corporate", "bots": 3})
    assert sorted(Game.objects.values_list("name", flat=True)) == [
        "Cardline 1", "Corporate Game 1", "Corporate Game 2",
    ]  # fmt: skip


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
    fold, _end, _rest = page.partition('name="option-')
    assert '<details class="fold">' in fold, "options are folded"
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


def test_how_bots_play_is_chosen_by_a_word_and_is_gentle_otherwise(client, ana):
    page = client.get("/games/rehearsal/").content.decode()
    assert 'name="taste-corporate"' in page
    assert 'name="taste-dummy"' not in page  # a title without tastes shows nothing
    assert 'name="taste-' not in client.get("/games/new/").content.decode()
    for posted, kept in (
        ({"asked": "1", "taste-corporate": "crooked_strong"}, "crooked_strong"),
        ({"asked": "1", "taste-corporate": ""}, None),
        ({"asked": "1", "title": "dummy", "taste-corporate": "crooked"}, None),
        ({}, "gentle"),
    ):
        assert (
            client.post("/games/rehearsal/", {"title": "corporate", "bots": "2", **posted}).status_code == 302
        )
        game = Game.objects.latest("created_at")
        assert game.options.get("taste") == kept, posted
    refused = client.post(
        "/games/rehearsal/", {"asked": "1", "title": "corporate", "bots": "2", "taste-corporate": "cruel"}
    )
    assert refused.status_code == 422


def test_the_bots_of_a_game_play_by_its_taste(ana, monkeypatch):
    asked = []
    monkeypatch.setattr(
        CorporateRules, "advise", staticmethod(lambda view, window, dice, taste: asked.append(taste))
    )
    rehearsal_create(user=ana, title="corporate", name="Ana", options={"taste": "crooked"}, bots=2)
    rehearsal_create(user=ana, title="corporate", name="Ana", is_first=True, bots=1)
    assert asked == ["crooked", "crooked", "gentle", "gentle"]  # of the latter one is Ana's own prologue
