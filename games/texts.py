"""Sentences of the platform: names of turns, options, settings, and news outside the site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .contract import TASTE, PlayerId
from .countdown import noon_text
from .models import By, Game, OnMissed, Player, Proposal
from .registry import is_installed, skin_for
from .selectors import ListedSeat, seat_name
from .skin import Person, figures

# ---- who handed in --------------------------------------------------------------------------------


def hand_text(by: str, *, to_deputy: bool = False) -> str:
    """Whose hand saved a form, in a sentence to the player whose form it is, or to their deputy. `by`: a
    value of `By`."""
    if to_deputy:
        return _("Handed in by you as a deputy.") if by == By.DEPUTY else _("Not handed in by you.")
    texts = {
        By.SELF: _("Handed in by you."),
        By.PLAN: _("Handed in by your plan for days away."),
        By.DEPUTY: _("Handed in by your deputy."),
        By.BOT: _("Handed in by a bot."),
        By.MASTER: _("Handed in by a game master."),
    }
    return texts[By(by)]


# ---- what a table decides -------------------------------------------------------------------------


def proposal_text(kind: str, about: Player | None = None) -> str:
    """What a proposal proposes. `kind`: a value of `Proposal.Kind`; `about`: the seat to be replaced."""
    if kind == Proposal.Kind.REPLACE:
        name = seat_name(about) if about else ""
        return _("Replace %(name)s, who has missed two noons") % {"name": name}
    texts = {
        Proposal.Kind.PAUSE: _("Pause the game"),
        Proposal.Kind.GO_ON: _("Let the game go on"),
        Proposal.Kind.LATER: _("Move noon by a day"),
        Proposal.Kind.END: _("End the game as it stands"),
    }
    return texts[Proposal.Kind(kind)]


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
    """The game's options as (label, chosen or default value); how its bots play, if that was chosen."""
    skin = skin_for(game.title)
    lines = []
    for option in skin.rules.meta.options:
        value = game.options.get(option.key, option.default)
        if isinstance(option.default, bool):
            shown = _("yes") if value else _("no")
        else:
            shown = str(skin.option_text(f"{option.key}.{value}")[0])
        lines.append((str(skin.option_text(option.key)[0]), shown))
    if taste := game.options.get(TASTE):
        lines.append((_("Bots"), str(skin.option_text(f"{TASTE}.{taste}")[0])))
    return lines


def moment_text(iso: Any, game: Game | None) -> str:
    """A time stored as ISO text: day and hour in the game's zone, and in the reader's zone if it differs; ""
    if there is no time or no game."""
    moment = parse_datetime(iso) if isinstance(iso, str) else iso
    if game is None or not isinstance(moment, datetime) or timezone.is_naive(moment):
        return ""
    hour = noon_text(moment, game.zone, timezone.get_current_timezone_name())
    day = figures.date_text(moment.astimezone(ZoneInfo(game.zone)), "l j F")
    return _("%(day)s, %(hour)s") % {"day": day, "hour": hour}


def ended_text(ended: str) -> str:
    """Why a game ended otherwise than by its rules (`Game.ended`), as a sentence; "" for any other."""
    texts: dict[str, Callable[[], str]] = {
        Game.Ended.BY_CREATOR: lambda: _("Its creator cancelled the game before it started."),
        Game.Ended.BY_MASTER: lambda: _("A game master cancelled the game before it started."),
        Game.Ended.NEVER_FILLED: lambda: _("This game did not find enough players in time. It is closed."),
        Game.Ended.BY_TABLE: lambda: _(
            "Its players agreed to end the game as it stood. There are no final places, and it counts for "
            "nobody."
        ),
        Game.Ended.ABANDONED: lambda: _(
            "The game had paused itself, and for 30 days nobody let it go on: it is abandoned. There are no "
            "final places, and it counts for nobody."
        ),
    }
    text = texts.get(ended)
    return text() if text else ""


