"""Deadlines: the first noon of a played day that is at least the game's notice away, on the wall clock of its
zone.

Pure: the current time is an argument. All datetimes are aware; those returned are in UTC.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

EVERY_DAY = frozenset(range(7))
LATE = timedelta(hours=3)

# The rule on outages, which `how.html` explains to players: a test compares the figures.
LAST_HOURS = timedelta(hours=6)  # the hours before noon that count
MOST_LOST = timedelta(minutes=60)  # if more of them is lost, noon moves
SILENCE = timedelta(minutes=3)  # a shorter one between two heartbeats is not an outage

Stretch = tuple[datetime, datetime]


class Calendar(Struct, frozen=True):
    """A game's noon: the hour, the IANA zone, the days played (Monday 0 to Sunday 6), and the dates left out
    besides."""

    hour: time
    zone: str
    days: Collection[int] = EVERY_DAY
    left_out: Collection[date] = frozenset()

    def plays_on(self, day: date) -> bool:
        """Whether the game has a noon on this day of its zone."""
        return day.weekday() in self.days and day not in self.left_out


def noon_on(calendar: Calendar, day: date) -> datetime:
    """The noon of a day, in UTC. An hour that a clock change skips moves forward by the gap; if an hour
    occurs twice, the first one counts."""
    zone = ZoneInfo(calendar.zone)
    # fold=0 does both: it picks the first of two and, in a gap, the offset before it.
    return datetime.combine(day, calendar.hour, zone).replace(fold=0).astimezone(UTC)


def next_deadline(calendar: Calendar, opened: datetime, notice: int) -> datetime:
    """The first noon of a played day at least `notice` hours after `opened`.

    The notice is counted on the wall clock of the zone: from noon to noon is 24 hours, even if the clock
    changes in between. Raises ValueError if no day is played.
    """
    if not set(calendar.days) & EVERY_DAY:
        raise ValueError("a game must be played on some day")
    local = _nominal(calendar, opened)
    earliest = local + timedelta(hours=notice)
    day = earliest.date()
    while True:
        wall = datetime.combine(day, calendar.hour)
        if wall >= earliest and calendar.plays_on(day):
            noon = noon_on(calendar, day)
            if noon > opened:  # false in the second pass of a repeated hour
                return noon
        day += timedelta(days=1)


def noons_until(calendar: Calendar, noon: datetime, notice: int, end: datetime) -> Iterator[datetime]:
    """The deadlines before `end` of turns that follow one another, each opened by the noon before: the first
    one is `noon`."""
    while noon < end:
        yield noon
        noon = next_deadline(calendar, noon, max(notice, 1))


def noon_before(calendar: Calendar, moment: datetime, count: int) -> datetime:
    """The `count`-th noon of a played day before `moment`, counted backwards from 1.

    Raises ValueError if no day is played.
    """
    if not set(calendar.days) & EVERY_DAY:
        raise ValueError("a game must be played on some day")
    day = moment.astimezone(ZoneInfo(calendar.zone)).date() + timedelta(days=1)
    while True:
        noon = noon_on(calendar, day)
        if noon < moment and calendar.plays_on(day):
            count -= 1
            if not count:
                return noon
        day -= timedelta(days=1)


def next_left_out(calendar: Calendar, now: datetime) -> date | None:
    """The next date left out, today's included, on which noon would have struck; None if there is none."""
    today = now.astimezone(ZoneInfo(calendar.zone)).date()
    ahead = (day for day in calendar.left_out if day >= today and day.weekday() in calendar.days)
    return min(ahead, default=None)


def notice_begins(calendar: Calendar, deadline: datetime, notice: int) -> datetime:
    """When the last `notice` hours before a deadline begin, counted on the wall clock of the zone."""
    local = _nominal(calendar, deadline) - timedelta(hours=notice)
    return local.replace(tzinfo=ZoneInfo(calendar.zone)).astimezone(UTC)


def _nominal(calendar: Calendar, opened: datetime) -> datetime:
    """The wall-clock time of `opened`. A noon that a clock change moved forward counts as the game's own
    hour, because otherwise the next deadline would be a day late."""
    local = opened.astimezone(ZoneInfo(calendar.zone)).replace(tzinfo=None)
    for day in (local.date(), local.date() - timedelta(days=1)):  # the gap may contain midnight
        if noon_on(calendar, day) == opened:
            return datetime.combine(day, calendar.hour)
    return local


def counts_as_opened(due: datetime | None, now: datetime) -> datetime:
    """When a turn opened by a resolution counts as opened: at the deadline `due` that caused it or, if the
    resolution came more than three hours late, at the actual time, so that nobody loses time."""
    if due is None or due > now or now - due > LATE:
        return now
    return due


# ---- outages ----------------------------------------------------------------------------------------


def silences(alive: Iterable[Stretch], now: datetime) -> list[Stretch]:
    """The stretches without a heartbeat, from the first heartbeat ever to `now`.

    `alive`: the stretches with heartbeats, which may overlap and come in any order. The time before the first
    heartbeat is unknown and not counted; neither are gaps of at most `SILENCE`.
    """
    found: list[Stretch] = []
    last: datetime | None = None
    for since, until in [*sorted(alive), (now, now)]:
        if last is not None and since - last > SILENCE:
            found.append((last, since))
        last = max(last, until) if last is not None else until
    # Heartbeats recorded by a clock that was ahead may lie beyond `now`.
    return [(start, min(end, now)) for start, end in found if start < now]


def lost_time(silent: Iterable[Stretch], opened: datetime, deadline: datetime) -> timedelta:
    """How much of the last six hours before `deadline` (or since `opened`, if later) was silent."""
    start = max(opened, deadline - LAST_HOURS)
    parts = (min(end, deadline) - max(begin, start) for begin, end in silent)
    return sum((part for part in parts if part > timedelta(0)), timedelta(0))


def deadline_after_outage(calendar: Calendar, deadline: datetime, now: datetime) -> datetime:
    """The new deadline after an outage: the first noon of a played day after the old deadline that leaves at
    least six hours from `now`, when the site is back."""
    hours = int(LAST_HOURS.total_seconds()) // 3600
    return max(next_deadline(calendar, deadline, 1), next_deadline(calendar, now, hours))
