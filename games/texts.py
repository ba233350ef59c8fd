"""Sentences of the platform: names of turns, options, notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from .contract import PlayerId
from .countdown import left_text, noon_text
from .models import Game, LedgerEntry, Notice, Player
from .registry import is_installed, skin_for
from .selectors import ListedSeat, seat_name
from .skin import Person

# ---- names of turns -------------------------------------------------------------------------------


class _Players(dict[PlayerId, Person]):
    """The people of a game, and "a player" for everybody else."""

    def __missing__(self, key: PlayerId) -> Person:
        return Person(key, _("a player"))


def turn_text(game: Game | None, name: str, seats: Iterable[Player | ListedSeat] | None = None) -> str:
    """A turn as its players call it: "Turn 7", "Round 4, Ana's move". Without `seats` it reads
    `game.players`: one query, unless prefetched. The stored name if the game or its title is missing."""
    if game is None or not is_installed(game.title):
        return str(name)
    kind, *at = str(name).split("/")
    place = tuple(int(part) if part.lstrip("-").isdecimal() else part for part in at)
    seats = game.players.all() if seats is None else seats
    people = _Players({PlayerId(p.pid): Person(PlayerId(p.pid), seat_name(p)) for p in seats})
    return skin_for(game.title).turn_text(kind, place, people)


def option_lines(game: Game) -> list[tuple[str, str]]:
    """The game's options as (label, chosen or default value)."""
    skin = skin_for(game.title)
    lines = []
    for option in skin.rules.meta.options:
        value = game.options.get(option.key, option.default)
        if isinstance(option.default, bool):
            shown = _("yes") if value else _("no")
        else:
            shown = str(skin.option_text(f"{option.key}.{value}")[0])
        lines.append((str(skin.option_text(option.key)[0]), shown))
    return lines


def moment_text(iso: Any, game: Game | None) -> str:
    """A time stored as ISO text: day and hour in the game's zone, and in the reader's zone if it differs; ""
    if there is no time or no game."""
    moment = parse_datetime(iso) if isinstance(iso, str) else iso
    if game is None or not isinstance(moment, datetime) or timezone.is_naive(moment):
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
    "close_when_all_ready": lambda: _("when turns close"),
    "notice": lambda: _("notice"),
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
    values = {
        "reason": data.get("reason", ""),
        "until": moment_text(data.get("until"), notice.game),
        "name": data.get("name", ""),
    }
    texts = {
        act.PAUSED: _("The game is paused. The game master’s word: %(reason)s"),
        act.RESUMED: _("The game goes on, with fresh deadlines. The game master’s word: %(reason)s"),
        act.EXTENDED: _("Noon comes later: %(until)s. The game master’s word: %(reason)s"),
        act.SEATED: _(
            "The game master gave you a place in this game, under the name %(name)s. The game master’s "
            "word: %(reason)s"
        ),
        act.OUTAGE: _(
            "The site was out of reach for %(lost)s of the last six hours before noon, so noon comes "
            "later, once: %(until)s. What was saved stays saved."
        ),
    }
    values["lost"] = left_text(timedelta(minutes=int(data.get("minutes", 0))))
    return texts.get(data.get("act"), _("A word from the game master: %(reason)s")) % values


def _removed(notice: Notice) -> str:
    if notice.data.get("act") == LedgerEntry.Act.BOT:
        text = _(
            "A bot has taken your seat: the game master handed it over. You no longer play in this game."
        )
    else:
        text = _("Your place was given back. You are no longer in this game; others are open in the lobby.")
    reason = notice.data.get("reason")
    return f"{text} {_('The game master’s word: %(reason)s') % {'reason': reason}}" if reason else text


def notice_about(notice: Notice) -> str:
    """What a notice is about: the name of a game, or the reader's account."""
    return notice.game.name if notice.game else _("Your account")


def notice_address(notice: Notice) -> str:
    """Where the notice leads: to the game; to the admin for a stuck turn; to the lobby for players who are
    out of the game."""
    if notice.game is None:
        return reverse("mfa_index")
    if notice.kind == Notice.Kind.REMOVED:
        return reverse("games:lobby")
    if notice.kind == Notice.Kind.STUCK:
        return reverse("admin:games_game_change", args=[notice.game_id])
    return reverse("games:game", args=[notice.game.public_id])


