"""A final move of the dummy's, looked at by its buttons and then made."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.contract import Closes, Order, PlayerId, Problem, Window
from games.models import Game, Resolution
from games.services import order_forms
from games.skin import Edit
from tests.builder import open_turn, running_game, seat
from tests.dummy import DummyRules, DummySkin

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(clock) -> Game:
    return running_game(options={"closes": "at_once"})


@pytest.fixture
def client(game) -> Client:
    client = Client()
    client.force_login(seat(game, 1).user)
    return client


def post(client: Client, game: Game, **fields: str):
    seen = {"turn": "move/1/p1", "revision": "0"}
    return client.post(f"/g/{game.public_id}/orders/", seen | fields)


def look(client: Client, game: Game, number: str = "47"):
    return post(client, game, look="move/1/p1", number=number)


def test_a_look_shows_the_form_with_its_quote_and_the_one_final_button(client, game):
    assert "Say it" not in client.get(f"/g/{game.public_id}/orders/").content.decode()
    answer = look(client, game)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Nothing is handed in yet." in page and "say 47" in page
    assert 'value="47"' in page and "Say it, 1 in all" in page
    assert "What is not saved yet" not in page
    assert not Resolution.objects.filter(turn=open_turn(game)).exists()


def test_what_was_looked_at_is_done_once(client, game):
    look(client, game)
    assert [post(client, game, act="say", number="47").status_code for _ in range(2)] == [303, 409]
    assert open_turn(game).name == "move/1/p2"
    assert "47" in Resolution.objects.get(turn__name="move/1/p1").forms


def test_wrong_input_is_refused_as_when_it_is_handed_in(client, game, monkeypatch):
    def texts(answer) -> list[str]:
        return re.findall(r'<[^>]*role="alert"[^>]*>[^<]*<', answer.content.decode())

    looked, handed_in = look(client, game, "x"), post(client, game, act="say", number="x")
    assert texts(looked)
    assert (looked.status_code, texts(looked)) == (422, texts(handed_in))
    monkeypatch.setattr(DummyRules, "check", lambda *_args: (Problem("not_a_number", 0),))
    looked, handed_in = look(client, game), post(client, game, act="say", number="47")
    assert (looked.status_code, texts(looked)) == (422, texts(handed_in))
    assert "looked-at" not in looked.content.decode()


@pytest.mark.parametrize(("number", "count"), [("\x00", 1), ("7", order_forms.MAX_ORDERS + 1)])
def test_what_could_not_be_kept_cannot_be_looked_at(client, game, monkeypatch, number, count):
    orders = tuple(Order("say", {"number": number}) for _ in range(count))
    monkeypatch.setattr(DummySkin, "edit", lambda *_args: Edit(orders))
    assert look(client, game, "4").status_code == 409


def test_nobody_looks_at_what_he_is_not_asked_or_when_no_order_is_taken(client, game, clock):
    assert post(client, game, look="move/1/p2", number="4").status_code == 409
    clock.move_to(open_turn(game).deadline)
    answer = look(client, game)
    assert answer.status_code == 409
    assert "47" in answer.content.decode()


def test_an_act_at_a_door_is_looked_at_too(client, game, monkeypatch):
    windows, gift = (
        DummyRules.windows,
        Window("gift", (), ("say",), Closes.AT_ONCE, welcome=(PlayerId("p1"),)),
    )
    monkeypatch.setattr(DummyRules, "windows", lambda self, public: (*windows(self, public), gift))
    post(client, game, act="say", number="4")
    number = Game.objects.get(pk=game.pk).number
    answer = post(client, game, look="gift", turn="move/1/p1", number="47")
    assert answer.status_code == 200
    assert "Nothing is handed in yet." in answer.content.decode() and "say 47" in answer.content.decode()
    assert Game.objects.get(pk=game.pk).number == number


def test_a_look_is_read_in_french(client, game):
    user = seat(game, 1).user
    user.language = "fr"
    user.save()
    assert "Rien n’est encore remis." in look(client, game).content.decode()
