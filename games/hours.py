"""Hours of a reader's day: when the next digest is due, and the hours in which nothing is sent.

Pure: the current time is an argument. All datetimes are aware; those returned are in UTC.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from .clock import Calendar, noon_on

DAY = timedelta(days=1)
BEFORE = timedelta(minutes=5)  # how long before quiet hours urgent news is sent
TOO_LATE = timedelta(minutes=30)  # news sent later than this before its deadline would be too late
MOST_QUIET = timedelta(hours=12)


def next_hour(hour: time, zone: ZoneInfo, after: datetime) -> datetime:
    """The first moment later than `after` at which the clock of this zone shows this hour."""
    calendar, day = Calendar(hour, zone.key), after.astimezone(zone).date()
    found = noon_on(calendar, day)
    return found if found > after else noon_on(calendar, day + DAY)


class QuietHours(Struct, frozen=True):
    """From one hour to another, over midnight if the second is the earlier one."""

    start: time
    end: time
    zone: ZoneInfo

    def around(self, moment: datetime) -> tuple[datetime, datetime] | None:
        """The quiet hours that contain this moment, as (first moment, moment at which they are over); None
        for any other moment."""
        today = moment.astimezone(self.zone).date()
        for day in (today - DAY, today):
            start = noon_on(Calendar(self.start, self.zone.key), day)
            last = day if self.start < self.end else day + DAY
            end = noon_on(Calendar(self.end, self.zone.key), last)
            if start <= moment < end:
                return start, end
        return None

    def moved(self, moment: datetime, deadline: datetime) -> datetime:
        """When to send news of a deadline that would be sent at `moment`: at the end of the quiet hours or,
        if that is too late, before they begin; `moment` itself outside of them."""
        found = self.around(moment)
        if found is None:
            return moment
        start, end = found
        return end if end + TOO_LATE <= deadline else start - BEFORE


def quiet_length(start: time, end: time) -> timedelta:
    """How long quiet hours last, on a day on which the clock does not change."""
    minutes = (end.hour * 60 + end.minute) - (start.hour * 60 + start.minute)
    return timedelta(minutes=minutes % (24 * 60))


def is_within(hour: time, start: time, end: time) -> bool:
    """Whether an hour is within the quiet hours from `start` to `end`."""
    return quiet_length(start, hour) < quiet_length(start, end)
