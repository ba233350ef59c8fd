"""Pages that open at the end: to whom, when, with what, and what they cost."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Resolution, Turn
from games.registry import skin_for
from games.selectors import archives_of
from tests.battery import site
from tests.builder import make_user
from tools import stage

pytestmark = pytest.mark.django_db


def game_at(chapter: int | None, players: int = 3) -> Game:
    return stage.played_to(
        stage.started_game("corporate", players, f"Wall {players}", is_public=True), chapter
    )


def archives(game: Game) -> str:
    return f"/g/{game.public_id}/archives/"


def readers(game: Game) -> list:
    boss = get_user_model().objects.filter(is_superuser=True).first()
    return [None, make_user("Lena"), boss, *(player.user for player in game.players.select_related("user"))]


def test_nothing_of_it_shows_before_the_end_to_anybody():
    game = game_at(8)
    assert archives_of(game) == ()
    for user in readers(game):
        client = site.client_of(user)
        for address in (archives(game), f"{archives(game)}?turn=2", f"{archives(game)}2/"):
            assert client.get(address).status_code == 404
        assert archives(game) not in client.get(f"/g/{game.public_id}/", follow=True).content.decode()


def test_once_over_its_players_read_them_and_nobody_else():
    game = game_at(None)
    for user in readers(game):
        client = site.client_of(user)
        plays = user is not None and game.players.filter(user=user).exists()
        assert client.get(archives(game)).status_code == (200 if plays else 404)
        for page in ("scores", "newsfeeds"):
            shown = archives(game) in client.get(f"/g/{game.public_id}/{page}/").content.decode()
            assert shown == plays
    ana = site.client_of(game.players.get(number=1).user)
    page = ana.get(f"/g/{game.public_id}/", follow=True)
    assert page.redirect_chain[-1][0].endswith("/scores/")  # the scores still come first


def test_only_public_events_and_the_kinds_that_are_opened_are_read():
    found = archives_of(game_at(None))
    assert [one.chapter for one in found] == list(range(9))
    assert all(one.same_rules for one in found[1:])
    private = {
        event.kind for one in found for who, told in one.told.items() if who != "public" for event in told
    }
    assert {"run_report", "vote_cast"} <= private <= set(skin_for("corporate").opened)
    assert {one.before.turn for one in found[1:]} == set(range(1, 9))
    assert "hand/up" in found[3].draws


def test_what_was_undone_or_resolved_by_other_rules_is_not_explained():
    game = game_at(None)
    rows = Resolution.objects.filter(game=game, chapter=3)
    rows.update(rules_version="0")
    Resolution.objects.filter(game=game, chapter=4).update(draws="zlib:damaged")
    Turn.objects.filter(game=game, chapter=5).update(status=Turn.Status.UNDONE)
    found = {one.chapter: one for one in archives_of(game)}
    assert 5 not in found
    assert [chapter for chapter, one in found.items() if chapter and not one.same_rules] == [3, 4]
    page = site.client_of(game.players.get(number=1).user).get(archives(game)).content.decode()
    assert "an earlier version of the rules" in page


def test_they_cost_three_statements_whatever_the_players():
    costs = []
    for players in (2, 5):
        game = game_at(None, players)
        with CaptureQueriesContext(connection) as queries:
            assert archives_of(game)
        costs.append(len(queries))
        client = site.client_of(game.players.get(number=1).user)
        client.get(archives(game))
        with CaptureQueriesContext(connection) as queries:
            client.get(archives(game))
        costs.append(len(queries))
    assert costs[0] == costs[2] == 3
    assert costs[1] == costs[3] <= 11
