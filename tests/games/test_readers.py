"""What one reader may be told: never who is in before noon, never more of a dossier than was granted."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games import selectors, vault
from games.contract import Closes, Event, Order, Window, encode
from games.models import Mastership, ReaderEvents, ReadingRight, Turn
from games.services.audit import opened_chapter
from games.services.order_forms import order_form_save
from games.services.rehearsals import rehearsal_create
from games.tasks import close_due
from tests.builder import NOON, make_user, open_turn, running_game, seat

pytestmark = pytest.mark.django_db


def test_who_is_in_shows_where_the_question_says_so_and_nowhere_else(game):
    orders = (Order("say", {"number": 7}),)
    order_form_save(player=seat(game, 1), turn_name="secret/1", revision=0, orders=orders)
    assert selectors.answered(open_turn(game)) == frozenset()
    together = Window("secret", (1,), ("say",), Closes.TOGETHER, ("p1", "p2"))
    Turn.objects.update(window=encode(together))
    assert selectors.answered(open_turn(game)) == {"p1"}


def test_a_dossier_holds_what_was_granted_and_no_more(game):
    told = [Event("run", {"n": 1}), Event("dossier", {"n": 2})]
    for chapter in (1, 2):
        ReaderEvents.objects.create(
            game=game, number=chapter, chapter=chapter, reader="p2", content=encode(told)
        )
    ReadingRight.objects.create(
        game=game, number=2, chapter=2, reader="p1", of="p2", chapters=[1], without=["dossier"]
    )
    (opened,) = selectors.opened_to(game, seat(game, 1), 2)
    assert (opened.of, opened.chapter) == ("p2", 1)
    assert [event.kind for event in opened.events] == ["run"]
    assert selectors.opened_to(game, seat(game, 2), 2) == ()


def test_a_page_for_players_is_not_there_for_who_watches(game, clock):
    clock.move_to(NOON)
    close_due()
    watching = Client()
    assert watching.get(f"/g/{game.public_id}/news/1/").status_code == 200
    for slug in ("message/", "message/1/"):
        assert watching.get(f"/g/{game.public_id}/{slug}").status_code == 404


def test_a_private_game_is_shown_to_its_masters_while_they_are_of_the_staff(clock):
    game = running_game(is_public=False)
    boss, client = make_user("Jack", is_staff=True), Client()
    client.force_login(boss)
    page = f"/g/{game.public_id}/news/"
    assert client.get(page).status_code == 404
    Mastership.objects.create(game=game, user=boss)
    assert client.get(page).status_code == 200
    User.objects.filter(pk=boss.pk).update(is_staff=False)
    assert client.get(page).status_code == 404


def test_no_seed_of_a_running_game_is_given_out_whoever_asks(game):
    assert vault.revealed_seeds(game) == {}
    assert opened_chapter(game, 1) == []


def test_the_last_page_is_not_there_before_the_end(clock):
    ana, client = make_user("Ana"), Client()
    game = rehearsal_create(user=ana, title="corporate", name="Ana")
    client.force_login(ana)
    assert client.get(f"/g/{game.public_id}/scores/").status_code == 404
