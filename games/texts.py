"""Sentences of the platform: refusals, notices, the ledger, and how a game ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .contract import Closes, PlayerId, Window
from .dayline import left_text, noon_text
from .models import Game, LedgerEntry, Notice
from .registry import skin_for
from .selectors import seat_name
from .skin import Person

Params = Mapping[str, Any]

# ---- refusals: what did not happen, why with the figures, what to do --------------------------------


def _too_few(params: Params) -> str:
    joined = ngettext(
        "Not started: %(joined)s player is in, and it takes %(needed)s.",
        "Not started: %(joined)s players are in, and it takes %(needed)s.",
        int(params.get("joined", 0)),
    )
    return joined % params + " " + _("Invite more, or lower “At least” in the settings.")


def _fewer_than_joined(params: Params) -> str:
    text = ngettext(
        "Settings not changed: %(joined)s player is in already.",
        "Settings not changed: %(joined)s players are in already.",
        int(params.get("joined", 0)),
    )
    return text % params + " " + _("Choose at least as many places, or remove a player first.")


REFUSALS: dict[str, Callable[[], str]] = {
    # before the start
    "started": lambda: _(
        "Nothing was changed: this game is no longer gathering players. Its page says where it stands."
    ),
    "already_in": lambda: _(
        "No second place was taken: an account has one place in a game, and this one is in."
    ),
    "full": lambda: _(
        "No place was taken: every place of this game is. Other games with free places are in the lobby."
    ),
    "name_taken": lambda: _(
        "No place was taken: a player of this game is called %(name)s. Choose another name."
    ),
    "game_name_taken": lambda: _(
        "One of your games is called %(name)s already, and it is not over. Add a word to tell them apart."
    ),
    "no_such_player": lambda: _(
        "Nobody’s place was changed: this player has left the game. Reload the page to see who is in."
    ),
    "too_many": lambda: _(
        "Game not created: %(most)s of your games are gathering players. Start or cancel one of them first."
    ),
    # order forms
    "closed": lambda: _(
        "This turn has closed. These orders were not taken; what you typed is below, to copy."
    ),
    "due": lambda: _(
        "Noon has passed and the turn is being resolved. Nothing was taken; reload in a minute."
    ),
    "paused": lambda: _(
        "Nothing was taken: the game is paused. What was saved stays saved, and noon waits until "
        "a game master lets the game go on."
    ),
    "not_running": lambda: _("Nothing was taken: this game is not running. Its page says where it stands."),
    "not_asked": lambda: _(
        "Nothing was taken: this turn asks nothing of you. The game’s page says who is awaited."
    ),
    "stale": lambda: _(
        "This form was changed elsewhere meanwhile. Reload to see it; what you typed is below."
    ),
    "unkeepable": lambda: _(
        "Form not saved: it holds signs or figures that cannot be kept. Use plain text, and numbers "
        "of at most 12 digits."
    ),
    "too_many_orders": lambda: _(
        "Order not saved: a form holds at most %(most)s orders. Remove one, or put more money into fewer."
    ),
    "too_fast": lambda: _(
        "Nothing was taken: that was more than %(most)s times in a row. Wait %(minutes)s min, then try again."
    ),
    "nothing_saved": lambda: _(
        "Not marked as ready: nothing of yours is saved for this turn. Save your orders first, or pass."
    ),
    "logged_out": lambda: _(
        "Nothing was taken: you are logged out. What you typed is below; log in, then hand it in again."
    ),
    "token_changed": lambda: _(
        "Nothing was taken: you logged in or out in another tab since this page was opened. What you "
        "typed is below; open the page again and hand it in."
    ),
    # game masters
    "master_plays": lambda: _(
        "Nothing was changed: you play in this game, so its clock is not yours to touch. Ask another "
        "game master."
    ),
    "not_master": lambda: _(
        "Nothing was changed: you are not a game master of this game. A superuser can name you."
    ),
    "not_staff": lambda: _(
        "Nobody was named: a game master is a member of staff. Tick “may enter the admin” first."
    ),
    "not_superuser": lambda: _("Nobody was named: only a superuser names game masters."),
    "not_paused": lambda: _("Nothing was changed: the game is not paused."),
    "not_stuck": lambda: _("Nothing was tried again: no turn of this game is stuck."),
    "not_later": lambda: _(
        "Deadline not moved: it can only be moved later than it is. Choose a later moment."
    ),
    "too_late": lambda: _(
        "Deadline not moved: %(days)s days from now are the most. Choose an earlier moment."
    ),
    "no_deadline": lambda: _("Nothing was changed: no turn of this game has a deadline now."),
    "over": lambda: _("Nothing was changed: this game is over or cancelled."),
    "no_reason": lambda: _(
        "Nothing was done: no reason was given. Write one; the players read it in the ledger."
    ),
    "already_master": lambda: _("Nobody was named: %(name)s is game master of this game already."),
    "no_such_master": lambda: _("Nothing was changed: this person is no game master of this game."),
    "no_such_seat": lambda: _(
        "No place was given: this one is taken, or out of play. Reload the page to see which are free."
    ),
    "struck": lambda: _(
        "No second noon was struck: this turn closed meanwhile. Go back to see the turn that is open now."
    ),
}


def refusal_text(code: str, params: Params) -> str:
    """A refusal of the platform as a sentence; one for anything where the code has none (a test
    sees that each has its own)."""
    if code == "too_few":
        return _too_few(params)
    if code == "fewer_than_joined":
        return _fewer_than_joined(params)
    text = REFUSALS.get(code)
    return text() % params if text else _("Nothing was changed. Reload the page and try once more.")


# ---- what a turn is called ------------------------------------------------------------------------


class _Players(dict[PlayerId, Person]):
    """The people of a game, and "a player" for whoever is not among them."""

    def __missing__(self, key: PlayerId) -> Person:
        return Person(key, _("a player"))


def turn_text(game: Game, name: str) -> str:
    """A turn by its name, as its players call it: "Turn 7", "Round 4, Ana's move". Reads
    `game.players`: one query, unless they were prefetched."""
    kind, *at = str(name).split("/")
    place = tuple(int(part) if part.lstrip("-").isdecimal() else part for part in at)
    people = _Players({PlayerId(p.pid): Person(PlayerId(p.pid), seat_name(p)) for p in game.players.all()})
    return skin_for(game.title).window_text(Window(kind, place, (), Closes.TOGETHER), people)


def moment_text(iso: Any, game: Game) -> str:
    """A moment kept as ISO text: day and hour in the game's zone, and in the reader's if it differs."""
    moment = parse_datetime(iso) if isinstance(iso, str) else iso
    if not isinstance(moment, datetime) or timezone.is_naive(moment):
        return ""
    hour = noon_text(moment, game.zone, timezone.get_current_timezone_name())
    day = date_format(moment.astimezone(ZoneInfo(game.zone)), "l j F")
    return _("%(day)s, %(hour)s") % {"day": day, "hour": hour}


# ---- notices --------------------------------------------------------------------------------------

SETTINGS: dict[str, Callable[[], str]] = {
    "name": lambda: _("name"),
    "min_players": lambda: _("number of players"),
    "max_players": lambda: _("number of players"),
    "is_public": lambda: _("who may come"),
    "hour": lambda: _("hour of noon"),
    "zone": lambda: _("time zone"),
    "options": lambda: _("options"),
    "early": lambda: _("when turns close"),
}


def _changed(notice: Notice) -> str:
    names = list(dict.fromkeys(SETTINGS[key]() for key in notice.data.get("changed", ()) if key in SETTINGS))
    if not names:
        return _("Its creator changed the settings. See whether they still suit you.")
    return _("Its creator changed the settings: %(what)s. See whether they still suit you.") % {
        "what": ", ".join(names)
    }


def _announced(notice: Notice) -> str:
    data, act = notice.data, LedgerEntry.Act
    values = {"reason": data.get("reason", ""), "until": moment_text(data.get("until"), notice.game)}
    texts = {
        act.PAUSED: _("The game is paused. The game master’s word: %(reason)s"),
        act.RESUMED: _("The game goes on, with fresh deadlines. The game master’s word: %(reason)s"),
        act.EXTENDED: _("Noon comes later: %(until)s. The game master’s word: %(reason)s"),
        act.OUTAGE: _(
            "The site was out of reach for %(lost)s of the last six hours before noon, so noon comes "
            "later, once: %(until)s. What was saved stays saved."
        ),
    }
    values["lost"] = left_text(timedelta(minutes=int(data.get("minutes", 0))))
    return texts.get(data.get("act"), _("A word from the game master: %(reason)s")) % values


def _removed(notice: Notice) -> str:
    if notice.data.get("bot"):
        return _(
            "A bot has taken your seat: the game master handed it over. You no longer play in this game."
        )
    return _("Your place was given back. You are no longer in this game; others are open in the lobby.")


def _with_turn(text: str, notice: Notice) -> str:
    return text % {
        "turn": turn_text(notice.game, notice.data.get("turn", "")),
        "incident": notice.data.get("incident", ""),
    }


def notice_text(notice: Notice) -> str:
    """A notice as one or two sentences, without the game's name, which stands beside them. Reads
    the game and, where a turn is named, its players."""
    kind = Notice.Kind
    texts: dict[str, Callable[[], str]] = {
        kind.STARTED: lambda: _("The game has started. Open it to see what it asks of you."),
        kind.RESOLVED: lambda: _with_turn(
            _("%(turn)s: the resolution is published. Read what it brought."), notice
        ),
        kind.FINISHED: lambda: _("The game is over. The final places are published."),
        kind.CHANGED: lambda: _changed(notice),
        kind.REMOVED: lambda: _removed(notice),
        kind.CANCELLED: lambda: _(
            "Its creator cancelled the game before it started. Others are open in the lobby."
        ),
        kind.NEVER_FILLED: lambda: _(
            "This game did not find enough players in two weeks. It is closed; others are open in the lobby."
        ),
        kind.ANNOUNCED: lambda: _announced(notice),
        kind.STUCK: lambda: _with_turn(
            _(
                "%(turn)s is stuck, incident %(incident)s. What was saved stays saved; try it again in "
                "the admin."
            ),
            notice,
        ),
        kind.SET_ASIDE: lambda: _with_turn(
            _(
                "%(turn)s: what happened meanwhile made your order form impossible. It was set aside and "
                "does not count. Hand in a new one."
            ),
            notice,
        ),
    }
    return texts[notice.kind]()


# ---- the ledger -----------------------------------------------------------------------------------


def ledger_text(entry: LedgerEntry) -> str:
    """What was done to a game, as a sentence; when, by whom and why stand beside it. Reads the
    entry's game and, where a turn is named, its players."""
    act, data = LedgerEntry.Act, entry.data
    values = {"name": data.get("name", ""), "master": data.get("master", "")}
    texts: dict[str, Callable[[], str]] = {
        act.CREATED: lambda: _("The game was created."),
        act.STARTED: lambda: (
            _("The last place was taken: the game started.")
            if data.get("itself")
            else _("The game was started.")
        ),
        act.SEATED: lambda: _("A seat was given to %(name)s.") % values,
        act.UNSEATED: lambda: _("%(name)s was taken out of the game.") % values,
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
        Game.Ended.NEVER_FILLED: lambda: _(
            "This game did not find enough players in two weeks. It is closed."
        ),
        Game.Ended.FORGOTTEN: lambda: _("This rehearsal was left alone for two weeks. It is gone."),
    }
    text = texts.get(ended)
    return text() if text else ""
