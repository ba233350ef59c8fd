"""The guided first turn on the real form, and a character that nobody has to invent."""

from __future__ import annotations

import pytest

from games.contract import Orders, decode
from games.models import Game, OrderForm
from games.selectors import view_of
from games.services.rehearsals import rehearsal_create
from tests.builder import UserFactory

pytestmark = pytest.mark.django_db
PUT_AWAY = 'name="guide" value="away"'


@pytest.fixture
def game(client):
    client.post("/try/", {"title": "corporate"})
    return Game.objects.get()


def orders_url(game):
    return f"/g/{game.public_id}/orders/"


def posted(client, game, **fields):
    turn = game.turns.get(status="open").name
    revision = OrderForm.objects.filter(turn__game=game, player__is_bot=False, turn__status="open").first()
    return client.post(
        orders_url(game),
        {"turn": turn, "revision": revision.revision if revision else 0, **fields},
        follow=True,
    ).content.decode()


def step(page):
    return page.partition('id="guide-h"')[2].partition("</h2>")[0].split()


def test_one_order_at_a_time_with_its_reason_until_noon(client, game):
    page = client.get(orders_url(game)).content.decode()
    assert "of" in step(page)
    assert page.count('name="open-') == 1  # one question is open, that of the step
    assert 'name="open-buy_share"' in page
    assert 'href="#buy_share"' in page
    share = page.partition('name="buy_share-corporation"')[2].partition('value="')[2].partition('"')[0]
    page = posted(client, game, act="add-buy_share", **{"buy_share-corporation": share})
    done = page.partition('class="guide-steps')[2].partition("</ol>")[0]
    assert done.count("done") == 2  # the class, and the word for who cannot see it
    assert 'name="open-buy_share"' not in page
    here = page.partition('id="buy_influence"')[2].partition("</section>")[0]
    assert "Step 2 of" in here, "where the next step is done, since the guide is far above on a phone"
    assert page.count('<a href="#guide">') == 1
    page = posted(client, game, act="pass")
    assert page.partition('class="guide-steps')[2].partition("</ol>")[0].count("done") == 0


def test_one_press_puts_it_away_for_good_and_loses_nothing(client, game):
    page = posted(client, game, guide="away", **{"open-vote": "1", "vote-up": "ares", "vote-down": "sony"})
    assert PUT_AWAY not in page
    form = OrderForm.objects.get(turn__game=game, player__is_bot=False, turn__status="open")
    assert [order.kind for order in decode(form.orders, Orders)] == ["vote"]
    other = rehearsal_create(user=game.creator, title="corporate", name="Ana", is_first=True)
    assert PUT_AWAY not in client.get(orders_url(other)).content.decode()


def test_after_the_first_turn_there_is_none(client, game):
    client.post(f"/g/{game.public_id}/resolve-now/", {"turn": game.turns.get(status="open").name})
    assert 'id="guide"' not in client.get(orders_url(game)).content.decode()


def test_somebody_suitable_takes_the_place_of_a_character(client):
    client.force_login(ana := UserFactory(display_name="Ana"))
    game = rehearsal_create(user=ana, title="corporate", name="Ana", options={"characters": True}, bots=2)
    assert 'value="suitable"' in client.get(orders_url(game)).content.decode()
    posted(client, game, act="suitable", public_text="Born in Harlem.", background="man_of_honour")
    game.refresh_from_db()
    seat = view_of(game, game.players.get(user=ana)).public.seats["p1"]
    assert seat.background == "man_of_honour"  # what is chosen already stays
    assert seat.public_text == "Born in Harlem."
    assert game.turns.get(status="open").chapter == 1


def test_in_a_game_of_people_it_is_offered_folded_and_the_form_is_as_ever(client, game):
    client.force_login(ana := UserFactory())
    Game.objects.update(is_rehearsal=False)
    game.players.filter(is_bot=False).update(user=ana)
    page = client.get(orders_url(game)).content.decode()
    offered = page.partition('<details class="fold guide" id="guide">')[2].partition("</details>")[0]
    assert offered.count("<li>") == 5
    assert PUT_AWAY in offered
    assert page.count('name="open-') == 3
