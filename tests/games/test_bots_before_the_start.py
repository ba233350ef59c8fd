"""Bots seated before the start, by the creator on the game's page and by masters from their desk."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.ledgertexts import ledger_text
from games.models import Game
from games.services.games import game_seat_bots, game_start_with_bots
from tests.builder import WHY, GameFactory, make_user, refused
from tests.games.admin.helpers import act, change

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(clock: object) -> Game:
    return GameFactory(seats=("Ana",), max_players=4)


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def seats(game: Game) -> list[tuple[str, bool]]:
    return list(game.players.values_list("name", "is_bot"))


def test_the_creator_seats_a_bot_and_removes_it(game):
    site, page = browser(game.creator), f"/g/{game.public_id}/"
    assert "Start, bots in the free places" in site.get(page).content.decode()
    site.post(f"{page}bots/", {"act": "seat"})
    assert seats(game) == [("Ana", False), ("Bot Alfa", True)]
    assert "a bot</span>" in site.get(page).content.decode()
    site.post(f"{page}remove/", {"number": "2", "who": "Bot Alfa"})
    assert seats(game) == [("Ana", False)]


def test_starting_with_bots_in_the_free_places_is_one_act(game):
    browser(game.creator).post(f"/g/{game.public_id}/bots/", {"act": "start"})
    game.refresh_from_db()
    assert game.stage == "running"
    assert seats(game) == [("Ana", False), ("Bot Alfa", True), ("Bot Bravo", True), ("Bot Charlie", True)]
    told = [ledger_text(entry) for entry in game.ledger.all()]
    assert "3 bots were given free places." in told


def test_bots_alone_are_no_game(clock):
    lena = make_user("Lena", is_staff=True, is_organizer=True)
    game = GameFactory(creator=lena, seats=("Ana",), max_players=2)
    game.players.all().delete()
    assert refused(game_start_with_bots, game=game, author=lena) == "no_person"
    assert refused(game_seat_bots, game=game, count=5) == "no_person"
    assert game_seat_bots(game=game, count=1) == 1
    assert refused(game_seat_bots, game=game, count=1) == "no_person"


def test_a_bot_in_the_last_place_starts_the_game(game):
    assert game_seat_bots(game=game, count=9) == 3
    game.refresh_from_db()
    assert game.stage == "running"
    assert refused(game_seat_bots, game=game, count=1) == "started"


def test_no_bot_is_called_like_somebody(clock):
    game = GameFactory(seats=("bot ALFA",), max_players=3)
    game_seat_bots(game=game, count=1)
    assert seats(game)[1] == ("Bot Bravo", True)


def test_the_desk_seats_bots_and_starts_with_them(game):
    lena = make_user("Lena", is_staff=True)
    game.masterships.create(user=lena)
    desk = browser(lena)
    assert "Start, bots in the free places" in desk.get(change(game)).content.decode()
    assert desk.post(act(game, "bots"), {"count": "0", "reason": WHY}).status_code == 422
    assert desk.post(act(game, "bots"), {"count": "1", "reason": WHY}).status_code == 302
    entry = game.ledger.first()
    assert (entry.act, entry.author, entry.reason) == ("bots", lena, WHY)
    assert desk.post(act(game, "unseat"), {"seat": "2", "reason": WHY}).status_code == 302
    assert desk.post(act(game, "fill"), {"reason": WHY}).status_code == 302
    game.refresh_from_db()
    assert (game.stage, game.players.filter(is_bot=True).count()) == ("running", 3)
    assert {e.reason for e in game.ledger.filter(act__in=["bots", "started"])} == {WHY}


def test_nobody_but_its_creator_seats_bots(game):
    assert browser(make_user("Inès")).post(f"/g/{game.public_id}/bots/", {"act": "start"}).status_code == 404
    assert seats(game) == [("Ana", False)]
