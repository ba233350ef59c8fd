"""The last change of a saved form can be undone, and the undoing too."""

from __future__ import annotations

import pytest

from games.contract import Order
from games.models import Game, OrderForm
from games.selectors import desks_of, open_turns, orders_of
from games.services.order_forms import Declined, order_form_save, order_form_undo, order_form_withdraw
from games.services.refusals import Refused
from tests.builder import refused, running_game, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return running_game(close_when_all_ready=True)


def say(game: Game, value: int, revision: int, number: int = 1, ready: bool = False) -> None:
    order_form_save(
        player=seat(game, number), turn_name="secret/1", revision=revision, ready=ready,
        orders=(Order("say", {"number": value}),),
    )  # fmt: skip


def undo(game: Game, revision: int, number: int = 1) -> object:
    return order_form_undo(player=seat(game, number), turn_name="secret/1", revision=revision)


def said(game: Game, number: int = 1) -> list[int]:
    form = OrderForm.objects.get(player=seat(game, number))
    return [order.data["number"] for order in orders_of(form)]


def undoable(game: Game) -> bool:
    (desk,) = desks_of(seat(game, 1), open_turns(game))
    return desk.undoable


def test_undoing_brings_back_the_orders_of_before_with_a_receipt_of_their_own(game):
    say(game, 3, 0)
    assert not undoable(game)
    say(game, 7, 1)
    assert undoable(game)
    done = undo(game, 2)
    assert said(game) == [3]
    form = OrderForm.objects.get()
    assert (form.revision, form.fingerprint) == (3, done.fingerprint)


def test_undoing_twice_puts_the_change_back(game):
    say(game, 3, 0)
    say(game, 7, 1)
    undo(game, 2)
    undo(game, 3)
    assert said(game) == [7]


def test_a_form_saved_again_as_it_was_is_undone_to_what_it_was_before(game):
    say(game, 3, 0)
    say(game, 7, 1)
    say(game, 7, 2)
    undo(game, 3)
    assert said(game) == [3]


def test_what_was_not_changed_cannot_be_undone(game):
    act = {"player": seat(game, 1), "turn_name": "secret/1"}
    assert refused(order_form_undo, **act, revision=0) == "nothing_to_undo"
    say(game, 3, 0)
    assert refused(order_form_undo, **act, revision=1) == "nothing_to_undo"


def test_a_page_that_is_out_of_date_undoes_nothing(game):
    say(game, 3, 0)
    say(game, 7, 1)
    with pytest.raises(Refused, match="undo_stale"):
        undo(game, 1)
    assert said(game) == [7]


def test_a_withdrawn_form_is_handed_in_again_as_it_was_last(game):
    say(game, 3, 0)
    say(game, 7, 1)
    order_form_withdraw(player=seat(game, 1), turn_name="secret/1", revision=2)
    assert undoable(game)
    undo(game, 3)
    assert said(game) == [7]
    assert not OrderForm.objects.get().set_aside
    assert not undoable(game)


def test_what_was_saved_after_withdrawing_is_not_undone_to_what_was_withdrawn(game):
    say(game, 3, 0)
    order_form_withdraw(player=seat(game, 1), turn_name="secret/1", revision=1)
    say(game, 9, 2)
    assert not undoable(game)


def test_whoever_was_ready_is_no_longer(game):
    say(game, 3, 0)
    say(game, 7, 1, ready=True)
    undo(game, 2)
    assert not OrderForm.objects.get().ready


def test_orders_that_no_longer_pass_are_not_brought_back(game):
    say(game, 3, 0)
    say(game, 7, 1)
    OrderForm.objects.update(previous=OrderForm.objects.get().orders.replace("7", '"seven"'))
    assert isinstance(undo(game, 2), Declined)
    assert said(game) == [7]


def test_what_somebody_else_saved_in_this_seat_is_nobodys_to_undo(game):
    say(game, 3, 0)
    say(game, 7, 1)
    OrderForm.objects.update(author=seat(game, 2).user)
    assert (
        refused(order_form_undo, player=seat(game, 1), turn_name="secret/1", revision=2) == "nothing_to_undo"
    )


def test_one_press_on_the_page(game, client):
    client.force_login(seat(game, 1).user)
    page, url = f"/g/{game.public_id}/orders/", f"/g/{game.public_id}/undo/"
    say(game, 3, 0)
    assert url not in client.get(page).content.decode()
    say(game, 7, 1)
    assert url in client.get(page).content.decode()
    response = client.post(url, {"turn": "secret/1", "revision": "2", "number": "7"}, follow=True)
    assert said(game) == [3]
    assert "Undone" in response.content.decode()
    again = client.post(url, {"turn": "secret/1", "revision": "1"})
    assert again.status_code == 409
    assert "Nothing was undone" in again.content.decode()


def test_what_is_typed_and_not_saved_is_asked_about_first(game, client):
    client.force_login(seat(game, 1).user)
    say(game, 3, 0)
    say(game, 7, 1)
    post = {"turn": "secret/1", "revision": "2", "number": "8"}
    assert client.post(f"/g/{game.public_id}/undo/", post).status_code == 422
    assert said(game) == [7]


def test_a_withdrawn_form_is_handed_in_again_by_one_press(game, client):
    client.force_login(seat(game, 1).user)
    say(game, 3, 0)
    page = f"/g/{game.public_id}/orders/"
    posted = {"turn": "secret/1", "revision": "1"}
    assert client.post(f"/g/{game.public_id}/withdraw/", posted).status_code == 303
    assert "Hand it in again as it was" in client.get(page).content.decode()
    assert client.post(f"/g/{game.public_id}/undo/", {**posted, "revision": "2"}).status_code == 303
    assert said(game) == [3]
    assert "Hand it in again" not in client.get(page).content.decode()
