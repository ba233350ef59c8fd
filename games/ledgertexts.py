"""Sentences of the platform: entries of the ledger, and why a game never started."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.utils.translation import gettext as _

from .countdown import left_text
from .models import Game, LedgerEntry
from .texts import moment_text, turn_text


def ledger_text(entry: LedgerEntry) -> str:
    """An act on a game as a sentence; time, author and reason are shown beside it. Reads the entry's game
    and, if a turn is named, its players."""
    act, data = LedgerEntry.Act, entry.data
    nobody = _("a former player")  # a deleted account leaves no name
    values = {"name": data.get("name") or nobody, "master": data.get("master") or nobody}
    texts: dict[str, Callable[[], str]] = {
        act.CREATED: lambda: _("The game was created."),
        act.STARTED: lambda: (
            _("The last place was taken: the game started.")
            if data.get("itself")
            else _("Its days of waiting were over: the game started with those who had joined.")
            if data.get("short")
            else _("The game was started.")
        ),
        act.SEATED: lambda: _("A seat was given to %(name)s.") % values,
        act.UNSEATED: lambda: _("%(name)s was removed from the game.") % values,
        act.BOT: lambda: _("A bot took over the seat: %(name)s.") % values,
        act.PAUSED: lambda: _("The game was paused."),
        act.RESUMED: lambda: _("The game was resumed, with fresh deadlines."),
        act.EXTENDED: lambda: (
            _("The deadline was moved from %(was)s to %(until)s.")
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
            _("Noon was struck at once: %(turn)s.") % {"turn": turn_text(entry.game, data.get("turn", ""))}
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
                else _("A game master was named: %(master)s.")
            )
            % values
        ),
        act.CANCELLED: lambda: _cancelled(data.get("why", "")),
    }
    return texts[entry.act]()


def _cancelled(why: str) -> str:
    return ended_text(why) or _("The game was cancelled before it started.")


def ended_text(ended: str) -> str:
    """Why a game that never started is closed (`Game.ended`), as a sentence; "" if it is not."""
    texts: dict[str, Callable[[], str]] = {
        Game.Ended.BY_CREATOR: lambda: _("Its creator cancelled the game before it started."),
        Game.Ended.NEVER_FILLED: lambda: _("This game did not find enough players in time. It is closed."),
    }
    text = texts.get(ended)
    return text() if text else ""
