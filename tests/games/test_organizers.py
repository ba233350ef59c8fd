"""Organizers: master of every game they create, while they have no seat in it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import access
from games.models import Game, Mastership, Notice
from games.services import games as service
from games.services.games import game_create, game_join
from tests.builder import WHY, GameFactory, UserFactory, make_user, plan
from tests.games.admin.helpers import act, change
from tests.games.test_lobby import settings

pytestmark = pytest.mark.django_db


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def lena(clock: object) -> Any:
    return make_user("Lena", is_staff=True, is_organizer=True)


def test_a_superuser_names_an_organizer_once(clock):
    boss, ana = make_user("Chloé", is_staff=True, is_superuser=True), make_user("Ana")
    mine, over = GameFactory(seats=("Bruno",), creator=ana), GameFactory(creator=ana)
    Game.objects.filter(pk=over.pk).update(stage="finished", invitation=None)
    page = reverse("admin:accounts_user_change", args=[ana.pk])
    assert browser(boss).post(page, {"is_active": "on", "is_organizer": "on"}).status_code == 302
    ana.refresh_from_db()
    assert (ana.is_organizer, ana.is_staff) == (True, True)
    assert [m.game for m in Mastership.objects.filter(user=ana)] == [mine]
    assert mine.ledger.first().author == boss
    half = browser(boss).post(page, {"is_active": "on", "is_organizer": "on"})
    assert "an organizer enters the admin" in half.content.decode()


def test_a_superuser_who_is_an_organizer_saves_their_own_page(clock):
    """`is_staff` is shown there and not posted."""
    boss = make_user("Chloé", is_staff=True, is_superuser=True, is_organizer=True)
    page = reverse("admin:accounts_user_change", args=[boss.pk])
    assert browser(boss).post(page, {"is_organizer": "on"}).status_code == 302
    boss.refresh_from_db()
    assert (boss.is_organizer, boss.is_staff) == (True, True)


def test_an_organizers_evening_needs_no_superuser(lena):
    """He opens a table, reads and renews its invitation, changes its settings, cancels it."""
    site = browser(lena)
    assert "I run this game and take no place in it" in site.get("/games/new/").content.decode()
    site.post("/games/new/", settings(runs="on", seat_name=""))
    game = Game.objects.get()
    assert (game.players.count(), access.mastered(lena).get()) == (0, game)
    page = site.get(f"/g/{game.public_id}/").content.decode()
    assert f"/i/{game.invitation}/" in page
    assert f"/i/{game.invitation}/" in site.get(change(game)).content.decode()
    site.post(f"/g/{game.public_id}/invitation/", {"act": "renew"})
    assert Game.objects.get().invitation != game.invitation
    game_join(game=game, user=make_user("Ana"), name="Ana")
    form = {"name": "Tuesdays", "min_players": "2", "max_players": "4", "who": "public", "reason": WHY}
    asked = site.get(act(game, "settings")).content.decode()
    assert f'value="{game.name}"' in asked
    changed = site.post(act(game, "settings"), {**form, "hour": "18:00", "zone": "Europe/Paris"})
    assert changed.status_code == 302
    game.refresh_from_db()
    assert (game.name, game.hour.hour) == ("Tuesdays", 18)
    assert (game.ledger.first().act, game.ledger.first().reason) == ("settings", WHY)
    site.post(act(game, "cancel"), {"reason": WHY})
    game.refresh_from_db()
    assert (game.stage, game.ended) == ("cancelled", "master")
    told = Notice.objects.get(kind="cancelled")
    assert (told.user.display_name, told.data) == ("Ana", {"reason": WHY})


def test_who_is_named_master_of_a_game_reads_its_invitation_and_who_plays_does_not(lena):
    game = GameFactory(seats=("Ana",), masters=(lena,), is_public=False)
    site, link = browser(lena), f"/i/{game.invitation}/"
    assert link in site.get(f"/g/{game.public_id}/").content.decode()
    game_join(game=game, user=lena, name="Lena")
    assert link not in site.get(f"/g/{game.public_id}/").content.decode()
    assert link not in site.get(change(game)).content.decode()
    assert site.post(f"/g/{game.public_id}/invitation/", {"act": "renew"}).status_code == 404


def test_an_organizer_who_sits_has_no_act_upon_clock_and_seats(lena):
    browser(lena).post("/games/new/", settings(seat_name="Lena"))
    game = Game.objects.get()
    assert game.players.get().user == lena
    assert browser(lena).post(act(game, "start"), {"reason": WHY}).status_code == 403
    assert "You play in this game." in browser(lena).get(change(game)).content.decode()


@pytest.mark.parametrize(("organizes", "most"), [(False, 2), (True, 3)])
def test_organizers_may_gather_players_for_more_games(clock, monkeypatch, organizes, most):
    monkeypatch.setattr(service, "MAX_GATHERING", 2)
    assert service.MAX_ORGANIZED == 200
    monkeypatch.setattr(service, "MAX_ORGANIZED", 3)
    user = UserFactory(is_staff=True, is_organizer=organizes)
    for n in range(most):
        game_create(creator=user, plan=plan(name=f"Game {n}"))
    with pytest.raises(service.Refused) as refused:
        game_create(creator=user, plan=plan(name="One more"))
    assert (refused.value.code, refused.value.params["most"]) == ("too_many", most)
