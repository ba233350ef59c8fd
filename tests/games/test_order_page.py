"""The order form over HTTP: saved means counted, refused means kept, nothing typed is ever lost."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.models import OrderForm, Turn
from tests.games.helpers import open_turn, running_game, seat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(clock):
    return running_game()


@pytest.fixture
def client(game):
    client = Client()
    client.force_login(seat(game, 1).user)
    return client


def plain(content: bytes, public_id: str) -> str:
    """A page without its address and the CSRF token, whose mask is new each time."""
    text = content.decode().replace(public_id, "")
    return re.sub(r"[A-Za-z0-9]{64}", "", text)


def post(client, game, **fields):
    data = {"turn": "secret/1", "revision": "0", "number": "471", **fields}
    return client.post(f"/g/{game.public_id}/orders/", data)


def test_a_saved_form_shows_its_receipt(client, game):
    answer = post(client, game)
    assert answer.status_code == 303
    page = client.get(answer["Location"])
    form = OrderForm.objects.get()
    assert "say 471" in page.content.decode()
    assert form.fingerprint in page.content.decode()


def test_what_is_refused_stands_beside_what_was_typed(client, game):
    page = post(client, game, number="abc")
    assert page.status_code == 422
    assert 'role="alert"' in page.content.decode()
    assert 'value="abc"' in page.content.decode()
    assert not OrderForm.objects.exists()


def test_a_stale_revision_keeps_the_text(client, game):
    post(client, game)
    page = post(client, game, number="472")
    assert page.status_code == 409
    assert "472" in page.content.decode()
    assert '"number":471' in OrderForm.objects.get().orders


@pytest.mark.parametrize("turn", ["secret/2", "", "nonsense/9", "secret/1/x"])
def test_a_closed_or_unknown_turn_keeps_the_text(client, game, turn):
    page = post(client, game, turn=turn, number="473")
    assert page.status_code == 409
    assert "473" in page.content.decode()


def test_too_late_says_so_and_keeps_the_text(client, game, clock):
    clock.move_to(open_turn(game).deadline + timedelta(milliseconds=100))
    page = post(client, game, number="474")
    assert page.status_code == 409
    assert "474" in page.content.decode()
    assert not OrderForm.objects.exists()


def test_logged_out_meanwhile_keeps_the_text(game):
    page = post(Client(), game, number="475")
    assert page.status_code == 403
    assert "475" in page.content.decode()
    assert "/account/login/?next=" in page.content.decode()


def test_a_changed_token_keeps_the_text(game):
    client = Client(enforce_csrf_checks=True)
    client.force_login(seat(game, 1).user)
    page = post(client, game, number="476")
    assert page.status_code == 403
    assert "476" in page.content.decode()


def test_strangers_get_the_same_404_whether_or_not_the_game_exists(game, clock):
    from tests.games.helpers import make_user

    game.is_public = False
    game.save()
    client = Client()
    client.force_login(make_user("Lena"))
    for slug in ("", "orders/", "news/", "message/", "news/1/", "ledger/", "draws/"):
        real = client.get(f"/g/{game.public_id}/{slug}")
        fake = client.get(f"/g/{'a' * 12}/{slug}")
        assert real.status_code == fake.status_code == 404
        assert plain(real.content, game.public_id) == plain(fake.content, "a" * 12)


def test_while_noon_is_due_the_page_says_so_and_shows_the_receipt(client, game, clock):
    post(client, game)
    clock.move_to(open_turn(game).deadline + timedelta(seconds=1))
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert "Noon has passed" in page
    assert "say 471" in page


def test_a_stuck_turn_takes_no_orders_and_says_nothing_is_lost(client, game):
    Turn.objects.update(status=Turn.Status.STUCK)
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert "nothing is lost" in page
    assert "Nothing of yours was saved" in page
    assert post(client, game).status_code == 409


def test_a_stuck_turn_shows_the_receipt_of_what_was_saved(client, game):
    post(client, game, number="471")
    Turn.objects.update(status=Turn.Status.STUCK)
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert "say 471" in page
    assert "Nothing of yours was saved" not in page


def test_a_page_of_a_chapter_not_yet_resolved_is_not_there(client, game):
    assert client.get(f"/g/{game.public_id}/news/1/").status_code == 404
    assert "Nothing has appeared yet" in client.get(f"/g/{game.public_id}/news/").content.decode()


def test_the_dot_of_a_new_page_goes_when_it_was_read(client, game, clock):
    clock.move_to(open_turn(game).deadline)
    from games.tasks import close_due

    close_due()
    home = client.get(f"/g/{game.public_id}/")
    assert home["Location"].endswith("/message/")  # the message first, then the orders
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert page.count('class="new"') == 2
    client.get(f"/g/{game.public_id}/message/")
    client.get(f"/g/{game.public_id}/news/")
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert 'class="new"' not in page
    assert client.get(f"/g/{game.public_id}/")["Location"].endswith("/orders/")
