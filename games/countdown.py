"""The countdown of a game: how much time is left until the next noon, in words and as a percentage."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from .clock import next_left_out
from .contract import Closes, PlayerId, Window, decode
from .models import Game, Turn
from .skin.doors import bots_wait_text
from .skin.figures import city, clock, date_text, hour_text

DAY = timedelta(hours=24)
OVERDUE = timedelta(minutes=5)


class Countdown(Struct, frozen=True):
    """`words`: the time left; `where`: the hour of noon and its zone, and the same in the reader's zone.
    `percent`: how much of the 24 hours has passed, None without a clock. `deadline`: ISO, UTC. `left_out`:
    the next date without a noon, in a sentence, "" for none."""

    words: str
    where: str = ""
    label: str = ""
    percent: float | None = None
    deadline: str = ""
    left_out: str = ""


def left_text(left: timedelta) -> str:
    """A time to wait: "3 h 12", "2 days 4 h", "1 day", "12 min"."""
    minutes = max(0, int(left.total_seconds()) // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days and not hours:
        return ngettext("%(days)s day", "%(days)s days", days) % {"days": days}
    if days:
        text = ngettext("%(days)s day %(hours)s h", "%(days)s days %(hours)s h", days)
        return text % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)s h %(minutes)02d") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)s min") % {"minutes": minutes}


def noon_text(deadline: datetime, game_zone: str, reader_zone: str) -> str:
    """The hour of a deadline in the game's zone, and in the reader's where it differs."""
    hour = hour_text(deadline, game_zone, reader_zone or game_zone)
    if hour != clock(deadline, game_zone):
        return hour
    return _("%(hour)s, %(place)s time") % {"hour": hour, "place": city(game_zone)}


def next_deadline(turns: Iterable[Turn], reader: PlayerId | None) -> datetime | None:
    """The next deadline among the open turns that await the reader, or among all if none does."""
    deadlines = [(turn, turn.deadline) for turn in turns if turn.deadline is not None]
    first = min((deadline for _turn, deadline in deadlines), default=None)
    if reader is None or all(deadline == first for _turn, deadline in deadlines):
        return first
    own = (deadline for turn, deadline in deadlines if reader in decode(turn.window, Window).awaited)
    return min(own, default=first)


def countdown_of(
    game: Game, turns: list[Turn], now: datetime, reader_zone: str, reader: PlayerId | None = None
) -> Countdown | None:
    """The countdown of a game to the next deadline that concerns `reader` (None: a spectator); None before
    the start."""
    if game.stage == Game.Stage.FINISHED:
        return Countdown(_("The game is over"), _("It has no final places.") if game.ended else "")
    if game.stage != Game.Stage.RUNNING:
        return None
    if game.paused:
        return Countdown(
            _("The game is paused"),
            _("Its players can let it go on.")
            if game.idle_since
            else _("It waits for its game master, or for its players to agree."),
        )
    if any(turn.status == Turn.Status.STUCK for turn in turns):
        return Countdown(
            _("The resolution is late"), _("Orders closed at noon; nothing is lost. The game masters know.")
        )
    deadline = min((turn.deadline for turn in turns if turn.deadline), default=None)
    if deadline is None:
        return Countdown(_("No deadline")) if game.has_clock else _rehearsal_line(turns, reader)
    if any(turn.is_due(now) for turn in turns):
        late = now - deadline > OVERDUE
        words = _("The resolution is late") if late else _("Noon has passed")
        where = (
            _("Orders closed at noon; nothing is lost.") if late else _("The new edition is being printed.")
        )
        return Countdown(words, where)
    return _running_line(game, next_deadline(turns, reader) or deadline, now, reader_zone)


def left_out_text(game: Game, now: datetime) -> str:
    """The next date on which a game has no noon, in a sentence; "" for none. No query."""
    day = next_left_out(game.calendar, now)
    return _("No noon on %(day)s.") % {"day": date_text(day, "l j F")} if day is not None else ""


def is_away(turns: Iterable[Turn], reader: PlayerId | None) -> bool:
    """Whether a game has a door open by which its reader comes back."""
    windows = (decode(turn.window, Window) for turn in turns)
    return any(window.comes_back and reader in window.players for window in windows)


def _rehearsal_line(turns: list[Turn], reader: PlayerId | None) -> Countdown:
    """A rehearsal has no clock: its player resolves turns, and moves are answered at once, unless the player
    is away."""
    if is_away(turns, reader):
        return Countdown(*bots_wait_text())
    if turns and decode(turns[0].window, Window).closes is not Closes.AT_NOON:
        return Countdown(_("The bots answer at once"), _("Take your time: there is no deadline."))
    return Countdown(_("Noon comes when you say so"))


def _running_line(game: Game, deadline: datetime, now: datetime, reader_zone: str) -> Countdown:
    left = deadline - now
    percent = round(max(0.0, min(1.0, 1 - left / DAY)) * 100, 1)
    return Countdown(
        words=_("Noon in %(left)s") % {"left": left_text(left)},
        where=noon_text(deadline, game.zone, reader_zone),
        label=_("%(left)s until noon") % {"left": left_text(left)},
        percent=percent,
        deadline=deadline.isoformat(),
        left_out=left_out_text(game, now),
    )
