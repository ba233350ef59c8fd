"""The reader's day as a line: quiet hours, the digest, the noons of their games, reminders before these."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from msgspec import Struct

from ..hours import QuietHours
from ..skin import figures

MOST_NOONS = 3  # of different hours
MINUTES = 24 * 60


class DayMark(Struct, frozen=True):
    """A mark on the line: its position in percent, and its kind: "noon", "digest", "sent" (a reminder) or
    "held" (the original time of a reminder that is moved)."""

    x: str
    kind: str
    label: str = ""


class MyDay(Struct, frozen=True):
    """`quiet`: the quiet hours as (beginning, width) in percent; `said`: the whole line in words."""

    quiet: list[tuple[str, str]]
    marks: list[DayMark]
    said: str


def my_day(
    zone: ZoneInfo,
    digest: time,
    quiet: QuietHours | None,
    reminders: Iterable[int],
    noons: Iterable[datetime],
) -> MyDay:
    """The line of a reader in a zone. `reminders`: the hours before a noon at which they are reminded;
    `noons`: the next noons of their games."""
    marks, said = [DayMark(_at(digest), "digest", _("digest"))], list[str]()
    shown = {f"{noon.astimezone(zone):%H:%M}": noon for noon in sorted(noons, reverse=True)}
    for hour, noon in sorted(shown.items())[:MOST_NOONS]:
        marks.append(DayMark(_at(noon.astimezone(zone)), "noon", hour))
        said.append(_("noon at %(hour)s") % {"hour": hour})
        for hours in sorted(reminders, reverse=True):
            due = noon - timedelta(hours=hours)
            told = quiet.moved(due, noon) if quiet else due
            before, after = (f"{moment.astimezone(zone):%H:%M}" for moment in (due, told))
            marks.append(DayMark(_at(told.astimezone(zone)), "sent"))
            if told == due:
                said.append(_("reminder at %(hour)s") % {"hour": after})
            else:
                marks.append(DayMark(_at(due.astimezone(zone)), "held"))
                text = _("the reminder of %(hour)s comes at %(told)s")
                said.append(text % {"hour": before, "told": after})
    stretches = list[tuple[str, str]]()
    if quiet is not None:
        start, end = _minute(quiet.start), _minute(quiet.end)
        parts = [(start, end)] if start < end else [(0, end), (start, MINUTES)]
        stretches = [(_percent(begin), _percent(until - begin)) for begin, until in parts if until > begin]
        between = {"start": f"{quiet.start:%H:%M}", "end": f"{quiet.end:%H:%M}"}
        said.insert(0, _("quiet hours from %(start)s to %(end)s") % between)
    said.append(_("digest at %(hour)s") % {"hour": f"{digest:%H:%M}"})
    return MyDay(stretches, marks, figures.parts(said))


def _minute(hour: time | datetime) -> int:
    return hour.hour * 60 + hour.minute


def _at(hour: time | datetime) -> str:
    return _percent(_minute(hour))


def _percent(minutes: int) -> str:
    return f"{100 * minutes / MINUTES:.2f}%"
