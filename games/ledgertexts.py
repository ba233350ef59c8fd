"""Sentences of the platform: entries of the ledger, and why a game ended before its end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .countdown import left_text
from .models import LedgerEntry, MessageReport
from .texts import absent_text, ended_text, left_text_of, moment_text, settings_text, turn_text


class LedgerData(TypedDict, total=False):
    """What an entry of the ledger keeps beside its act; each act keeps some of it."""

    name: str
    master: str
    itself: bool
    short: bool
    day: bool
    offered: bool
    nth: int
    count: int
    idle: bool
    waits: bool
    was: str
    until: str
    minutes: int
    turn: str
    incident: str
    gone: bool
    creates: bool
    how: str
    why: str
    removed: bool


def ledger_text(entry: LedgerEntry) -> str:
    """An act on a game as a sentence; time, author and reason are shown beside it. Reads the entry's game
    and, if a turn is named, its players."""
    act = LedgerEntry.Act
    data: LedgerData = entry.data
    nobody = _("a former player")  # a deleted account leaves no name
    values = {"name": data.get("name") or nobody, "master": data.get("master") or nobody}
    texts: dict[str, Callable[[], str]] = {
        act.CREATED: lambda: _("The game was created."),
        act.STARTED: lambda: (
            _("The last place was taken: the game started.")
            if data.get("itself")
            else _("Its days of waiting were over: the game started with those who had joined.")
            if data.get("short")
            else _("Its day had come: the game started with those who had joined.")
            if data.get("day")
            else _("The game was started.")
        ),
        act.SEATED: lambda: _("A seat was given to %(name)s.") % values,
        act.UNSEATED: lambda: (
            (
                _("%(name)s lost a place that was offered, because somebody takes it over.")
                if data.get("offered")
                else left_text_of(_("%(name)s was removed from the game."), data)
            )
            % values
        ),
        act.BOT: lambda: (
            absent_text(data) if data.get("nth") else _("A bot took over the seat: %(name)s.") % values
        ),
        act.ABSENT: lambda: absent_text(data),
        act.LEFT: lambda: left_text_of(_("%(name)s left the game.") % values, data),
        act.CLOSED: lambda: left_text_of(
            _("The account behind a place was closed: %(name)s.") % values, data
        ),
        act.TAKEN: lambda: _("%(name)s took over a place that was offered.") % values,
        act.BOTS: lambda: (
            ngettext(
                "%(count)s bot was given a free place.",
                "%(count)s bots were given free places.",
                int(data.get("count", 0)),
            )
            % {"count": data.get("count", 0)}
        ),
        act.GAME_RENAMED: lambda: (
            _("The name of the game was taken away. It is now called %(name)s.") % values
        ),
        act.NAME_TAKEN: lambda: _("The name of a player was taken away. It is now %(name)s.") % values,
        act.PICTURE_TAKEN: lambda: _("The picture of a player was taken away: %(name)s.") % values,
        act.PAUSED: lambda: (
            _("Nobody had filled in a form for three noons: the game paused itself.")
            if data.get("idle")
            else _("The game was paused.")
        ),
        act.RESUMED: lambda: (
            _("The pause that its players had agreed on was over: the game went on, with fresh deadlines.")
            if data.get("itself")
            else _("The game was resumed, with fresh deadlines.")
        ),
        act.EXTENDED: lambda: (
            (
                _(
                    "A player asked for a day, as this game allows: the deadline was moved from %(was)s to "
                    "%(until)s."
                )
                if data.get("waits")
                else _("The deadline was moved from %(was)s to %(until)s.")
            )
            % {
                "was": moment_text(data.get("was"), entry.game),
                "until": moment_text(data.get("until"), entry.game),
            }
        ),
        act.OUTAGE: lambda: (
            _("The site was out of reach for %(lost)s: the deadline was moved from %(was)s to %(until)s.")
            % {
                "lost": left_text(timedelta(minutes=int(data.get("minutes", 0)))),
                "was": moment_text(data.get("was"), entry.game),
                "until": moment_text(data.get("until"), entry.game),
            }
        ),
        act.NOON_NOW: lambda: (
            _("Noon struck early: %(turn)s.") % {"turn": turn_text(entry.game, data.get("turn", ""))}
        ),
        act.ANNOUNCED: lambda: _("A word to all players."),
        act.RETRIED: lambda: (
            _("The turn that was stuck was tried again: incident %(incident)s.")
            % {"incident": data.get("incident", "")}
        ),
        act.MASTER_NAMED: lambda: (
            (
                _("%(master)s is no longer game master of this game.")
                if data.get("gone")
                else _("%(master)s, who created the game, is its game master.")
                if data.get("creates")
                else _("A game master was named: %(master)s.")
            )
            % values
        ),
        act.REPORT_DECIDED: lambda: report_decided_text(data),
        act.ENDED: lambda: ended_text(data.get("how", "")) or _("The game was ended before its end."),
        act.SETTINGS: lambda: _("The settings were changed: %(what)s.") % {"what": settings_text(data)},
        act.CANCELLED: lambda: _cancelled(data.get("why", "")),
    }
    return texts[entry.act]()


def report_decided_text(data: LedgerData) -> str:
    """What became of a reported message, and what it was reported for; no names."""
    why = dict(MessageReport.Why.choices).get(data.get("why", ""), "")
    text = (
        _("A message was reported (%(why)s): it is removed.")
        if data.get("removed")
        else _("A message was reported (%(why)s): it stays.")
    )
    return text % {"why": why}


def _cancelled(why: str) -> str:
    return ended_text(why) or _("The game was cancelled before it started.")
