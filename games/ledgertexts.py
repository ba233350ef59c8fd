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

Act = LedgerEntry.Act
Texts = dict[str, Callable[[], str]]


class LedgerData(TypedDict, total=False):
    """The data of a ledger entry, by key; each act has some of these keys."""

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
    data: LedgerData = entry.data
    texts = {**_of_the_game(data), **_of_seats(data), **_of_the_clock(data, entry)}
    return texts[entry.act]()


def _names(data: LedgerData) -> dict[str, str]:
    """The names in an entry, with "a former player" for a deleted account."""
    nobody = _("a former player")
    return {"name": data.get("name") or nobody, "master": data.get("master") or nobody}


def _of_the_game(data: LedgerData) -> Texts:
    """Acts on the game as a whole."""
    values = _names(data)
    return {
        Act.CREATED: lambda: _("The game was created."),
        Act.STARTED: lambda: (
            _("The last place was taken: the game started.")
            if data.get("itself")
            else _("Its days of waiting were over: the game started with those who had joined.")
            if data.get("short")
            else _("Its day had come: the game started with those who had joined.")
            if data.get("day")
            else _("The game was started.")
        ),
        Act.SETTINGS: lambda: _("The settings were changed: %(what)s.") % {"what": settings_text(data)},
        Act.GAME_RENAMED: lambda: (
            _("The name of the game was taken away. It is now called %(name)s.") % values
        ),
        Act.ANNOUNCED: lambda: _("A word to all players."),
        Act.REPORT_DECIDED: lambda: report_decided_text(data),
        Act.ENDED: lambda: ended_text(data.get("how", "")) or _("The game was ended before its end."),
        Act.CANCELLED: lambda: _cancelled(data.get("why", "")),
    }


def _of_seats(data: LedgerData) -> Texts:
    """Acts on seats, players and game masters."""
    values = _names(data)
    return {
        Act.SEATED: lambda: _("A seat was given to %(name)s.") % values,
        Act.UNSEATED: lambda: (
            (
                _("%(name)s lost a place that was offered, because somebody takes it over.")
                if data.get("offered")
                else left_text_of(_("%(name)s was removed from the game."), data)
            )
            % values
        ),
        Act.BOT: lambda: (
            absent_text(data) if data.get("nth") else _("A bot took over the seat: %(name)s.") % values
        ),
        Act.BOTS: lambda: (
            ngettext(
                "%(count)s bot was given a free place.",
                "%(count)s bots were given free places.",
                int(data.get("count", 0)),
            )
            % {"count": data.get("count", 0)}
        ),
        Act.ABSENT: lambda: absent_text(data),
        Act.LEFT: lambda: left_text_of(_("%(name)s left the game.") % values, data),
        Act.CLOSED: lambda: left_text_of(
            _("The account behind a place was closed: %(name)s.") % values, data
        ),
        Act.TAKEN: lambda: _("%(name)s took over a place that was offered.") % values,
        Act.NAME_TAKEN: lambda: _("The name of a player was taken away. It is now %(name)s.") % values,
        Act.PICTURE_TAKEN: lambda: _("The picture of a player was taken away: %(name)s.") % values,
        Act.MASTER_NAMED: lambda: (
            (
                _("%(master)s is no longer game master of this game.")
                if data.get("gone")
                else _("%(master)s, who created the game, is its game master.")
                if data.get("creates")
                else _("A game master was named: %(master)s.")
            )
            % values
        ),
    }


def _of_the_clock(data: LedgerData, entry: LedgerEntry) -> Texts:
    """Acts on turns and deadlines."""
    return {
        Act.PAUSED: lambda: (
            _("Nobody had filled in a form for three noons: the game paused itself.")
            if data.get("idle")
            else _("The game was paused.")
        ),
        Act.RESUMED: lambda: (
            _("The pause that its players had agreed on was over: the game went on, with fresh deadlines.")
            if data.get("itself")
            else _("The game was resumed, with fresh deadlines.")
        ),
        Act.EXTENDED: lambda: (
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
        Act.OUTAGE: lambda: (
            _("The site was out of reach for %(lost)s: the deadline was moved from %(was)s to %(until)s.")
            % {
                "lost": left_text(timedelta(minutes=int(data.get("minutes", 0)))),
                "was": moment_text(data.get("was"), entry.game),
                "until": moment_text(data.get("until"), entry.game),
            }
        ),
        Act.NOON_NOW: lambda: (
            _("Noon struck early: %(turn)s.") % {"turn": turn_text(entry.game, data.get("turn", ""))}
        ),
        Act.RETRIED: lambda: (
            _("The turn that was stuck was tried again: incident %(incident)s.")
            % {"incident": data.get("incident", "")}
        ),
    }


def report_decided_text(data: LedgerData) -> str:
    """The decision on a reported message and the reason for the report, as a sentence without names."""
    why = dict(MessageReport.Why.choices).get(data.get("why", ""), "")
    text = (
        _("A message was reported (%(why)s): it is removed.")
        if data.get("removed")
        else _("A message was reported (%(why)s): it stays.")
    )
    return text % {"why": why}


def _cancelled(why: str) -> str:
    return ended_text(why) or _("The game was cancelled before it started.")
