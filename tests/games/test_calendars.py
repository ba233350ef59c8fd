"""The calendar of all one's noons: read back with the library that programs use, following every change."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from icalendar import Calendar

from accounts.calendars import calendar_address, calendar_token
from accounts.models import User
from accounts.services import calendar_open
from config.rates import RATES
from games.models import Game, Turn
from games.services.masters import game_extend, game_pause, game_resume
from games.services.moderation import game_rename
from games.services.outages import _game_move
from tests.builder import MORNING, NOON, WHY, make_user, master_of, open_turn, running_game, say, seat
from tests.doors import strike

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
PROFILE = "/account/profile/calendar/"


@pytest.fixture
def clock():
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(clock) -> Game:
    made = running_game()
    for player in made.players.all():
        calendar_open(user=player.user)
    return made


def path(user: User) -> str:
    user.refresh_from_db()
    return reverse("games:calendar", args=[calendar_token(user)])


def events(client, user: User) -> list:
    response = client.get(path(user))
    assert response.status_code == 200 and response["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(response.content).walk("VEVENT"))


def event(client, game: Game):
    (found,) = events(client, seat(game, 1).user)
    return found


def test_a_noon_comes_back_as_it_was_written(client, game):
    Game.objects.filter(pk=game.pk).update(name="Fifth, Avenue; \\ " + "é" * 40)
    game.refresh_from_db()
    found = event(client, game)
    assert found.decoded("dtstart") == open_turn(game).deadline == NOON
    assert found["dtstart"].to_ical() == b"20261122T110000Z", "an instant in UTC, whatever the zones"
    assert game.name in found["summary"] and str(found["summary"]).startswith("Noon: ")
    assert "Europe/Paris" in found["description"] and "12:00" in found["description"]
    assert f"/g/{game.public_id}/" in found["url"] and found["status"] == "CONFIRMED"
    assert all(len(line) <= 75 for line in client.get(path(seat(game, 1).user)).content.split(b"\r\n"))


def test_it_speaks_the_language_of_its_owner_and_not_of_who_fetches_it(client, game):
    User.objects.filter(display_name="Ana").update(language="fr")
    response = client.get(path(seat(game, 1).user), headers={"Accept-Language": "en"})
    assert "SUMMARY:Midi" in response.content.decode()


def test_a_moved_noon_is_the_same_event_with_a_greater_sequence(client, game):
    master, first = master_of(game), event(client, game)
    game_extend(game=game, until=NOON + 30 * HOUR, author=master, reason=WHY)
    moved = event(client, game)
    assert moved["uid"] == first["uid"] and moved["sequence"] > first["sequence"]
    assert moved.decoded("dtstart") == NOON + 30 * HOUR
    game_pause(game=game, author=master, reason=WHY)
    paused = event(client, game)
    assert (paused["uid"], paused["status"]) == (first["uid"], "CANCELLED")
    game_resume(game=game, author=master, reason=WHY)
    resumed = event(client, game)
    assert (resumed["uid"], resumed["status"]) == (first["uid"], "CONFIRMED")
    assert resumed.decoded("dtstart") == NOON < moved.decoded("dtstart"), "earlier again"
    assert first["sequence"] < moved["sequence"] < paused["sequence"] < resumed["sequence"]


def test_another_name_of_the_game_is_a_change_of_the_event(client, game):
    first, boss = event(client, game), make_user("Lena", is_staff=True, is_superuser=True)
    game_rename(game=game, name="Game 4", author=boss, reason=WHY)
    called = event(client, game)
    assert "Game 4" in called["summary"] and called["uid"] == first["uid"]
    assert called["sequence"] > first["sequence"]


def test_an_outage_moves_it_too(client, game, clock):
    first = event(client, game)
    clock.move_to(NOON + 5 * HOUR)
    _game_move(game.pk, [open_turn(game).pk], [(NOON - 3 * HOUR, NOON + 5 * HOUR)], NOON + 5 * HOUR)
    moved = event(client, game)
    assert moved.decoded("dtstart") > NOON
    assert moved["uid"] == first["uid"] and moved["sequence"] > first["sequence"]


def test_a_noon_that_was_called_off_is_cancelled_and_one_that_struck_stays_a_week(client, game, clock):
    first = event(client, game)
    strike(game)  # early
    early, following = events(client, seat(game, 1).user)
    if following["uid"] == first["uid"]:
        early, following = following, early
    assert (early["uid"], early["status"]) == (first["uid"], "CANCELLED")
    assert early["sequence"] > first["sequence"] and following["status"] == "CONFIRMED"
    clock.move_to(following.decoded("dtstart"))
    strike(game)
    known = {str(found["uid"]): str(found["status"]) for found in events(client, seat(game, 1).user)}
    assert known[following["uid"]] == "CONFIRMED" and len(known) == 3
    clock.shift(timedelta(days=8))
    assert str(following["uid"]) not in {str(found["uid"]) for found in events(client, seat(game, 1).user)}


def test_a_cancelled_game_has_no_noon_to_come(client, game):
    Game.objects.filter(pk=game.pk).update(stage=Game.Stage.CANCELLED)
    assert event(client, game)["status"] == "CANCELLED"


@pytest.mark.parametrize(
    ("opened", "noon"),
    [
        (datetime(2026, 10, 23, 10, tzinfo=UTC), datetime(2026, 10, 24, 10, tzinfo=UTC)),  # summer time
        (datetime(2026, 10, 24, 9, tzinfo=UTC), datetime(2026, 10, 25, 11, tzinfo=UTC)),  # its last day
        (datetime(2027, 3, 27, 10, tzinfo=UTC), datetime(2027, 3, 28, 10, tzinfo=UTC)),
    ],
)
def test_noon_stays_noon_when_the_clock_changes(client, opened, noon):
    with time_machine.travel(opened, tick=False):
        game = running_game(hour=time(12))
        calendar_open(user=seat(game, 1).user)
        found = event(client, game)
    assert found.decoded("dtstart") == noon
    assert "12:00" in found["description"]


def test_it_tells_nothing_of_who_has_handed_in_to_anybody(client, game):
    """Twins: the forms of two differ, are saved or are not; not a byte or header of any calendar does."""
    third = make_user("Lena")
    other = running_game((third, "Inès"), name="Park Avenue")
    calendar_open(user=third)
    users = [third, *(seat(game, number).user for number in (1, 2))]

    def shown():
        return [(r.content, sorted(r.headers.items())) for r in (client.get(path(user)) for user in users)]

    before = shown()
    say(game, 1, 471)
    assert shown() == before
    say(other, 2, 3)
    assert shown() == before
    text = b"".join(content for content, _headers in before).decode()
    assert not [
        word for word in ("Ana", "Bruno", "Lena", "@example", game.invitation) if word and word in text
    ]
    # A whole word: these digits may stand by chance in an identifier.
    assert not re.search(r"\b471\b", text)
    assert game.name not in before[0][0].decode() and other.name not in before[1][0].decode()


def test_a_lost_seat_loses_its_noons(client, game):
    user = seat(game, 1).user
    game.players.filter(number=1).update(user=None, is_bot=True)
    assert events(client, user) == []


def test_it_is_not_sent_again_while_nothing_is_new(client, game, clock):
    address = path(seat(game, 1).user)
    first = client.get(address)
    clock.shift(HOUR)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "private" in first["Cache-Control"] and not first.cookies
    game_extend(game=game, until=NOON + HOUR, author=master_of(game), reason=WHY)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_more_games_need_no_more_queries(client, game):
    user = seat(game, 1).user
    address = path(user)
    with CaptureQueriesContext(connection) as one:
        client.get(address)
    for name in ("Inès", "Jack", "Chloé"):
        running_game((name, user), name=f"With {name}")
    with CaptureQueriesContext(connection) as four:
        found = Calendar.from_ical(client.get(address).content).walk("VEVENT")
    assert len(found) == 4 and len(one) == len(four) == 2


def test_one_button_makes_the_address_renews_it_and_takes_it_away(client, game):
    user = seat(game, 1).user
    User.objects.filter(pk=user.pk).update(calendar_key=None)
    client.force_login(user)
    assert ".ics" not in client.get("/account/profile/").content.decode()
    assert client.get(PROFILE).status_code == 405
    client.post(PROFILE, {"act": "make"})
    first = path(user)
    assert calendar_address(user) in client.get("/account/profile/").content.decode()
    assert user.calendar_key and first.split("/")[2] not in str(User.objects.filter(pk=user.pk).values())
    client.post(PROFILE, {"act": "renew"})
    second = path(user)
    assert client.get(first).status_code == 404 and client.get(second).status_code == 200
    client.post(PROFILE, {"act": "revoke"})
    assert client.get(second).status_code == 404
    assert ".ics" not in client.get("/account/profile/").content.decode()


def test_no_other_address_is_one(client, game):
    user = seat(game, 1).user
    address = path(user)
    for wrong in (
        "/calendar/none.ics",
        f"/calendar/{user.calendar_key}.ics",
        address.replace(".ics", "x.ics"),
    ):
        assert client.get(wrong).status_code == 404
    assert client.post(address).status_code == 405
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.get(address).status_code == 404


def test_who_fetches_it_too_often_waits(client, game):
    cache.clear()
    address = path(seat(game, 1).user)
    answers = [client.get(address).status_code for _ in range(RATES["calendar_read"].most + 1)]
    cache.clear()
    assert answers[-2:] == [200, 429]


def test_a_paused_question_of_the_rules_is_left_out_until_it_is_asked_again(client, game):
    game.turns.update(status=Turn.Status.PAUSED)
    assert events(client, seat(game, 1).user) == []
