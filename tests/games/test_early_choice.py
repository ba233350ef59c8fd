"""Closing a turn before noon once everybody is ready: offered where a title's turns close at noon."""

from __future__ import annotations

import pytest
from django.urls import reverse
from msgspec.structs import replace

from games.models import Game
from games.registry import all_skins
from games.services.games import game_create
from tests.builder import WHY, GameFactory, UserFactory, plan
from tests.dummy import DummyRules
from tests.games.test_lobby import settings

LABEL = "Close as soon as everybody is ready"
pytestmark = pytest.mark.django_db


@pytest.fixture(params=[True, False], ids=["at noon", "when all have answered"])
def at_noon(request, monkeypatch) -> bool:
    """Whether the turns of the dummy close at noon."""
    monkeypatch.setattr(DummyRules, "meta", replace(DummyRules.meta, at_noon=request.param))
    return request.param


@pytest.fixture
def ana(client):
    user = UserFactory(display_name="Ana")
    client.force_login(user)
    return user


@pytest.mark.parametrize("url", ["/games/new/", "/admin/games/game/add/"])
def test_it_is_offered_for_the_titles_whose_turns_close_at_noon(client, boss, url):
    client.force_login(boss)
    page = client.get(url).content.decode()
    offered = {skin.rules.meta.key for skin in all_skins() if f'name="early-{skin.rules.meta.key}"' in page}
    assert offered == {skin.rules.meta.key for skin in all_skins() if skin.rules.meta.at_noon}
    assert page.count(LABEL) == len(offered)
    assert offered < {skin.rules.meta.key for skin in all_skins()}


def test_a_game_is_created_so_where_it_means_something(client, ana, at_noon):
    client.post("/games/new/", settings(**{"early-dummy": "on"}))
    assert Game.objects.get().close_when_all_ready is at_noon
    client.post("/games/new/", settings(name="Another", early="on", **{"early-cardline": "on"}))
    assert not Game.objects.get(name="Another").close_when_all_ready


def test_so_is_one_made_in_the_admin(client, boss, at_noon):
    client.force_login(boss)
    asked = settings(seat_name=None, reason=WHY, **{"early-dummy": "on"})
    client.post(reverse("admin:games_game_add"), asked)
    assert Game.objects.get().close_when_all_ready is at_noon


def test_what_a_plan_asks_for_in_vain_is_not_kept(ana, at_noon):
    assert game_create(creator=ana, plan=plan(close_when_all_ready=True)).close_when_all_ready is at_noon


@pytest.mark.parametrize("early", [True, False])
def test_it_is_shown_and_changed_before_the_start(client, ana, early):
    game = GameFactory(creator=ana, name="Broadway", close_when_all_ready=early)
    url = reverse("games:edit", args=[game.public_id])
    page = client.get(url).content.decode()
    assert LABEL in page
    field = page.partition('name="early-dummy"')[2].partition(">")[0]
    assert ("checked" in field) is early
    client.post(url, settings(name="Broadway", title=None, **{"early-dummy": None if early else "on"}))
    game.refresh_from_db()
    assert game.close_when_all_ready is not early


def test_changing_a_game_offers_it_only_where_it_means_something(client, ana, at_noon):
    game = GameFactory(creator=ana, name="Broadway")
    page = client.get(reverse("games:edit", args=[game.public_id])).content.decode()
    assert (LABEL in page) is at_noon
