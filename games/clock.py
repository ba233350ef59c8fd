"""When a turn ends: the next played noon that leaves the notice, on the wall clock of the game's zone.

Pure: the present is an argument. All datetimes in and out are aware; those that come out are UTC.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

EVERY_DAY = frozenset(range(7))
LATE = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class Calendar:
    """A game's noon: the hour, the IANA zone, and the days played (Monday 0 to Sunday 6)."""

    hour: time
    zone: str
    days: Collection[int] = EVERY_DAY


def noon_on(calendar: Calendar, day: date) -> datetime:
    """The noon of a day, in UTC. An hour that a clock change leaves out moves forward by the gap;
    one that comes twice is the first."""
    zone = ZoneInfo(calendar.zone)
    # fold=0 is both: the first of two, and in a gap the offset before it, which moves it forward.
    return datetime.combine(day, calendar.hour, zone).replace(fold=0).astimezone(UTC)


def next_deadline(calendar: Calendar, opened: datetime, notice: int) -> datetime:
    """The first noon of a played day at least `notice` hours after `opened`.

    The notice is counted on the wall clock of the zone: from noon to noon is 24 hours, also on the
    days when the hour changes. Raises ValueError if no day is played.
    """
    if not set(calendar.days) & EVERY_DAY:
        raise ValueError("a game must be played on some day")
    local = opened.astimezone(ZoneInfo(calendar.zone)).replace(tzinfo=None)
    earliest = local + timedelta(hours=notice)
    day = earliest.date()
    while True:
        wall = datetime.combine(day, calendar.hour)
        if wall >= earliest and day.weekday() in calendar.days:
            noon = noon_on(calendar, day)
            if noon > opened:  # the repeated hour: its second pass may already lie behind
                return noon
        day += timedelta(days=1)


def counts_as_opened(due: datetime | None, now: datetime) -> datetime:
    """When a turn opened by a resolution counts as opened: at the noon that made it, unless the
    computation came more than three hours late; then at the real time, so that an outage takes
    nobody's time."""
    if due is None or due > now or now - due > LATE:
        return now
    return due
