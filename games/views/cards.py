"""A game as the lobby shows it: one card, of the same shape for every stage."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from markupsafe import Markup
from msgspec import Struct

from accounts.requests import AnyUser
from accounts.templatetags.people import avatar_of
from config.addresses import address

from .. import selectors
from ..clock import next_deadline as next_noon
from ..contract import Closes, PlayerId, Window
from ..countdown import countdown_of, is_away, next_deadline, noon_text
from ..models import Game
from ..registry import is_installed, skin_for
from ..selectors import ListedForm, ListedGame, ListedSeat
from ..services.openings import calendar_of
from ..skin import figures
from ..texts import ended_text

WAITED = timedelta(days=1)  # for people; then the lobby offers its creator bots
SHOWN = 12  # avatars and free places on one card; beyond them a number


class Card(Struct, frozen=True):
    """`badge`: what the reader is asked, `due` if not answered; `words` and `where`: the next noon; `join`:
    whether the reader can take a place at once; `bots`: whether its creator is offered to start with bots;
    `back`: the address at which a reader who is away comes back, "" for everybody else;
    `deadline`: sorts the cards; `unread`: in words, how many messages the reader has not read."""

    game: Game
    seats: list[ListedSeat]
    kicker: str
    text: str
    url: str
    avatars: Markup | str = ""
    more: int = 0
    free: int = 0
    seats_text: str = ""
    badge: str = ""
    due: bool = False
    words: str = ""
    where: str = ""
    join: bool = False
    bots: bool = False
    back: str = ""
    scores: bool = False
    deadline: datetime | None = None
    running: bool = False
    unread: str = ""

    @property
    def free_places(self) -> range:
        return range(min(self.free, SHOWN))


def card_of(
    listed: ListedGame, user: AnyUser, forms: dict[int, ListedForm], now: datetime, zone: str
) -> Card:
    """The card of a game for one reader, from the rows of `selectors.lobby_for`. No query."""
    game, players, reader = listed.game, listed.seats, user.pk
    mine = next((p for p in players if p.user_id and p.user_id == reader), None)
    values: dict[str, Any] = {
        "game": game,
        "seats": players,
        "url": address("games:game", game.public_id),
        # Drawn avatars only: uploaded pictures would add a hundred requests to a visit to the lobby.
        "avatars": Markup().join(avatar_of(selectors.seat_name(p)) for p in players[:SHOWN]),
        "more": max(0, len(players) - SHOWN),
        "unread": unread_text(vars(game).get("unread") or 0),  # a column of the statement, not of the model
    }
    if not is_installed(game.title):
        return Card(**values, kicker=game.title, text=_("This game waits: its title is not installed here."))
    if game.stage == Game.Stage.RUNNING:
        values |= _running(listed, mine, forms, now, zone)
    elif game.stage == Game.Stage.GATHERING:
        values |= _gathering(listed, mine, user, now, zone)
    elif game.stage == Game.Stage.FINISHED:
        values |= _finished(listed, mine)
    else:
        values |= {"kicker": _kicker(game, _("cancelled")), "text": ended_text(game.ended)}
    return Card(**{"seats_text": places_text(len(players), values.get("free", 0)), **values})


def places_text(players: int, free: int) -> str:
    """How many people play, and how many places are free."""
    text = ngettext("%(count)s player", "%(count)s players", players) % {"count": players}
    if free:
        text += ", " + ngettext("%(count)s free place", "%(count)s free places", free) % {"count": free}
    return text


def _kicker(game: Game, stage: str) -> str:
    return f"{skin_for(game.title).name} · {stage}"


def _running(
    listed: ListedGame, mine: ListedSeat | None, forms: dict[int, ListedForm], now: datetime, zone: str
) -> dict[str, Any]:
    game, turns = listed.game, listed.open_turns
    skin = skin_for(game.title)
    stage = skin.progress_text(selectors.window_of(turns[0])) if turns else _("running")
    me = PlayerId(mine.pid) if mine else None
    day = countdown_of(game, turns, now, zone, me)
    away = is_away(turns, me)
    badge, due, saved = (_("away"), False, _away_text(game)) if away else _asked(listed, mine, forms)
    headline = skin.headline_text(game.headline) if game.headline is not None else ""
    return {
        "kicker": _kicker(game, stage),
        "text": " ".join(_sentence(part) for part in (headline, saved) if part),
        "badge": badge,
        "due": due,
        "back": address("games:orders", game.public_id) if away else "",
        "words": day.words if day else "",
        "where": day.where if day else "",
        "deadline": next_deadline(turns, me),
        "running": True,
    }


def _away_text(game: Game) -> str:
    """What a game tells a reader who is away; the countdown of a rehearsal says it already."""
    return _("The game no longer waits for you.") if game.has_clock else ""


def unread_text(count: int) -> str:
    """How many messages wait for their reader; "" for none."""
    if not count:
        return ""
    return ngettext("%(count)s unread message", "%(count)s unread messages", count) % {"count": count}


def players_text(least: int, most: int) -> str:
    """How many players a game takes: "2 to 8", or one figure where there is no choice."""
    return str(most) if least == most else _("%(least)s to %(most)s") % {"least": least, "most": most}


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _asked(
    listed: ListedGame, mine: ListedSeat | None, forms: dict[int, ListedForm]
) -> tuple[str, bool, str]:
    """What the open questions ask of a player: badge, whether it is to do, and a sentence. Of several, the
    one not answered that closes first; if all are answered, the one that closes first."""
    if mine is None:
        return "", False, ""
    me, late = PlayerId(mine.pid), datetime.max.replace(tzinfo=UTC)
    asked = [(turn, selectors.window_of(turn)) for turn in listed.open_turns]
    asked = [(turn, window) for turn, window in asked if not window.is_door and me in window.players]
    asked.sort(key=lambda question: question[0].deadline or late)
    if not asked:
        return "", False, _("Nothing is asked of you now.")
    told = [
        _question(listed.game, window, forms.get(turn.pk), me in window.awaited) for turn, window in asked
    ]
    return next((each for each in told if each[1]), told[0])


def _question(game: Game, window: Window, form: ListedForm | None, awaited: bool) -> tuple[str, bool, str]:
    """The same for one question."""
    if form is not None:
        return _saved(window, form, awaited)
    return (_("to do"), True, _("Nothing saved yet.")) if awaited and not game.paused else ("", False, "")


def _saved(window: Window, form: ListedForm, awaited: bool) -> tuple[str, bool, str]:
    """The same for a question with a saved form."""
    if window.in_parts and not form.ready:
        return _("to complete"), awaited, _("Your form is saved. Say so when it is complete.")
    if form.orders == 0:
        return _("you pass"), False, _("You pass this turn.")
    if window.closes is Closes.TOGETHER:
        return _("handed in"), False, _("Yours is handed in; the others are awaited.")
    values = {"count": form.orders}
    badge = ngettext("%(count)s order", "%(count)s orders", form.orders) % values
    saved = ngettext("Your order is saved.", "Your %(count)s orders are saved.", form.orders) % values
    return badge, False, saved


def _gathering(
    listed: ListedGame, mine: ListedSeat | None, user: AnyUser, now: datetime, zone: str
) -> dict[str, Any]:
    game, players = listed.game, listed.seats
    free = max(0, game.max_players - len(players))
    stage = _("%(joined)s of %(places)s") % {"joined": len(players), "places": game.max_players}
    who = _("Open to everybody.") if game.is_public else _("By invitation.")
    how = (
        _("Starts as soon as the last place is taken.")
        if free
        else _("Every place is taken; its creator starts it.")
    )
    if game.starts_on is not None:
        how = _("Starts on %(day)s.") % {"day": figures.date_text(game.starts_on, "l j F")}
    # A creator whose account was deleted is None, as is a visitor's key.
    created = user.is_authenticated and game.creator_id == user.pk
    waited = created and game.created_at <= now - WAITED
    bots = waited and bool(free) and game.bots_play and any(player.user_id for player in players)
    if bots:
        how = _("It has waited for a day: bots can take the free places.")
    return {
        "kicker": _kicker(game, stage),
        "bots": bots,
        "text": f"{who} {how}",
        "free": free,
        "where": _("Noon at %(hour)s") % {"hour": noon_hour(game, now, zone)},
        "join": bool(free and game.is_public and mine is None),
    }


def noon_hour(game: Game, now: datetime, zone: str) -> str:
    """At what hour noon falls in a game that has not started: "12:00 Paris (11:00 for you)"."""
    return noon_text(next_noon(calendar_of(game), now, 0), game.zone, zone)


def _finished(listed: ListedGame, mine: ListedSeat | None) -> dict[str, Any]:
    game, players = listed.game, listed.seats
    if mine is not None and mine.rank is not None and mine.score is not None:
        text = skin_for(game.title).result_text(mine.rank, len(players), mine.score)
    else:
        text = ended_text(game.ended) or _won(players)
    return {"kicker": _kicker(game, _("over")), "text": text, "scores": not game.ended}


def _won(players: list[ListedSeat]) -> str:
    """Who came first, for readers who did not play."""
    first = [selectors.seat_name(player) for player in players if player.rank == 1]
    if not first:
        return ""
    return ngettext("First: %(names)s.", "First together: %(names)s.", len(first)) % {
        "names": ", ".join(first)
    }
