"""A game in which everybody is away keeps its chapter, and the editions of those before, until somebody wakes
it; for each title with rounds of moves (Cardline's, which sleeps in both modes, is with its bots)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.contract import Order
from games.models import Game
from games.registry import skin_for
from games.selectors import window_of
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.battery import site
from tests.builder import seat
from tools import stage

pytestmark = pytest.mark.django_db
MOST = 30  # questions until the last of four has missed as many as it takes


def asleep(title: str, players: int, clock) -> Game:
    """A game in which bots answered until chapter 2, and nobody since; only doors are open."""
    game = stage.started_game(title, players, title)
    for _ in range(MOST):
        turn = stage.main_turn(game)
        if window_of(turn).is_door:
            return game
        if game.chapter < 2:
            stage.hand_in(game, turn, ())
        clock.move_to(turn.deadline + timedelta(minutes=1))
        assert turn_close(turn_id=turn.pk)
        game.refresh_from_db()
    raise AssertionError("still awake")


@pytest.mark.parametrize(
    ("title", "players"), [("megacorps", 3), ("megacorps", 4), ("machtspiele", 3), ("controle", 3)]
)
def test_a_sleeping_game_keeps_its_chapter_and_its_past_editions(clock, title, players):
    game = asleep(title, players, clock)
    door = window_of(stage.main_turn(game))
    assert door.comes_back
    assert game.chapter >= 2
    (page, *_) = [one for one in skin_for(title).pages if one.chaptered]
    client = site.client_of(seat(game, 1).user)
    editions = [f"/g/{game.public_id}/{page.slug}/{n}/" for n in range(page.first, game.latest + 1)]
    assert len(editions) > 1
    assert {client.get(edition).status_code for edition in editions} == {200}
    before = (game.chapter, game.latest)
    order_form_save(player=seat(game, 1), turn_name=door.name, revision=0, orders=(Order(door.orders[0]),))
    game.refresh_from_db()
    assert not window_of(stage.main_turn(game)).is_door
    assert game.chapter >= before[0]
    assert game.latest >= before[1]
    assert {client.get(edition).status_code for edition in editions} == {200}
