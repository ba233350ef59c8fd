"""The feed of a public game: its turns, for everybody alike, and nothing of what is in them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.calendars import Fetched, calendar_address, calendar_token
from accounts.models import User
from accounts.services import calendar_close, calendar_open
from config.rates import RATES
from tests.builder import GameFactory, open_turn, running_game, say
from tests.doors import strike

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
SECRET = 471_471_471  # too long to come up in the microseconds of a date


def address(game, language: str = "en") -> str:
    return f"/g/{game.public_id}/feed/{language}.atom"


def entries(client, game) -> list[ElementTree.Element]:
    return ElementTree.fromstring(client.get(address(game)).content).findall(f"{ATOM}entry")


def test_each_published_turn_is_an_entry_and_an_open_one_is_none(client):
    game = running_game()
    assert entries(client, game) == []
    say(game, 1, SECRET)
    assert entries(client, game) == []
    strike(game)
    (entry,) = entries(client, game)
    strike(game)
    newest, first = entries(client, game)
    assert first.findtext(f"{ATOM}id") == entry.findtext(f"{ATOM}id") != newest.findtext(f"{ATOM}id")
    page = client.get(address(game)).content.decode()
    assert str(SECRET) not in page and "Ana" not in page and "Bruno" not in page
    assert game.name in page and open_turn(game).name not in page
    link = first.find(f"{ATOM}link").get("href")
    assert client.get(link.partition("8000")[2] or link, follow=True).status_code == 200


def test_it_may_be_kept_and_is_not_sent_again_while_nothing_is_new(client):
    game = running_game()
    strike(game)
    first = client.get(address(game))
    assert first["Content-Type"].startswith("application/atom+xml") and "public" in first["Cache-Control"]
    assert "Set-Cookie" not in first and not first.cookies
    again = client.get(address(game), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    strike(game)
    assert client.get(address(game), headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_what_is_not_public_has_none(client):
    game = running_game(is_public=False)
    client.force_login(game.players.get(number=1).user)
    assert client.get(address(game)).status_code == 404
    assert "atom+xml" not in client.get(f"/g/{game.public_id}/", follow=True).content.decode()
    assert client.get(address(running_game(("Lena", "Shiro")), "de")).status_code == 404


def test_the_pages_of_a_public_game_name_it_once_it_runs(client):
    game = running_game()
    page = client.get(f"/g/{game.public_id}/", follow=True).content.decode()
    assert f'type="application/atom+xml" title="Atom" href="{address(game)}"' in page
    waiting = GameFactory(seats=("Lena",))
    assert "atom+xml" not in client.get(f"/g/{waiting.public_id}/").content.decode()


# ---- one's own games ----------------------------------------------------------------------------------


def own(user: User) -> str:
    user.refresh_from_db()
    return f"/calendar/{calendar_token(user, Fetched.FEED)}.atom"


def test_the_feed_of_ones_games_has_what_is_published_in_them_and_in_no_other(client):
    game, other = running_game(is_public=False), running_game(("Lena", "Shiro"), name="Elsewhere")
    ana = game.players.get(number=1).user
    calendar_open(user=ana)
    say(game, 1, SECRET)
    assert b"<entry>" not in client.get(own(ana)).content
    strike(game)
    strike(other)
    response = client.get(own(ana))
    page = response.content.decode()
    assert response["Content-Type"].startswith("application/atom+xml")
    assert page.count("<entry>") == 1 and game.name in page
    assert "Elsewhere" not in page and str(SECRET) not in page and "Bruno" not in page and "Ana" not in page
    assert calendar_address(ana, Fetched.FEED) in page and "private" in response["Cache-Control"]
    again = client.get(own(ana), headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    strike(game)
    assert client.get(own(ana)).content.decode().count("<entry>") == 2


def test_its_address_is_a_secret_of_its_own_and_goes_with_that_of_the_calendar(client):
    game = running_game()
    ana, bruno = (game.players.get(number=n).user for n in (1, 2))
    calendar_open(user=ana)
    before = own(ana)
    assert client.get(f"/calendar/{calendar_token(ana)}.atom").status_code == 404
    assert client.get(before.replace(".atom", ".ics")).status_code == 404
    assert client.get(f"/calendar/{ana.calendar_key}.atom").status_code == 404
    calendar_open(user=ana)
    assert client.get(before).status_code == 404 and client.get(own(ana)).status_code == 200
    calendar_close(user=ana)
    assert calendar_address(ana, Fetched.FEED) == "" == calendar_address(bruno, Fetched.FEED)


def test_its_queries_are_three_however_many_games(client):
    games = [running_game(), running_game(("Lena", "Shiro"))]
    ana = games[0].players.get(number=1).user
    games[1].players.filter(number=1).update(user=ana)
    calendar_open(user=ana)
    for game in games:
        strike(game)
    with CaptureQueriesContext(connection) as asked:
        client.get(own(ana))
    assert len(asked) - 1 == 3  # and the one by which this test reads the key


def test_one_feed_is_fetched_so_often(client, monkeypatch):
    from msgspec.structs import replace

    ana = running_game().players.get(number=1).user
    calendar_open(user=ana)
    monkeypatch.setitem(RATES, "calendar_read", replace(RATES["calendar_read"], most=1))
    cache.clear()
    assert [client.get(own(ana)).status_code for _ in range(2)] == [200, 429]
