"""A title that is not installed: its games wait, and hold up no other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import registry
from games.contract import Order
from games.models import Notice, Turn
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from games.services.upgrades import games_resync
from games.tasks import close_due
from tests.builder import NOON, make_user, open_turn, running_game, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(clock):
    """A game of a title that has been taken out, with a form in it, and its player."""
    game = running_game(is_public=False)
    order_form_save(
        player=seat(game, 1), turn_name="secret/1", revision=0, orders=(Order("say", {"number": 1}),)
    )
    game.title = "gone"
    game.save(update_fields=["title"])
    return game


@pytest.fixture
def ana(game) -> Client:
    client = Client()
    client.force_login(seat(game, 1).user)
    return client


def test_its_turns_stay_open_and_the_others_close(game, clock):
    sound = running_game(("Chloé", "Dimitri"))
    clock.move_to(NOON)
    assert close_due() == 1
    assert not turn_close(turn_id=open_turn(game).pk)
    sound.refresh_from_db()
    game.refresh_from_db()
    assert (sound.number, game.number) == (1, 0)
    assert open_turn(game).status == Turn.Status.OPEN


def test_once_it_is_back_the_game_goes_on_with_its_forms(game, clock, monkeypatch):
    clock.move_to(NOON)
    close_due()
    monkeypatch.setitem(registry._skins, "gone", registry.skin_for("dummy"))
    assert close_due() == 1
    assert '"number":1' in game.resolutions.get(number=1).forms


def test_the_lobby_lists_it_and_every_page_of_it_says_so(game, ana):
    Notice.objects.create(
        user=seat(game, 1).user, game=game, kind="resolved", key="x", data={"turn": "secret/1"}
    )
    page = ana.get(reverse("games:lobby"))
    assert page.status_code == 200
    assert "its title is not installed here" in page.content.decode()
    here = [game.public_id]
    for url in (
        reverse("games:game", args=here), reverse("games:orders", args=here),
        reverse("games:page", args=[*here, "news"]), reverse("games:ledger", args=here),
        reverse("games:draws", args=here),
    ):  # fmt: skip
        page = ana.get(url)
        assert page.status_code == 503
        assert "This game waits" in page.content.decode()


def test_what_was_typed_for_it_is_kept_to_copy(game, ana):
    page = ana.post(reverse("games:orders", args=[game.public_id]), {"turn": "secret/1", "number": "271828"})
    assert page.status_code == 503
    assert "271828" in page.content.decode()


def test_strangers_learn_nothing_of_it(game):
    client = Client()
    client.force_login(make_user("Inès"))
    for name in ("games:game", "games:orders", "games:ledger", "games:draws"):
        assert client.get(reverse(name, args=[game.public_id])).status_code == 404


def test_the_health_of_the_site_is_not_that_of_the_game(game, clock, client):
    clock.move_to(NOON + timedelta(hours=1))
    close_due()
    found = client.get("/health").json()
    assert (found["backlog"], found["late_seconds"], found["waiting"]) == (0, 0, 1)
    assert "Games of a title that is not installed" in client.get("/status/").content.decode()


def test_the_admin_shows_the_list_and_says_so_of_the_game(game, client, boss):
    client.force_login(boss)
    assert "gone" in client.get(reverse("admin:games_game_changelist")).content.decode()
    page = client.get(reverse("admin:games_game_change", args=[game.pk]))
    assert (page.status_code, "This game waits" in page.content.decode()) == (503, True)


def test_the_preparation_and_the_audit_say_so(game, caplog):
    assert games_resync(now=timezone.now()) == 0
    assert "title=gone" in caplog.text
    with pytest.raises(CommandError, match="not installed: gone"):
        call_command("verify_turn", game.public_id)
