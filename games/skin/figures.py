"""How figures, dates and sums are written: one function per kind, for every language of the site.

Knows no title and no game. Thousands in French are parted by U+202F and the unit follows U+00A0;
a minus is U+2212, so that it is as wide as the plus it stands under.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

NARROW: Final = "\u202f"
FIXED: Final = "\u00a0"
MINUS: Final = "\u2212"


def is_french() -> bool:
    return (get_language() or "en").startswith("fr")


def number(value: int) -> str:
    """A whole number with its thousands parted: `1 500 000`, `1,500,000`; minus as U+2212."""
    text = f"{abs(value):,}"
    if "," in text and is_french():
        text = text.replace(",", NARROW)
    return MINUS + text if value < 0 else text


def signed(value: int) -> str:
    """A change with its sign: `+2`, `−1`, `0`."""
    return f"+{number(value)}" if value > 0 else number(value)


def percent(value: int) -> str:
    """`90 %` in French, `90%` in English."""
    return f"{number(value)}{FIXED}%" if is_french() else f"{number(value)}%"


def signed_percent(value: int) -> str:
    return f"+{percent(value)}" if value > 0 else percent(value)


def ordinal_parts(value: int) -> tuple[str, str]:
    """The figure and the letters after it: `("1", "re")` (a corporation is feminine), `("2", "nd")`."""
    if is_french():
        return str(value), "re" if value == 1 else "e"
    if value % 100 in (11, 12, 13):
        return str(value), "th"
    return str(value), {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def ordinal(value: int) -> str:
    return "".join(ordinal_parts(value))


def ordinal_html(value: int) -> SafeString:
    """The same, its letters raised."""
    return format_html("{}<sup>{}</sup>", *ordinal_parts(value))


def listed(items: Sequence[str]) -> str:
    """`Ana`, `Ana and Bruno`, `Ana, Bruno and Chloé`."""
    if len(items) < 2:
        return "".join(items)
    return _("{first} and {last}").format(first=", ".join(items[:-1]), last=items[-1])


def parts(texts: Iterable[str]) -> str:
    """`oil, China; solar, Japan`: texts that may have commas of their own, one after the other."""
    return (pgettext("after a part", ";") + " ").join(texts)


def sentence(*parts: str) -> str:
    """Sentences one after the other, the empty ones left out."""
    return " ".join(part for part in parts if part)


def capital(text: str) -> str:
    """The first letter raised, the rest left alone."""
    return text[:1].upper() + text[1:]


def in_groups(text: str, size: int = 4) -> str:
    """A fingerprint in groups of four: `7F3A 19C2 04DE`."""
    return " ".join(text[at : at + size] for at in range(0, len(text), size))


# ---- time -------------------------------------------------------------------------------------


def city(zone: str) -> str:
    """The place a time zone is named after: `Paris`."""
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def day(moment: datetime, zone: str, year: bool = True) -> str:
    """`Friday 20 November 2026`, `vendredi 20 novembre 2026`, as the calendar of `zone` has it."""
    return date_text(moment.astimezone(ZoneInfo(zone)), "l j F Y" if year else "l j F")


def date_text(local: date, form: str) -> str:
    """A day, or a moment on its own clock, in a format of Django’s, with the French `1er` for the first of a
    month."""
    return first_of_month(formats.date_format(local, form))


def first_of_month(text: str) -> str:
    """`1er décembre` for `1 décembre`, where the language is French."""
    return re.sub(r"(?<![\d:])1 (?=[^\W\d])", "1er ", text) if is_french() else text


def clock(moment: datetime, zone: str, seconds: bool = False) -> str:
    """`12:00`, or `12:00:07`, on the wall clock of `zone`."""
    return moment.astimezone(ZoneInfo(zone)).strftime("%H:%M:%S" if seconds else "%H:%M")


def hour_text(moment: datetime, zone: str, reader: str = "") -> str:
    """`12:00` on the wall clock of `zone`; where the reader's own clock (in the zone `reader`, Django's
    current one unless told) shows another hour or day, both: `12:00 Paris (06:00 for you)`."""
    there = moment.astimezone(ZoneInfo(zone))
    mine = moment.astimezone(ZoneInfo(reader or timezone.get_current_timezone_name()))
    if there.replace(tzinfo=None) == mine.replace(tzinfo=None):
        return f"{there:%H:%M}"
    hours = {"hour": f"{there:%H:%M}", "place": city(zone), "mine": f"{mine:%H:%M}"}
    return _("%(hour)s %(place)s (%(mine)s for you)") % hours


def until_text(moment: datetime, zone: str) -> str:
    """`hour_text` of a moment to come, with its day where that is not today's in `zone`: `Monday 12:00`.
    An hour alone would be taken for today's."""
    local, today = moment.astimezone(ZoneInfo(zone)), timezone.now().astimezone(ZoneInfo(zone))
    ahead = (local.date() - today.date()).days
    if not ahead:
        return hour_text(moment, zone)
    name = formats.date_format(local, "l") if 0 < ahead < 7 else day(moment, zone, year=False)
    return f"{name} {hour_text(moment, zone)}"


def moment_text(moment: datetime, zone: str, seconds: bool = False) -> str:
    """Day, hour and place: `Friday 20 November 2026, 12:00 in Paris`."""
    return _("{day}, {time} in {city}").format(
        day=day(moment, zone), time=clock(moment, zone, seconds), city=city(zone)
    )
