"""Forms saved in parts on the dummy's site: what is complete, what is so no longer, and who reads of it."""

from __future__ import annotations

import pytest
from django.test import Client

from games.admin.facts import Facts
from games.contract import Order
from games.models import Game, OrderForm, Turn
from games.services.order_forms import order_form_ready, order_form_save
from games.skin import Edit
from tests.builder import make_user, open_turn, refused, running_game, seat
from tests.dummy import DummySkin

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(clock) -> Game:
    return running_game(options={"closes": "in_parts"})


@pytest.fixture
def client(game) -> Client:
    client = Client()
    client.force_login(seat(game, 1).user)
    return client


def post(client: Client, game: Game, **fields: str):
    form = OrderForm.objects.filter(player__number=1).first()
    seen = {"turn": "parts/1", "revision": str(form.revision if form else 0)}
    return client.post(f"/g/{game.public_id}/orders/", seen | fields)


def complete(game: Game) -> bool:
    """Whether the first player is in."""
    return OrderForm.objects.get(player=seat(game, 1)).ready


def test_numbers_are_saved_one_by_one_and_handed_in_with_the_last(client, game):
    for number in ("4", "5"):
        assert post(client, game, number=number).status_code == 303
        assert not complete(game)
    assert post(client, game, number="6", act="hand_in").status_code == 303
    assert complete(game)
    assert OrderForm.objects.get().orders.count("number") == 3


def test_a_form_that_is_changed_is_complete_no_longer(client, game):
    post(client, game, number="4", act="hand_in")
    post(client, game)  # saved again as it was
    assert complete(game)
    post(client, game, number="5")
    assert not complete(game)


def test_a_form_handed_in_again_after_it_was_set_aside_is_not_complete_by_itself(client, game):
    post(client, game, number="4", act="hand_in")
    OrderForm.objects.update(set_aside=True)
    post(client, game, number="4")
    form = OrderForm.objects.get()
    assert (form.set_aside, form.ready) == (False, False)


def test_what_is_filled_in_elsewhere_is_asked_about_only_where_the_turn_may_close(client, game, monkeypatch):
    orders = (Order("say", {"number": 4}),)
    monkeypatch.setattr(
        DummySkin, "edit",
        lambda self, scene, desk, post: Edit(orders, left={"number": "9"}, complete="act" in post),
    )  # fmt: skip
    assert post(client, game, act="hand_in").status_code == 422
    assert not OrderForm.objects.exists()
    page = post(client, game)
    assert (page.status_code, OrderForm.objects.count()) == (200, 1)
    assert 'value="9"' in page.content.decode()


def test_the_lobby_says_that_it_is_still_to_complete(client, game):
    post(client, game, number="4")
    page = client.get("/games/").content.decode()
    assert "to complete" in page and "Say so when it is complete." in page
    post(client, game, number="5", act="hand_in")
    page = client.get("/games/").content.decode()
    assert "to complete" not in page and "the others are awaited" in page


def test_a_master_sees_who_is_in_and_not_who_has_saved(client, game):
    master = make_user("Shiro", is_staff=True, is_superuser=True)
    post(client, game, number="4")
    (turn,) = Facts(game, master).turns
    assert (turn.handed_in, len(turn.to_come)) == ((), 2)
    post(client, game, act="hand_in")
    (turn,) = Facts(game, master).turns
    assert (turn.handed_in, len(turn.to_come)) == (("Ana",), 1)


def test_nothing_is_complete_that_was_not_saved_nor_where_forms_are_whole(game):
    code = refused(order_form_ready, player=seat(game, 1), turn_name="parts/1", revision=0, ready=True)
    assert code == "nothing_saved"
    whole = running_game(("Chloé", "Dimitri"), name="Broadway")
    order_form_save(player=seat(whole, 1), turn_name="secret/1", revision=0, orders=())
    code = refused(order_form_ready, player=seat(whole, 1), turn_name="secret/1", revision=1, ready=True)
    assert code == "nothing_saved"


def test_who_takes_it_back_is_awaited_again(client, game):
    post(client, game, number="4", act="hand_in")
    order_form_save(player=seat(game, 2), turn_name="parts/1", revision=0, orders=(), ready=True)
    assert open_turn(game).can_close_early
    order_form_ready(player=seat(game, 1), turn_name="parts/1", revision=1, ready=False)
    assert not open_turn(game).can_close_early
    assert Turn.objects.get(name="parts/1").status == Turn.Status.OPEN
