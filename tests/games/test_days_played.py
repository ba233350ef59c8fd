"""The days on which noon strikes: chosen with the settings, kept by every deadline, said before joining."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.clock import Calendar, next_deadline, next_left_out, noon_before, noon_on
from games.countdown import countdown_of, left_out_text
from games.models import Game, Notice
from games.policytexts import dates_text, days_text, fortnight_of, policy_of
from games.services.games import game_edit
from games.services.masters import game_pause, game_resume
from games.services.rematches import rematch
from games.services.turns import turn_close
from games.texts import settings_text
from tests.builder import WHY, GameFactory, UserFactory, master_of, open_turn, plan, running_game, seat
from tests.games.test_lobby import settings

WEEKDAYS = (0, 1, 2, 3, 4)
CHRISTMAS = date(2026, 12, 25)
DAY = timedelta(days=1)
database = pytest.mark.django_db


@pytest.fixture
def ana(client: Client, clock: object) -> Any:
    user = UserFactory(display_name="Ana")
    client.force_login(user)
    return user


# ---- the clock ------------------------------------------------------------------------------------


def test_a_date_left_out_has_no_noon():
    calendar = Calendar(time(12), "Europe/Paris", WEEKDAYS, {CHRISTMAS})
    thursday = datetime(2026, 12, 24, 11, tzinfo=UTC)
    monday = datetime(2026, 12, 28, 11, tzinfo=UTC)
    assert next_deadline(calendar, thursday, 24) == monday  # Friday is Christmas, then a weekend
    assert noon_before(calendar, monday, 1) == thursday


def test_the_next_date_left_out_is_one_that_would_have_been_played():
    saturday, friday = date(2026, 12, 26), date(2027, 1, 1)
    calendar = Calendar(time(12), "Asia/Tokyo", WEEKDAYS, {CHRISTMAS, saturday, friday})
    assert next_left_out(calendar, datetime(2026, 12, 25, 14, tzinfo=UTC)) == CHRISTMAS  # 23:00 in Tokyo
    assert next_left_out(calendar, datetime(2026, 12, 25, 15, tzinfo=UTC)) == friday
    assert next_left_out(calendar, datetime(2027, 1, 2, tzinfo=UTC)) is None


CHANGES = (
    date(2026, 3, 29),
    date(2026, 10, 25),
    date(2026, 3, 8),
    date(2026, 11, 1),
)  # Paris, Paris, New York


@given(
    change=st.sampled_from(CHANGES),
    zone=st.sampled_from(("Europe/Paris", "America/New_York", "Australia/Lord_Howe")),
    hour=st.times(),
    days=st.sets(st.integers(0, 6), min_size=1),
    out=st.sets(st.integers(-10, 25)),
    opened=st.integers(-9 * 24 * 60, 3 * 24 * 60),
    notice=st.sampled_from((0, 6, 24, 48)),
)
def test_every_deadline_is_the_first_noon_of_a_played_day_after_its_notice(
    change, zone, hour, days, out, opened, notice
):
    """Over both changes of the clock, whatever is left out: neither on another day, nor a day late."""
    left_out = {change + ahead * DAY for ahead in out}
    calendar = Calendar(hour.replace(second=0, microsecond=0, fold=0), zone, days, left_out)
    start = datetime.combine(change, time(0), ZoneInfo(zone)).astimezone(UTC) + timedelta(minutes=opened)
    found = next_deadline(calendar, start, notice)
    each = [noon_on(calendar, change + ahead * DAY) for ahead in range(-12, 60)]
    played = [
        noon
        for ahead, noon in zip(range(-12, 60), each, strict=True)
        if (change + ahead * DAY).weekday() in days and change + ahead * DAY not in left_out
    ]
    assert found in played
    assert found > start
    real = timedelta(hours=notice)
    late = [noon for noon in played if noon >= start + real + timedelta(hours=1) and noon > start]
    assert found <= late[0]  # an hour at most is what a change of the clock gives or takes
    assert found >= start + real - timedelta(hours=1)
    assert noon_before(calendar, found + timedelta(seconds=1), 1) == found


# ---- the forms ------------------------------------------------------------------------------------


@database
def test_days_and_dates_are_chosen_with_the_settings(client, ana):
    typed = "2026-12-25, 01/01/2027\n24.12.2026 2026-12-25"
    client.post("/games/new/", settings(days=["0", "3"], dates_out=typed))
    game = Game.objects.get()
    assert game.days == [0, 3]
    assert game.dates_out == ["2026-12-24", "2026-12-25", "2027-01-01"]
    page = client.get(reverse("games:edit", args=[game.public_id])).content.decode()
    assert "2026-12-24, 2026-12-25, 2027-01-01" in page
    assert page.count('name="days"') == 7
    assert page.count("checked") >= 2


@database
def test_with_nothing_ticked_every_day_is_played(client, ana):
    client.post("/games/new/", settings())
    assert Game.objects.get().days == [0, 1, 2, 3, 4, 5, 6]
    assert Game.objects.get().dates_out == []


@database
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"dates_out": "Christmas"}, "“Christmas” is not a date."),
        ({"dates_out": "2026-02-30"}, "“2026-02-30” is not a date."),
        ({"dates_out": "2029-12-25"}, "lies too far ahead"),
        ({"dates_out": " ".join(f"{1 + n // 9}.{1 + n % 9}.2027" for n in range(41))}, "than 40 dates"),
        ({"dates_out": "2026-12-25 " * 200}, "too long for a list of dates"),
        ({"days": ["7"]}, "That is no day of the week."),
        ({"days": ["x"]}, "That is no day of the week."),
    ],
)  # fmt: skip
def test_what_is_no_day_is_refused_beside_its_field(client, ana, typed, told):
    answer = client.post("/games/new/", settings(**typed))
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not Game.objects.exists()


@database
def test_dates_that_have_passed_are_left_away(client, ana):
    client.post("/games/new/", settings(dates_out="2026-11-01, 2026-11-21, 2026-12-25"))
    assert Game.objects.get().dates_out == ["2026-11-21", "2026-12-25"]  # today's stays


@database
def test_the_summary_counts_them(client, ana):
    typed = settings(days=["1"], dates_out="2026-11-24")
    page = client.get("/games/new/", typed, headers={"HX-Request": "true"}).content.decode()
    assert "on Tuesday" in page
    assert "1 Dec" in page  # the Tuesday after the one that is left out


@database
def test_whoever_has_joined_is_told_that_days_have_changed(clock):
    game = GameFactory(players=2)
    creator = game.creator
    assert game_edit(game=game, author=creator, plan=plan(name=game.name, days=WEEKDAYS)) == ["days"]
    told = Notice.objects.get(game=game, kind=Notice.Kind.CHANGED)
    assert settings_text(told.data) == "days played"


# ---- the game -------------------------------------------------------------------------------------


@database
def test_the_deadlines_of_a_game_skip_what_is_left_out(clock):
    """Started on Saturday: no noon on Sunday, none on Monday the 23rd."""
    game = running_game(days=WEEKDAYS, dates_out=[date(2026, 11, 23), date(2026, 11, 25)])
    tuesday = datetime(2026, 11, 24, 11, tzinfo=UTC)
    assert open_turn(game).deadline == tuesday
    clock.move_to(tuesday)
    assert turn_close(turn_id=open_turn(game).pk)
    assert open_turn(game).deadline == tuesday + 2 * DAY  # Wednesday is left out


@database
def test_a_game_that_goes_on_after_a_pause_skips_them_too(clock):
    game = running_game(dates_out=[date(2026, 11, 22)])
    master = master_of(game)
    game_pause(game=game, author=master, reason=WHY)
    game_resume(game=game, author=master, reason=WHY)
    assert open_turn(game).deadline == datetime(2026, 11, 23, 11, tzinfo=UTC)


@database
def test_the_noon_line_says_the_next_date_without_a_noon(client, clock):
    game = running_game(dates_out=[CHRISTMAS, date(2026, 12, 31)])
    day = countdown_of(game, [open_turn(game)], datetime(2026, 11, 21, 8, tzinfo=UTC), "")
    assert day is not None
    assert day.left_out == "No noon on Friday 25 December."
    page = client.get(f"/g/{game.public_id}/", follow=True).content.decode()
    assert "No noon on Friday 25 December." in page
    with translation.override("fr"):
        after = datetime(2026, 12, 26, 8, tzinfo=UTC)
        assert left_out_text(game, after) == "Pas de midi le jeudi 31 décembre."


@database
def test_a_rematch_keeps_the_days_and_the_dates_to_come(clock):
    game = running_game(days=WEEKDAYS, dates_out=[date(2026, 11, 20), CHRISTMAS])
    Game.objects.filter(pk=game.pk).update(stage=Game.Stage.FINISHED)
    player = seat(game, 1)
    made = rematch(player=player, user=player.user)
    assert made.days == list(WEEKDAYS)
    assert made.dates_out == ["2026-12-25"]


# ---- the sentences --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "english", "french"),
    [
        (range(7), "every day", "tous les jours"),
        (WEEKDAYS, "from Monday to Friday", "du lundi au vendredi"),
        ((5, 6), "on Saturday and Sunday", "le samedi et le dimanche"),
        ((0, 2, 4), "on Monday, Wednesday and Friday", "le lundi, le mercredi et le vendredi"),
        ((3,), "on Thursday", "le jeudi"),
    ],
)
def test_days_are_named_as_one_says_them(days, english, french):
    with translation.override("en"):
        assert days_text(days) == english
    with translation.override("fr"):
        assert days_text(days) == french


@database
@pytest.mark.parametrize("language", ["en", "fr"])
def test_how_a_game_is_kept_is_read_before_joining_and_while_it_runs(client, clock, language):
    """Word for word the same, but for what has passed."""
    values: dict[str, Any] = {"days": WEEKDAYS, "dates_out": [CHRISTMAS], "press": "all"}
    gathering, running = GameFactory(**values), running_game(**values)
    now = datetime(2026, 11, 21, 8, tzinfo=UTC)
    client.cookies["django_language"] = language
    before = client.get(f"/g/{gathering.public_id}/").content.decode()
    after = client.get(f"/g/{running.public_id}/ledger/").content.decode()
    with translation.override(language):
        parts = policy_of(running, now, "Europe/Paris")
    texts = [text for part in parts for text in part.sentences]
    assert len(texts) >= 8
    assert len(parts[0].fortnight) == 14
    for text in texts:
        assert text in before
        assert text in after
    assert 'id="policy"' in before
    foot = f'href="/g/{running.public_id}/ledger/#policy"'
    assert foot in after


@database
def test_the_fortnight_shows_what_the_deadlines_keep(clock):
    game = running_game(days=WEEKDAYS, dates_out=[date(2026, 11, 24)])
    shown = fortnight_of(game, datetime(2026, 11, 21, 8, tzinfo=UTC))
    assert [day.number for day in shown if day.plays] == [23, 25, 26, 27, 30, 1, 2, 3, 4]
    assert [day.said for day in shown][:4] == [
        "November, no noon", "November, no noon", "November, noon", "November, no noon",
    ]  # fmt: skip


@database
def test_dates_that_were_never_played_are_not_named(clock):
    game = running_game(days=WEEKDAYS, dates_out=[date(2026, 12, 26), CHRISTMAS])
    now = datetime(2026, 11, 21, 8, tzinfo=UTC)
    assert dates_text(game, now) == "No noon on this date: 25 December 2026."
    assert dates_text(game, now + 60 * DAY) == ""


@database
def test_a_rehearsal_has_no_noon_and_no_such_page(client, clock):
    game = running_game(is_public=True)
    Game.objects.filter(pk=game.pk).update(is_rehearsal=True)
    client.force_login(seat(game, 1).user)
    assert "policy" not in client.get(f"/g/{game.public_id}/ledger/").content.decode()