SETTINGS: dict[str, Callable[[], str]] = {
    "name": lambda: _("name"),
    "min_players": lambda: _("number of players"),
    "max_players": lambda: _("number of players"),
    "is_public": lambda: _("who may come"),
    "hour": lambda: _("hour of noon"),
    "zone": lambda: _("time zone"),
    "days": lambda: _("days played"),
    "dates_out": lambda: _("dates without a noon"),
    "options": lambda: _("options"),
    "close_when_all_ready": lambda: _("when turns close"),
    "starts_on": lambda: _("day of the start"),
    "notice": lambda: _("notice"),
    "on_leave": lambda: _("what becomes of a place that is left"),
    "press": lambda: _("who may talk"),
    "on_missed": lambda: _("what follows missed noons"),
    "waits": lambda: _("how often the table waits"),
    "bots_play": lambda: _("whether bots may hold a place"),
}


def settings_text(data: Mapping[str, Any]) -> str:
    """The settings that changed, from the data of a notice or of a ledger entry: "name, hour of noon"; "" if
    they are not known."""
    known = (SETTINGS[key]() for key in data.get("changed", ()) if key in SETTINGS)
    return ", ".join(dict.fromkeys(known))


def left_text_of(text: str, data: Mapping[str, Any]) -> str:
    """A sentence about a player who left and what happens to the place, from the data of a ledger entry or of
    a notice."""
    place = {
        "door": lambda: _("The rules of the game say what becomes of the place."),
        "bot": lambda: _("A bot plays there until somebody takes the place over."),
        "empty": lambda: _("The place stays empty until somebody takes it over."),
    }.get(data.get("way", ""))
    return f"{text} {place()}" if place else text


def absent_text(data: Mapping[str, object]) -> str:
    """A sentence about somebody who missed noons in a row, or is back, from the data of a ledger entry or of
    a notice."""
    count, name = int(str(data.get("nth", 0))), str(data.get("name") or _("a former player"))
    values: dict[str, object] = {"name": name, "count": count}
    if data.get("back"):
        return _("%(name)s has handed in again: the place is no longer offered.") % values
    text = ngettext(
        "%(name)s has missed %(count)s noon.", "%(name)s has missed %(count)s noons in a row.", count
    )
    text %= values
    way = data.get("way") or OnMissed.BOT
    if way == OnMissed.OFFERED:
        what = _("As this game is kept, the place is offered. It stays theirs until somebody takes it over.")
        return figures.sentence(text, what)
    if way == OnMissed.BOT:
        what = _("As this game is kept, a bot plays there now, until somebody takes the place over.")
        return figures.sentence(text, what)
    return text


def news_text(about: str, turn: str) -> str:
    """News of this game and turn: everything that push messages and webhooks tell."""
    if turn:
        return _("%(game)s, %(turn)s: there is news.") % {"game": about, "turn": turn}
    return _("%(game)s: there is news.") % {"game": about}


def digest_text(games: Sequence[str], most: int) -> str:
    """News of these games, of which at most `most` are named: everything that a digest tells outside the
    site."""
    named = ", ".join(games[:most])
    if len(games) <= most:
        return _("There is news in: %(games)s.") % {"games": named}
    values = {"games": named, "count": len(games) - most}
    return (
        ngettext(
            "There is news in: %(games)s, and in %(count)s more.",
            "There is news in: %(games)s, and in %(count)s more.",
            len(games) - most,
        )
        % values
    )


def trial_text() -> str:
    """The text of a trial."""
    return _("This is a test. News of your games will come this way.")


def answer_text(code: str) -> str:
    """The answer of a webhook or push service, or the reason why nothing was sent, in words."""
    texts: dict[str, Callable[[], str]] = {
        "": lambda: "",
        "address": lambda: _("the address is not one that this site asks"),
        "name": lambda: _("nobody knows a host of that name"),
        "not_public": lambda: _("the host is not on the public internet"),
        "away": lambda: _("nobody answers there"),
        "certificate": lambda: _("the certificate is not one of that host"),
        "slow": lambda: _("no answer within five seconds"),
        "answer": lambda: _("what came back was no answer"),
        "404": lambda: _("404: not found there"),
        "410": lambda: _("410: it is gone for good"),
        "429": lambda: _("429: too many messages"),
    }
    return texts[code]() if code in texts else _("it refused, with the number %(status)s") % {"status": code}
