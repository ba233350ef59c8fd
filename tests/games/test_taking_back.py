"""A form that waits sealed may be taken back: its author counts as having handed in nothing."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from config.rates import RATES
from games.contract import Order
from games.models import Game, OrderForm, Resolution, Turn
from games.selectors import desks_of, open_turns
from games.services.order_forms import order_form_ready, order_form_save, order_form_withdraw
from games.services.refusals import Refused
from games.services.turns import turn_close
from tests.builder import NOON, open_turn, running_game, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(clock) -> Game:
    return running_game(close_when_all_ready=True)


def say(game: Game, number: int, value: int = 471, revision: int = 0, ready: bool = False) -> None:
    order_form_save(
        player=seat(game, number), turn_name="secret/1", revision=revision, ready=ready,
        orders=(Order("say", {"number": value}),),
    )  # fmt: skip


def take_back(game: Game, number: int = 1, turn: str = "secret/1", revision: int = 1) -> str:
    """ "" if it was, else the code of the refusal."""
    try:
        order_form_withdraw(player=seat(game, number), turn_name=turn, revision=revision)
    except Refused as refused:
        return refused.code
    return ""


def test_nothing_of_it_is_left_and_its_author_has_missed_the_turn(game, clock):
    say(game, 1)
    say(game, 2)
    assert take_back(game) == ""
    form = OrderForm.objects.get(player=seat(game, 1))
    assert "471" not in form.orders
    assert "471" in form.previous  # for its author alone, until the turn closes
    assert (form.fingerprint, form.salt) == ("", "")
    clock.move_to(NOON)
    turn = open_turn(game)
    assert turn_close(turn_id=turn.pk)
    resolution = Resolution.objects.get(turn=turn)
    assert '"p1"' in resolution.missing
    assert '"p1"' not in resolution.forms
    assert '"p2"' in resolution.forms


def test_it_is_as_if_he_had_handed_in_nothing_and_he_may_again(game):
    say(game, 1)
    take_back(game)
    desk = desks_of(seat(game, 1), open_turns(game))[0]
    assert (desk.saved, desk.withdrawn, desk.set_aside, desk.orders) == (False, True, False, ())
    assert [order.data for order in desk.withdrawn_orders] == [{"number": 471}]
    say(game, 1, 472, revision=desk.revision)
    assert desks_of(seat(game, 1), open_turns(game))[0].saved
    assert "472" in OrderForm.objects.get().orders


def test_a_turn_that_could_close_no_longer_can(game):
    say(game, 1, ready=True)
    say(game, 2, ready=True)
    turn = open_turn(game)
    assert turn.can_close_early
    assert take_back(game) == ""
    turn.refresh_from_db()
    assert not turn.can_close_early
    assert not turn_close(turn_id=turn.pk)
    with pytest.raises(Refused, match="nothing_saved"):
        order_form_ready(player=seat(game, 1), turn_name="secret/1", revision=2, ready=True)


def test_what_is_not_there_or_has_changed_or_closed_is_not_taken_back(game, clock):
    assert take_back(game) == "nothing_to_withdraw"
    say(game, 1)
    say(game, 1, 472, revision=1)
    assert take_back(game) == "withdrawn_stale"
    assert take_back(game, turn="secret/2") == "withdrawn_late"
    clock.move_to(NOON)
    assert take_back(game, revision=2) == "due"
    assert turn_close(turn_id=open_turn(game).pk)
    assert take_back(game, revision=2) == "withdrawn_late"
    assert Resolution.objects.get(game=game, number=1).forms.count("472") == 1


def test_an_old_tab_takes_back_nothing_that_was_saved_since(game):
    say(game, 1)
    take_back(game)
    say(game, 1, 472, revision=2)
    assert take_back(game, revision=1) == "withdrawn_stale"


def test_a_stopped_clock_keeps_what_was_saved(game):
    say(game, 1)
    Game.objects.update(paused=True)
    assert take_back(game) == "paused"
    Game.objects.update(paused=False)
    Turn.objects.filter(pk=open_turn(game).pk).update(status=Turn.Status.STUCK)
    assert take_back(game) == "due"
    assert not OrderForm.objects.get().set_aside


# ---- over HTTP --------------------------------------------------------------------------------------


@pytest.fixture
def client(game) -> Client:
    client = Client()
    client.force_login(seat(game, 1).user)
    return client


def post(client: Client, game: Game, **fields: str):
    return client.post(f"/g/{game.public_id}/withdraw/", {"turn": "secret/1", "revision": "1", **fields})


def test_the_answer_leads_back_to_the_form_and_says_so(client, game):
    say(game, 1)
    answer = post(client, game)
    assert (answer.status_code, answer["Location"]) == (303, f"/g/{game.public_id}/orders/")
    assert "Withdrawn" in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "nothing of yours is saved"),
        ({"turn": "secret/9"}, "closed meanwhile"),
        ({"revision": "x"}, "saved"),
    ],
)
def test_what_is_refused_is_said_on_a_page_with_the_way_back(client, game, fields, sentence):
    page = post(client, game, **fields)
    assert page.status_code == 409
    assert sentence in page.content.decode()
    assert f'href="/g/{game.public_id}/orders/"' in page.content.decode()


def test_it_is_said_in_french_too(client, game):
    say(game, 1)
    page = client.post(
        f"/g/{game.public_id}/withdraw/",
        {"turn": "secret/1", "revision": "9"},
        headers={"Accept-Language": "fr"},
    )
    assert "Rien n’a été retiré" in page.content.decode()


def test_only_a_player_who_is_logged_in_and_posts_takes_back(client, game, clock):
    say(game, 1)
    assert client.get(f"/g/{game.public_id}/withdraw/").status_code == 302
    assert post(Client(), game).status_code == 403
    other = Client()
    other.force_login(seat(game, 2).user)
    assert post(other, game).status_code == 409
    assert not OrderForm.objects.get().set_aside
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(seat(game, 1).user)
    assert post(strict, game).status_code == 403


def test_it_is_counted_like_any_form(client, game):
    cache.clear()
    codes = [post(client, game).status_code for _ in range(RATES["orders"].most + 1)]
    assert codes[-1] == 429
    assert set(codes[:-1]) == {409}