def _with_turn(text: str, notice: Notice, seats: Iterable[Player | ListedSeat] | None) -> str:
    return text % {
        "turn": turn_text(notice.game, notice.data.get("turn", ""), seats),
        "incident": notice.data.get("incident", ""),
    }


def notice_text(notice: Notice, seats: Iterable[Player | ListedSeat] | None = None) -> str:
    """A notice in one to three sentences; what it is about is shown beside them. Reads the game and, if a
    turn is named, its players, unless its `seats` are given."""
    kind = Notice.Kind
    texts: dict[str, Callable[[], str]] = {
        kind.STARTED: lambda: _("The game has started. Open it to see what it asks of you."),
        kind.RESOLVED: lambda: _with_turn(
            _("%(turn)s: the resolution is published. Read what it brought."), notice, seats
        ),
        kind.ASKED: lambda: _course(notice, seats),
        kind.UNANSWERED: lambda: _course(notice, seats),
        kind.CHAPTER_OVER: lambda: _course(notice, seats),
        kind.FINISHED: lambda: _("The game is over. The final places are published."),
        kind.CHANGED: lambda: _changed(notice),
        kind.REMOVED: lambda: _removed(notice),
        kind.CANCELLED: lambda: _(
            "Its creator cancelled the game before it started. Others are open in the lobby."
        ),
        kind.NEVER_FILLED: lambda: _(
            "This game did not find enough players in time. It is closed; others are open in the lobby."
        ),
        kind.ANNOUNCED: lambda: _announced(notice),
        kind.STUCK: lambda: _with_turn(
            _(
                "%(turn)s is stuck, incident %(incident)s. What was saved stays saved; try it again in "
                "the admin."
            ),
            notice,
            seats,
        ),
        kind.SET_ASIDE: lambda: _with_turn(
            _(
                "%(turn)s: what happened meanwhile made your order form impossible. It was set aside and "
                "does not count. Hand in a new one."
            ),
            notice,
            seats,
        ),
        kind.TWO_FACTOR: lambda: _(
            "The operators of this site have switched off two-factor authentication for your account, "
            "because its device was reported lost. If you did not ask for it, choose a new password now, "
            "and tell them."
        ),
    }
    return texts[notice.kind]()


def _course(notice: Notice, seats: Iterable[Player | ListedSeat] | None) -> str:
    """How a game of moves went on, for one reader: a question that closed without the reader's answer, the
    chapter that is over, the reader's next question and its deadline."""
    game, data = notice.game, notice.data
    parts = []
    if notice.kind == Notice.Kind.UNANSWERED or "missed" in data:
        turn = turn_text(game, data.get("missed", ""), seats)
        parts.append(_("%(turn)s: it closed without an answer from you.") % {"turn": turn})
    if game is not None and "over" in data and is_installed(game.title):
        chapter = skin_for(game.title).chapter_text(data["over"])
        parts.append(_("%(chapter)s is over.") % {"chapter": chapter})
    if notice.kind == Notice.Kind.ASKED or "asked" in data:
        values = {
            "turn": turn_text(game, data.get("asked", ""), seats),
            "until": moment_text(data.get("until"), game),
        }
        text = (
            _("%(turn)s: your answer is awaited, until %(until)s.")
            if values["until"]
            else _("%(turn)s: your answer is awaited.")
        )
        parts.append(text % values)
    else:
        parts.append(_("Read what it brought."))
    return " ".join(parts)


def seals_text(notice: Notice) -> str:
    """For the mail of a notice: the seals of the resolved turn and of those that opened, one per line; "" if
    there are none. The mail is a copy that the site cannot change later."""
    seals = notice.data.get("seals") or ()
    if not seals:
        return ""
    lines = [
        _("Seal of %(turn)s: %(seal)s") % {"turn": turn_text(notice.game, name), "seal": seal}
        for name, seal in seals
    ]
    return "\n".join([*lines, _("Keep this mail: when the game is over, its seeds must fit these seals.")])
