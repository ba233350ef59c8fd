"""Pages beside the form say that an answer is awaited, to whoever it is awaited from."""

from __future__ import annotations

import pytest
from django.test import Client

from games.selectors import window_of
from tests.battery import site
from tools import stage

pytestmark = pytest.mark.django_db
PAGES = {"megacorps": "board", "machtspiele": "company", "controle": "world"}


@pytest.mark.parametrize("title", PAGES)
def test_the_way_to_the_form_stands_where_an_answer_is_awaited(title):
    game = stage.started_game(title, 4, "Fifth Avenue", "reader", options=stage.default_options(title))
    turn = stage.main_turn(game)
    url = f"/g/{game.public_id}/{PAGES[title]}/"
    shown = {}
    for player in game.players.all():
        page = site.client_of(player.user).get(url).content.decode()
        shown[player.pid] = page.split("<main", 1)[1].count(f'href="/g/{game.public_id}/orders/"')
    asked = window_of(turn).awaited
    assert asked
    assert shown == {pid: int(pid in asked) for pid in shown}
    assert "/orders/" not in Client().get(url).content.decode()
