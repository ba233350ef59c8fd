"""Pages beside the form say that an answer is awaited, to whoever it is awaited from."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Turn
from games.selectors import window_of
from tests.battery import site
from tools import stage

pytestmark = pytest.mark.django_db
PAGES = {"megacorps": "board", "machtspiele": "company", "controle": "world"}


@pytest.mark.parametrize("title", PAGES)
def test_the_way_to_the_form_stands_where_an_answer_is_awaited(title):
    game = stage.started_game(
        title, 4, "Fifth Avenue", "reader", is_public=True, options=stage.default_options(title)
    )
    turn = stage.main_turn(game)
    url = f"/g/{game.public_id}/{PAGES[title]}/"
    shown = {}
    for player in game.players.all():
        page = site.client_of(player.user).get(url).content.decode()
        shown[player.pid] = page.split("<main", 1)[1].count(f'href="/g/{game.public_id}/orders/"')
    asked = window_of(turn).awaited
    assert asked
    assert shown == {pid: int(pid in asked) for pid in shown}
    visited = Client().get(url)
    assert visited.status_code == 200
    assert "/orders/" not in visited.content.decode()


def count(client: Client, game: Game) -> int:
    page = client.get(f"/g/{game.public_id}/company/").content.decode()
    return page.split("<main", 1)[1].count(f'href="/g/{game.public_id}/orders/"')


def test_it_goes_with_the_answer_a_pause_and_days_away():
    options = stage.default_options("machtspiele", mode="rounds")
    game = stage.started_game("machtspiele", 4, "Fifth Avenue", "reader", options=options)
    turn, player = stage.main_turn(game), game.players.get(number=1)
    client = site.client_of(player.user)
    assert count(client, game) == 1
    for paused in (True, False):
        Game.objects.filter(pk=game.pk).update(paused=paused)
        assert count(client, game) == (0 if paused else 1)
    Turn.objects.filter(pk=turn.pk).update(away=player.pid)
    assert count(client, game) == 0
    Turn.objects.filter(pk=turn.pk).update(away="")
    stage.hand_in(game, turn, ())
    assert count(client, game) == 0
