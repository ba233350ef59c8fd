"""Guests: a first game without an account, which becomes the account's that they make."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import guests
from games.models import Game, Player, Sitting
from games.registry import all_skins
from games.services.guests import guest_becomes
from games.services.rehearsals import rehearsal_create
from games.tasks import tidy
from tests.builder import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
User = get_user_model()
FORM = {"display_name": "Ana", "email": "ana@example.org", "password1": "a long sentence of mine"}


@pytest.fixture
def game(client):
    client.post("/try/", {"title": "corporate"})
    return Game.objects.get()


def test_one_press_leads_to_the_first_order_form(client):
    response = client.post("/try/", {"title": "corporate"})
    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/g/{game.public_id}/orders/")
    page = client.get(response["Location"])
    assert page.status_code == 200
    assert "Turn 1 of 8" in page.content.decode()
    assert (game.is_rehearsal, game.is_public, game.options["characters"]) == (True, False, False)
    assert User.objects.get() == game.creator
    assert game.creator.guest_until > timezone.now()
    assert not game.creator.has_usable_password()


@pytest.mark.parametrize("title", ["corporate", "cardline", "megacorps"])
def test_every_title_can_be_tried(client, title):
    response = client.post("/try/", {"title": title})
    assert client.get(response["Location"]).status_code == 200
    assert Game.objects.get().title == title


def test_a_title_that_is_not_installed_starts_nothing(client):
    assert client.post("/try/", {"title": "chess"})["Location"] == "/"
    assert client.get("/try/")["Location"] == "/"
    assert not User.objects.exists()


def test_pages_on_which_a_guest_is_a_visitor_have_the_way_back_to_the_game(client, game):
    way, button = f'href="/g/{game.public_id}/"', "Back to the game"
    for address in ("/games/", "/rules/corporate/", "/how-noon-works/"):
        page = client.get(address).content.decode()
        assert way in page and button in page, address
    assert button not in client.get(f"/g/{game.public_id}/orders/").content.decode()
    client.cookies.clear()
    assert button not in client.get("/games/").content.decode()


def test_a_guest_hands_in_and_resolves_like_anybody(client, game):
    turn = game.turns.get(status="open").name
    response = client.post(f"/g/{game.public_id}/resolve-now/", {"turn": turn})
    assert response.status_code == 303
    game.refresh_from_db()
    assert game.latest == 1
    assert client.get(f"/g/{game.public_id}/", follow=True).status_code == 200


def test_the_same_press_again_goes_on_with_the_same_game(client, game):
    response = client.post("/try/", {"title": "corporate"})
    assert response["Location"] == f"/g/{game.public_id}/orders/"
    assert (Game.objects.count(), User.objects.count()) == (1, 1)


def test_every_page_of_theirs_says_how_to_keep_the_game(client, game):
    page = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert "You play without an account" in page
    assert f"/account/signup/?next=/g/{game.public_id}/orders/" in page
    page = client.get(f"/account/signup/?next=/g/{game.public_id}/orders/").content.decode()
    assert "The game you are playing becomes yours." in page


@pytest.mark.parametrize("url", ["/games/new/", "/games/rehearsal/", "/account/profile/", "/account/delete/"])
def test_elsewhere_a_guest_is_a_visitor(client, game, url):
    assert client.get(url)["Location"].startswith("/account/")
    assert client.post(url).status_code in (302, 403)
    assert Game.objects.count() == 1


def test_a_guest_joins_nothing_and_finds_their_game_in_no_list(client, game):
    from tests.builder import GameFactory

    other = GameFactory(title="dummy", is_public=True, name="Fifth Avenue")
    response = client.post(f"/g/{other.public_id}/join/")
    assert response["Location"].startswith("/account/login/")
    assert other.players.count() == 1
    assert game.name not in client.get("/games/").content.decode()


def test_the_account_they_make_has_the_game(client, game):
    guest = game.creator
    response = client.post("/account/signup/?next=/games/", FORM)
    assert response.status_code == 302
    ana = User.objects.get()
    assert ana.email == "ana@example.org"
    assert not User.objects.filter(pk=guest.pk).exists()
    game.refresh_from_db()
    assert game.creator == ana
    assert Player.objects.get(game=game, is_bot=False).name == "Ana"
    assert Sitting.objects.get(game=game).user == ana
    client.force_login(ana)
    assert client.get(f"/g/{game.public_id}/orders/").status_code == 200
    assert "without an account" not in client.get(f"/g/{game.public_id}/orders/").content.decode()


def test_with_mail_the_game_is_theirs_before_the_address_is_confirmed(client, game, settings):
    settings.MAIL_CONFIGURED = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    response = client.post("/account/signup/", FORM)
    assert response["Location"] == "/account/confirm-email/"
    assert client.get(response["Location"]).status_code == 200
    ana = User.objects.get()
    game.refresh_from_db()
    assert (game.creator, ana.guest_until) == (ana, None)
    assert client.get(f"/g/{game.public_id}/orders/").status_code != 200  # nobody is logged in yet
    client.force_login(ana)
    assert client.get(f"/g/{game.public_id}/orders/").status_code == 200


def test_the_account_they_log_in_to_has_the_game(client, game):
    ana = UserFactory(display_name="Ana", email="ana@example.org")
    response = client.post("/account/login/", {"login": ana.email, "password": PASSWORD})
    assert response.status_code == 302
    game.refresh_from_db()
    assert game.creator == ana
    assert client.get(f"/g/{game.public_id}/orders/").status_code == 200
    assert list(User.objects.all()) == [ana]


def test_an_account_takes_over_any_number_of_games_in_as_many_queries():
    counts = []
    for games in (1, 3):
        guest, user = UserFactory(guest_until=timezone.now() + timedelta(days=1)), UserFactory()
        made = [rehearsal_create(user=guest, title="dummy", name="Guest", bots=2) for _ in range(games)]
        with CaptureQueriesContext(connection) as queries:
            guest_becomes(guest=guest, user=user)
        counts.append(len(queries))
        seats = Player.objects.filter(game__in=made, is_bot=False)
        assert [(seat.user, seat.name) for seat in seats] == [(user, str(user))] * games
    assert counts[0] == counts[1]


def test_a_sign_up_that_is_refused_leaves_the_guest_their_game(client, game):
    UserFactory(email="ana@example.org")
    client.post("/account/signup/", FORM)
    game.refresh_from_db()
    assert game.creator.guest_until is not None
    assert client.get(f"/g/{game.public_id}/orders/").status_code == 200


def test_another_guest_does_not_see_it(client, game):
    client.logout()
    client.post("/try/", {"title": "cardline"})
    assert client.get(f"/g/{game.public_id}/orders/").status_code == 404


def test_after_a_day_guest_and_game_are_gone(client, game):
    User.objects.update(guest_until=timezone.now() + timedelta(minutes=1))
    tidy()
    assert Game.objects.exists()
    User.objects.update(guest_until=timezone.now() - timedelta(minutes=1))
    tidy()
    assert not Game.objects.exists()
    assert not User.objects.exists()
    assert client.get("/").status_code == 200  # the session has nobody any more


def test_guests_of_an_address_are_counted_with_its_sign_ups(client, settings):
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "2/m/ip"}
    for _ in range(2):
        assert client.post("/try/").status_code == 303
        client.logout()
    response = client.post("/try/")
    assert response.status_code == 429
    assert "create an account" in response.content.decode()
    assert User.objects.count() == 2


def test_no_more_guests_than_the_site_takes(client, monkeypatch):
    monkeypatch.setattr(guests, "MOST_GUESTS", 1)
    client.post("/try/")
    client.logout()
    assert client.post("/try/").status_code == 429
    assert User.objects.count() == 1


def test_somebody_with_an_account_has_a_first_game_of_their_own(client):
    ana = UserFactory()
    client.force_login(ana)
    response = client.post("/try/", {"title": "corporate"})
    assert response["Location"].endswith("/orders/")
    assert Game.objects.get().creator == ana
    assert User.objects.count() == 1


def test_the_landing_page_offers_it_to_a_visitor(client):
    page = client.get("/").content.decode()
    assert 'action="/try/"' in page
    assert "No account needed" in page


@pytest.mark.parametrize(("language", "limit"), [("en", "{} at most"), ("fr", "{} au plus")])
def test_the_landing_page_says_how_many_play_and_how_many_the_rules_allow(client, language, limit):
    page = " ".join(client.get("/", HTTP_ACCEPT_LANGUAGE=language).content.decode().split())
    for skin in all_skins():
        meta, about = skin.rules.meta, page.partition(f"t-{skin.rules.meta.key}")[2].partition("<h3>")[0]
        assert re.search(rf"\b{meta.min_players} (to|à) {meta.suggested_max} (players|joueurs)", about)
        assert (limit.format(meta.max_players) in about) is (meta.max_players > meta.suggested_max), about
