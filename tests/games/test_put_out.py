"""Whoever is out of a game reads that, and why, as the ledger has it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.services import seating
from games.services.games import game_start, player_remove
from games.services.leaving import seat_leave
from tests.builder import WHY, GameFactory, make_user, master_of, running_game, seat

pytestmark = pytest.mark.django_db


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def game(clock: object) -> Game:
    return running_game(("Ana", "Bruno", "Chloé"), is_public=False)


@pytest.mark.parametrize(
    ("out", "said"),
    [
        (seating.seat_take, "Bruno was removed from the game."),
        (seating.player_to_bot, "A bot took over the seat: Bruno."),
    ],
)
def test_the_page_says_so_and_why(game, out, said):
    master, bruno = master_of(game), seat(game, 2).user
    out(game=game, number=2, author=master, reason=WHY)
    for path in ("", "orders/", "ledger/", "news/1/"):
        response = browser(bruno).get(f"/g/{game.public_id}/{path}")
        page = response.content.decode()
        assert response.status_code == 403
        assert "You are no longer in this game" in page
        assert said in page
        assert WHY in page
        assert "Your orders are safe" not in page
        assert master.display_name in page


def test_what_was_typed_meanwhile_is_shown_again(game):
    bruno = seat(game, 2).user
    seating.seat_take(game=game, number=2, author=master_of(game), reason=WHY)
    page = browser(bruno).post(f"/g/{game.public_id}/orders/", {"number": "777", "act": "save"})
    assert page.status_code == 403
    assert "777" in page.content.decode()


def test_who_left_reads_that_and_a_public_game_goes_on_being_read(clock):
    game = running_game(("Ana", "Bruno"))
    bruno = seat(game, 2).user
    seat_leave(player=seat(game, 2))
    assert "Bruno left the game." in browser(bruno).get(f"/g/{game.public_id}/orders/").content.decode()
    assert browser(bruno).get(f"/g/{game.public_id}/ledger/").status_code == 200


def test_a_place_lost_before_the_start_stands_in_no_ledger(clock):
    game = GameFactory(seats=("Ana", "Bruno"), is_public=False)
    bruno = seat(game, 2).user
    player_remove(game=game, number=2, name="Bruno", author=seat(game, 1).user)
    page = browser(bruno).get(f"/g/{game.public_id}/").content.decode()
    assert "given back before the game began" in page


def test_who_gave_a_place_back_before_the_start_reads_a_public_game_as_anybody(clock):
    """Nothing was lost there: its order form is not found, as for a stranger."""
    game = GameFactory(seats=("Ana", "Bruno", "Chloé"), is_public=True)
    bruno = seat(game, 2).user
    player_remove(game=game, number=2, name="Bruno", author=seat(game, 1).user)
    game_start(game=game, author=seat(game, 1).user)
    here = browser(bruno)
    assert here.get(f"/g/{game.public_id}/ledger/").status_code == 200
    assert here.get(f"/g/{game.public_id}/orders/").status_code == 404


def test_for_strangers_a_private_game_is_one_that_does_not_exist(game, django_assert_num_queries):
    ines = browser(make_user("Inès"))
    ines.get("/games/")
    for public_id in (game.public_id, "none"):
        with django_assert_num_queries(3):
            assert ines.get(f"/g/{public_id}/").status_code == 404
    assert Client().get(f"/g/{game.public_id}/").status_code == 404
