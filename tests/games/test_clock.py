"""Deadlines on the wall clock: notice, days played, both changes of the hour."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.clock import Calendar, counts_as_opened, next_deadline, noon_before, noon_on

PARIS = Calendar(time(12), "Europe/Paris")


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)


@pytest.mark.parametrize(
    ("opened", "deadline"),
    [
        (utc(2026, 11, 21, 7, 48), utc(2026, 11, 22, 11)),  # 08:48: tomorrow's noon
        (utc(2026, 11, 21, 11, 0), utc(2026, 11, 22, 11)),  # at noon sharp: noon to noon
        (utc(2026, 11, 21, 11, 1), utc(2026, 11, 23, 11)),  # a minute later: the one after
        (utc(2026, 10, 24, 10), utc(2026, 10, 25, 11)),  # over the end of summer time: 25 real hours
        (utc(2026, 10, 25, 11), utc(2026, 10, 26, 11)),
        (utc(2027, 3, 27, 11), utc(2027, 3, 28, 10)),  # over its beginning: 23 real hours
        (utc(2027, 3, 28, 10), utc(2027, 3, 29, 10)),
    ],
)
def test_first_noon_that_leaves_the_notice(opened, deadline):
    assert next_deadline(PARIS, opened, 24) == deadline


@pytest.mark.parametrize(
    ("zone", "day", "hour", "expected"),
    [
        ("Asia/Tokyo", date(2026, 10, 25), 12, utc(2026, 10, 25, 3)),  # no summer time
        ("Africa/Nairobi", date(2027, 3, 28), 12, utc(2027, 3, 28, 9)),
        ("America/New_York", date(2026, 11, 1), 12, utc(2026, 11, 1, 17)),  # changed that night
        ("Asia/Kathmandu", date(2026, 1, 1), 12, utc(2026, 1, 1, 6, 15)),  # a quarter of an hour off
    ],
)
def test_noon_in_other_zones(zone, day, hour, expected):
    assert noon_on(Calendar(time(hour), zone), day) == expected


def test_an_hour_left_out_moves_forward_by_the_gap():
    assert noon_on(Calendar(time(2, 30), "Europe/Paris"), date(2027, 3, 28)) == utc(
        2027, 3, 28, 1, 30
    )  # 03:30


@pytest.mark.parametrize(
    ("zone", "hour", "day"),
    [
        ("Europe/Paris", time(2, 30), date(2027, 3, 28)),
        ("America/Scoresbysund", time(23, 30), date(2027, 3, 27)),
    ],
)
def test_after_a_noon_that_moved_by_the_gap_the_next_one_is_tomorrows(zone, hour, day):
    calendar = Calendar(hour, zone)
    moved = noon_on(calendar, day)
    assert moved.astimezone(ZoneInfo(zone)).time() != hour, "the clock was put forward in this hour"
    assert next_deadline(calendar, moved, 24) == noon_on(calendar, day + timedelta(days=1))


def test_an_hour_that_comes_twice_is_the_first():
    assert noon_on(Calendar(time(2, 30), "Europe/Paris"), date(2026, 10, 25)) == utc(2026, 10, 25, 0, 30)


def test_a_deadline_is_always_ahead_also_in_the_repeated_hour():
    calendar = Calendar(time(2, 30), "Europe/Paris")
    opened = utc(2026, 10, 25, 1, 15)  # 02:15 for the second time
    assert next_deadline(calendar, opened, 0) == utc(2026, 10, 26, 1, 30)


def test_only_days_played_count():
    weekdays = Calendar(time(12), "Europe/Paris", frozenset({0, 1, 2, 3, 4}))
    assert next_deadline(weekdays, utc(2026, 11, 20, 11), 24) == utc(2026, 11, 23, 11)  # Friday to Monday


def test_a_game_played_on_no_day_is_refused():
    with pytest.raises(ValueError, match="some day"):
        next_deadline(Calendar(time(12), "Europe/Paris", frozenset()), utc(2026, 1, 1), 24)


@pytest.mark.parametrize("step", range(0, 24 * 60, 37))
def test_every_start_of_two_weeks_keeps_its_promises(step):
    for start in (utc(2026, 10, 18), utc(2027, 3, 21)):
        for day in range(14):
            opened = start + timedelta(days=day, minutes=step)
            deadline = next_deadline(PARIS, opened, 24)
            local = deadline.astimezone(ZoneInfo("Europe/Paris"))
            assert (local.hour, local.minute) == (12, 0)
            assert timedelta(hours=23) <= deadline - opened <= timedelta(hours=49)


def test_a_turn_counts_as_opened_at_the_noon_that_made_it():
    noon = utc(2026, 11, 21, 11)
    assert counts_as_opened(noon, noon + timedelta(minutes=2)) == noon
    assert counts_as_opened(noon, noon + timedelta(hours=3)) == noon


def test_what_closed_before_its_deadline_opens_the_next_turn_at_once():
    assert counts_as_opened(utc(2026, 11, 21, 11), utc(2026, 11, 21, 9)) == utc(2026, 11, 21, 9)


def test_an_outage_takes_nobodys_time():
    noon, late = utc(2026, 11, 21, 11), utc(2026, 11, 21, 14, 1)
    assert counts_as_opened(noon, late) == late
    assert counts_as_opened(None, late) == late


@pytest.mark.parametrize(
    ("days", "count", "day"),
    [(range(7), 1, 21), (range(7), 3, 19), ((0, 4), 1, 20), ((0, 4), 3, 13), (range(7), 30, 23)],
)
def test_the_noon_of_a_played_day_before(days, count, day):
    """From noon on Sunday, 22 November 2026: that noon itself does not lie before it."""
    calendar = Calendar(time(12), "Europe/Paris", frozenset(days))
    sunday = datetime(2026, 11, 22, 11, tzinfo=UTC)
    found = noon_before(calendar, sunday, count)
    assert (found.day, found.astimezone(ZoneInfo("Europe/Paris")).hour) == (day, 12)


def test_there_is_no_noon_before_where_no_day_is_played():
    with pytest.raises(ValueError, match="some day"):
        noon_before(Calendar(time(12), "UTC", ()), datetime(2026, 11, 22, tzinfo=UTC), 1)
