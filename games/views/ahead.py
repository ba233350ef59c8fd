"""What will happen on days away, before they are saved: the noons that fall on them, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from .. import clock
from ..awaytexts import plan_text
from ..forms.away import ONE_GAME, AwayForm
from ..models import Game, Vacation
from ..services.vacations import FURTHEST, LONGEST, day_begins
from ..skin import figures

NAMED = 3  # noons of one game that are named; of further ones there is the number


class AheadLine(Struct, frozen=True):
    """The noons of one game that fall on the days away, in words, and how many they are."""

    game: str
    noons: str
    count: int


class Ahead(Struct, frozen=True):
    """`lines`: the games with noons on these days; `count`: all these noons; `plan`: what is done for each;
    `read`: what the table will read, "" without days."""

    lines: list[AheadLine]
    count: int
    plan: str
    read: str


def ahead_of(
    typed: Mapping[str, Any], games: Iterable[Game], noons: Mapping[int, datetime], zone: str, name: str
) -> Ahead:
    """What follows from what is typed in the form of days away, whether all of it is right or not. `games`:
    as `access.games_to_be_away_from` returns them; `noons`: the next deadline of each running game whose
    clock goes; `zone`, `name`: of the reader, whom each table reads by the name of the seat there. No
    query."""
    games = list(games)
    form = AwayForm(typed, games=games)
    form.is_valid()
    first, last = form.cleaned_data.get("first"), form.cleaned_data.get("last")
    plan = form.cleaned_data.get("plan") or ""
    if not isinstance(first, date) or not isinstance(last, date) or not _may_be(first, last, zone):
        return Ahead([], 0, "", "")
    begins, ends = day_begins(first, zone), day_begins(last + timedelta(days=1), zone)
    left = games
    if form.cleaned_data.get("where") == ONE_GAME:
        chosen = form.chosen_game()
        left = [] if chosen is None else [chosen]
    lines = [
        line
        for game in left
        if game.pk in noons and (line := _line(game, noons[game.pk], begins, ends, zone)).count
    ]
    day = figures.date_text(last, "l j F")
    names = dict.fromkeys(vars(game)["seat_name"] for game in left)
    if not games:
        names = {name: None}
    read = [_("%(name)s is away until %(day)s.") % {"name": each, "day": day} for each in names]
    return Ahead(
        lines, sum(line.count for line in lines), plan_text(plan) if plan in Vacation.Plan.values else "",
        " ".join(read),
    )  # fmt: skip


def _may_be(first: date, last: date, zone: str) -> bool:
    """Whether such days can be kept; other noons, which may be centuries away, are not listed."""
    today = timezone.localdate(timezone=ZoneInfo(zone))
    return first <= last and last >= today and last - first < LONGEST and first - today <= FURTHEST


def _line(game: Game, noon: datetime, begins: datetime, ends: datetime, zone: str) -> AheadLine:
    found = list(clock.noons_until(game.calendar, noon, game.notice, ends))
    found = [each for each in found if each >= begins]
    with timezone.override(zone):
        named = [figures.date_text(timezone.localtime(each), "D j, H:i") for each in islice(found, NAMED)]
    rest = len(found) - len(named)
    if rest:
        named.append(ngettext("%(count)s more", "%(count)s more", rest) % {"count": rest})
    return AheadLine(game.name, figures.parts(named), len(found))
