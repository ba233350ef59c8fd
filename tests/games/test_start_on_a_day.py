"""A game that starts on a given day: at its hour of noon, with whoever has joined."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, LedgerEntry
from games.services.games import game_join
from games.services.tidying import games_start_on_their_day, games_tidy
from games.tasks import close_due
from tests.builder import GameFactory, UserFactory, make_user

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 7, tzinfo=UTC)
DAY = date(2026, 11, 28)
NOON = datetime(2026, 11, 28, 11, tzinfo=UTC)  # 12:00 in Paris


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def ana(clock):
    return make_user("Ana")


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def posted(**changes: str) -> dict[str, str]:
    values = {
        "title": "dummy", "name": "Fifth Avenue", "min_players": "2", "max_players": "3", "who": "public",
        "hour": "12:00", "zone": "Europe/Paris", "seat_name": "Ana", "options-dummy-closes": "at_noon",
        "dummy-closes": "at_noon",
    }  # fmt: skip
    return {**values, **changes}


def made(ana, **fields) -> Game:
    return GameFactory(creator=ana, min_players=2, max_players=3, starts_on=DAY, **fields)


def test_the_last_place_does_not_start_it_before_its_day(ana, clock):
    game = made(ana)
    for _ in range(2):
        user = UserFactory()
        client_of(user).post(f"/g/{game.public_id}/join/")
    game.refresh_from_db()
    assert game.players.count() == 3
    assert game.stage == Game.Stage.GATHERING


def test_at_noon_of_its_day_it_starts_with_those_who_have_joined(ana, clock):
    game = made(ana)
    game_join(game=game, user=make_user("Bruno"), name="Bruno")
    clock.move_to(NOON - timedelta(minutes=1))
    close_due()
    game.refresh_from_db()
    assert game.stage == Game.Stage.GATHERING
    clock.move_to(NOON)
    close_due()
    game.refresh_from_db()
    assert game.stage == Game.Stage.RUNNING
    assert game.players.count() == 2
    assert LedgerEntry.objects.filter(game=game, act="started", data={"day": True}).exists()
    ledger = client_of(ana).get(f"/g/{game.public_id}/ledger/").content.decode()
    assert "Its day had come: the game started with those who had joined." in ledger


def test_with_too_few_it_goes_on_waiting_as_if_it_had_no_day(ana, clock):
    game = made(ana)
    clock.move_to(NOON)
    assert games_start_on_their_day(now=NOON) == 1
    game.refresh_from_db()
    assert (game.stage, game.starts_on) == (Game.Stage.GATHERING, None)
    assert games_start_on_their_day(now=NOON) == 0


def test_the_noon_is_that_of_its_zone(ana, clock):
    game = made(ana, zone="Asia/Tokyo", hour=time(1))
    game_join(game=game, user=make_user("Bruno"), name="Bruno")
    start = datetime(2026, 11, 27, 16, tzinfo=UTC)
    assert games_start_on_their_day(now=start - timedelta(seconds=1)) == 0
    assert games_start_on_their_day(now=start) == 1


def test_a_game_that_waits_for_its_day_is_not_closed_before(ana, clock):
    game = GameFactory(creator=ana, starts_on=DAY + timedelta(days=20))
    games_tidy(now=NOW + timedelta(days=20))
    game.refresh_from_db()
    assert game.stage == Game.Stage.GATHERING
    games_tidy(now=NOW + timedelta(days=29))
    game.refresh_from_db()
    assert game.stage == Game.Stage.CANCELLED


def test_a_minute_without_such_a_game_costs_one_statement(ana, clock):
    GameFactory(creator=ana)
    made(ana, name="Park Avenue")
    with CaptureQueriesContext(connection) as queries:
        assert games_start_on_their_day(now=NOW) == 0
    assert len(queries) == 1


def test_its_creator_chooses_and_changes_the_day_and_everybody_reads_it(ana, clock):
    client = client_of(ana)
    assert "Day of the start" in client.get("/games/new/").content.decode()
    assert client.post("/games/new/", posted(starts_on="2026-11-28")).status_code == 302
    game = Game.objects.get()
    assert game.starts_on == DAY
    page = client.get(f"/g/{game.public_id}/").content.decode()
    assert "on Saturday 28 November, with those who have joined" in page
    bruno = client_of(make_user("Bruno"))
    assert "Starts on Saturday 28 November." in bruno.get("/games/").content.decode()
    answer = bruno.post(f"/g/{game.public_id}/join/", follow=True).content.decode()
    assert "The game starts on Saturday 28 November, with those who have joined." in answer
    assert 'value="2026-11-28"' in client.get(f"/g/{game.public_id}/edit/").content.decode()
    client.post(f"/g/{game.public_id}/edit/", posted(starts_on=""))
    game.refresh_from_db()
    assert game.starts_on is None
    assert "day of the start" in bruno.get("/games/").content.decode()


def test_on_its_day_the_other_settings_can_still_be_changed(ana, clock):
    game = made(ana)
    clock.move_to(NOON - timedelta(hours=2))
    page = f"/g/{game.public_id}/edit/"
    assert client_of(ana).post(page, posted(name="Broadway", starts_on="2026-11-28")).status_code == 302
    game.refresh_from_db()
    assert (game.name, game.starts_on) == ("Broadway", DAY)


@pytest.mark.parametrize(("zone", "status"), [("Pacific/Kiritimati", 422), ("America/New_York", 302)])
def test_today_is_that_of_the_zone_of_the_game(ana, clock, zone, status):
    clock.move_to(datetime(2026, 11, 27, 13, tzinfo=UTC))  # the 28th in Kiritimati, the 27th in Paris
    response = client_of(ana).post("/games/new/", posted(starts_on="2026-11-28", zone=zone))
    assert response.status_code == status


@pytest.mark.parametrize("day", ["2026-11-21", "2025-01-01", "2027-03-01", "soon"])
def test_a_day_that_is_over_too_far_or_none_is_refused(ana, clock, day):
    response = client_of(ana).post("/games/new/", posted(starts_on=day))
    assert response.status_code == 422
    text = response.content.decode()
    assert "Choose another day." in text or "That is not a day." in text
    assert not Game.objects.exists()
