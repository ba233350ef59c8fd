"""Invitations: who has the link may come; it can be revoked, dies at the start, and is never logged."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.invited import COOKIE
from accounts.models import Session
from accounts.services import picture_set
from config.logs import NoSecrets
from games.models import Game
from tests.builder import GameFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return GameFactory(creator=UserFactory(display_name="Ana"), name="Broadway", private=True)


@pytest.fixture
def bruno(client):
    user = UserFactory(display_name="Bruno")
    client.force_login(user)
    return user


def link(game: Game) -> str:
    return f"/i/{game.invitation}/"


def creator(game: Game) -> Client:
    client = Client()
    client.force_login(game.creator)
    return client


def test_reading_shows_the_game_and_takes_no_place(client, bruno, game):
    page = client.get(link(game)).content.decode()
    assert "Broadway" in page
    assert "Join the game" in page
    assert "Cancel the game" not in page
    assert game.players.count() == 1


def test_whoever_is_invited_sees_no_picture_that_would_be_refused_him(client, bruno, game):
    ana = game.creator
    picture_set(user=ana, content=b"webp")
    game.players.update(picture=ana.picture)
    address = f"/pictures/{ana.picture.key}/"
    assert address in creator(game).get(f"/g/{game.public_id}/").content.decode()
    for reader in (client, Client()):
        assert reader.get(address).status_code == 404
        assert "/pictures/" not in reader.get(link(game)).content.decode()


def test_posting_takes_a_place(client, bruno, game):
    response = client.post(link(game), {"name": "Le Bruno"})
    assert response["Location"] == f"/g/{game.public_id}/"
    assert client.get(response["Location"]).status_code == 200
    assert game.players.get(user=bruno).name == "Le Bruno"


def test_a_taken_name_is_refused_on_the_same_page(client, bruno, game):
    response = client.post(link(game), {"name": "Ana"})
    assert response.status_code == 422
    assert "a player of this game is called Ana" in response.content.decode()
    assert f'action="{link(game)}"' in response.content.decode()


def test_logging_in_leads_back_without_the_token_in_any_query(client, game):
    page = client.get(link(game)).content.decode()
    assert "/account/login/?next=/i/kept/" in page
    assert "/account/signup/?next=/i/kept/" in page
    assert f"next={link(game)}" not in page
    assert client.post(link(game), {"name": "Bruno"})["Location"] == "/account/login/?next=/i/kept/"
    bruno = UserFactory(display_name="Bruno")
    response = client.post(
        "/account/login/?next=/i/kept/", {"login": bruno.email, "password": "correct horse"}
    )
    assert response["Location"] == "/i/kept/"
    assert "Join the game" in client.get("/i/kept/").content.decode()
    client.post("/i/kept/", {"name": "Bruno"})
    assert game.players.filter(user=bruno).exists()
    assert client.get("/i/kept/").status_code == 404


def test_signing_up_leads_to_the_game_and_the_cookie_goes_with_the_place(client, game):
    client.get(link(game))
    typed = {"display_name": "Bruno", "email": "bruno@example.org", "password1": "nine-ledgers-open"}
    assert client.post("/account/signup/?next=/i/kept/", typed)["Location"] == "/i/kept/"
    assert client.cookies[COOKIE].value
    client.post("/i/kept/", {"name": "Bruno"})
    assert game.players.filter(name="Bruno").exists()
    assert not client.cookies[COOKIE].value


def test_logging_in_on_ones_own_leads_to_the_invitation_followed_before(client, game):
    """As after an address was confirmed by mail: nothing in the address says where to go on."""
    bruno = UserFactory(display_name="Bruno")
    client.get(link(game))
    response = client.post("/account/login/", {"login": bruno.email, "password": "correct horse"})
    assert response["Location"] == "/i/kept/"
    other = Client()
    response = other.post("/account/login/", {"login": bruno.email, "password": "correct horse"})
    assert response["Location"] == "/games/"


@pytest.mark.parametrize("tls", [False, True])
def test_the_invitation_is_kept_in_a_cookie_no_script_reads(client, game, settings, tls):
    settings.TLS = tls
    client.get(link(game))
    kept = client.cookies[COOKIE]
    assert (kept["httponly"], kept["samesite"], bool(kept["secure"])) == (True, "Lax", tls)
    assert int(kept["max-age"]) == 24 * 3600


def test_a_kept_invitation_is_ours_and_of_today_or_leads_nowhere(client, game):
    client.get(link(game))
    kept = client.cookies[COOKIE].value
    for forged in (game.invitation, kept[:-1] + ("a" if kept[-1] != "a" else "b"), "", ":::"):
        client.cookies[COOKIE] = forged
        assert client.get("/i/kept/").status_code == 404
    client.cookies[COOKIE] = kept
    assert client.get("/i/kept/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        client.cookies[COOKIE] = kept
        assert client.get("/i/kept/").status_code == 404


def test_a_kept_invitation_dies_with_the_link_and_is_forgotten(client, game):
    client.get(link(game))
    creator(game).post(f"/g/{game.public_id}/cancel/")
    response = client.get("/i/kept/")
    assert response.status_code == 410 and "Broadway" not in response.content.decode()
    assert not client.cookies[COOKIE].value


def test_whoever_is_in_is_led_to_the_game(game):
    response = creator(game).get(link(game))
    assert response["Location"] == f"/g/{game.public_id}/"


def test_a_revoked_link_is_dead(client, bruno, game):
    old = link(game)
    creator(game).post(f"/g/{game.public_id}/invitation/", {"act": "revoke"})
    for response in (client.get(old), client.post(old, {"name": "Bruno"})):
        assert response.status_code == 404
        assert "This link leads nowhere" in response.content.decode()
        assert "Broadway" not in response.content.decode()
    assert game.players.count() == 1
    assert "There is no link" in creator(game).get(f"/g/{game.public_id}/").content.decode()


def test_a_new_link_kills_the_old_one(client, bruno, game):
    old = link(game)
    creator(game).post(f"/g/{game.public_id}/invitation/", {"act": "renew"})
    game.refresh_from_db()
    assert client.get(old).status_code == 404
    assert client.get(link(game)).status_code == 200


def test_the_link_dies_at_the_start_and_says_so_without_telling_the_game(client, bruno, game):
    old = link(game)
    game.players.create(number=2, user=UserFactory(), name="Chloé")
    creator(game).post(f"/g/{game.public_id}/start/")
    response = client.get(old)
    assert response.status_code == 410
    assert "This game has started" in response.content.decode()
    assert "Broadway" not in response.content.decode()
    assert client.post(old, {"name": "Bruno"}).status_code == 410
    assert game.players.count() == 2


def test_the_link_to_a_full_public_game_says_so_and_lets_watch(client, bruno):
    game = GameFactory(players=3)
    old = link(game)
    other = Client()
    other.force_login(UserFactory())
    other.post(old, {"name": "Chloé"})
    page = client.get(old).content.decode()
    assert "Every place is taken" in page
    assert f'href="/g/{game.public_id}/"' in page


def test_the_link_to_a_cancelled_game_says_so(client, bruno, game):
    old = link(game)
    creator(game).post(f"/g/{game.public_id}/cancel/")
    response = client.get(old)
    assert response.status_code == 410
    assert "This game did not take place" in response.content.decode()


@pytest.mark.parametrize("token", ["nothing", "kept", "%00", "x" * 500, "%F0%9F%98%80", "a'b", "%25"])
def test_no_token_breaks_the_page(client, bruno, token):
    assert client.get(f"/i/{token}/").status_code == 404
    assert client.post(f"/i/{token}/", {"name": "Bruno"}).status_code == 404


def test_the_address_stays_with_its_readers(client, game):
    for path in (link(game), "/i/nothing/"):
        response = client.get(path)
        # `no-referrer` would make browsers send `Origin: null` with the form, which is refused.
        assert response["Referrer-Policy"] == "strict-origin"
        assert "noindex" in response["X-Robots-Tag"]
        assert "no-store" in response["Cache-Control"]


def test_the_token_is_never_logged(client, bruno, game, caplog):
    """Through the whole life of a link; a dead one is a 404, which Django logs with its path."""
    token = game.invitation
    for logger in (None, "django.request", "games"):
        caplog.set_level(logging.DEBUG, logger)
    client.get(link(game))
    client.post(link(game), {"name": "Ana"})
    creator(game).post(f"/g/{game.public_id}/invitation/", {"act": "revoke"})
    client.get(f"/i/{token}/")
    client.post(f"/i/{token}/")
    clean = NoSecrets()  # what the handlers of `config.settings` put every record through
    lines = [record.getMessage() for record in caplog.records if clean.filter(record)]
    assert lines
    assert not [line for line in lines if token in line]


def test_a_token_has_128_bits_and_is_kept_as_a_hash_once_dead(game):
    token = game.invitation
    assert len(token) == 22
    game.players.create(number=2, user=UserFactory(), name="Chloé")
    creator(game).post(f"/g/{game.public_id}/start/")
    game.refresh_from_db()
    assert game.invitation is None
    assert token not in str(vars(game))


def test_following_invitations_leaves_no_rows(game):
    for _visitor in range(30):
        client = Client()
        client.get(link(game))
        client.post(link(game), {"name": "Bruno"})
        client.get("/account/login/?next=/i/kept/")
        client.get("/account/signup/?next=/i/kept/")
        assert client.get("/i/kept/").status_code == 200
    assert not Session.objects.exists()
