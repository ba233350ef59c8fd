"""The pages of conversations: the values of their templates."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from accounts.requests import is_logged_in
from config.addresses import address
from web.prose import clean

from .. import access, selectors
from ..access import Spot, Talking
from ..models import Conversation, Game, Message, MessageReport, Player
from ..selectors import KnownConversation
from ..services import talk as service
from ..skin import Person, figures
from .frame import page_values
from .talk_list import People, people_shown, sections_of
from .talk_messages import (
    eras_of,
    found_message,
    messages_shown,
    reportable,
)
from .values import context_of

Kind = Conversation.Kind


class Typed(Struct, frozen=True):
    """What was posted and refused, to be shown again. `beside`: the field beside which the refusal stands."""

    text: str = ""
    refusal: str = ""
    beside: str = ""
    to: frozenset[int] = frozenset()
    name: str = ""
    which: int = 0
    why: str = ""
    words: str = ""


def thread_page(
    request: HttpRequest,
    talking: Talking,
    spot: Spot,
    players: list[Player],
    typed: Typed,
    status: int = 200,
) -> HttpResponse:
    now, who = timezone.now(), people_shown(players)
    kept = selectors.reader_state_of(talking, spot, now)
    whole = "all" in request.GET
    thread = selectors.thread_of(talking, spot, whole=whole, since=kept.read)
    known = selectors.conversations_of(talking, now)
    inside = (talking.player is not None and not talking.only_reads) or talking.runs
    newest = thread.messages[-1].number if thread.messages else 0
    if inside and is_logged_in(request) and spot.conversation is not None and newest > kept.read:
        spot.conversation.game = talking.game
        unread = service.conversation_read(
            conversation=spot.conversation, user=request.user, player=talking.player, number=newest
        )
        if talking.player is not None:
            talking.player.unread = unread
    shown = messages_shown(talking, spot, who, thread, kept)
    text = typed.text or kept.draft
    title, about = _title(talking, spot, who)
    own = {
        "spot": spot,
        "heading": title,
        "about": about,
        "person": _one_person(talking, spot, who),
        "here": conversation_url(talking, spot, players),
        "called": _name_in_url(talking, spot, players),
        "eras": eras_of(talking, shown),
        "fresh": sum(message.fresh for message in shown),
        "earlier": thread.earlier,
        "newest": newest,
        "text": text,
        "typed": typed,
        "kept": kept,
        "reports": reportable(shown) if inside and talking.player and spot.kind != Kind.MASTERS else [],
        "whys": MessageReport.Why.choices,
        "empty_place": _nobody_there(talking, spot, who),
        "publishing": _publishing(talking, spot, thread.messages, who),
        **room_values(text, None if typed.text else kept.draft_at, ""),
    }
    return _draw(request, talking, players, who, known, spot.key, own, status)


def index_page(
    request: HttpRequest,
    talking: Talking,
    players: list[Player],
    typed: Typed,
    *,
    words: str = "",
    found: list[Message] | None = None,
    status: int = 200,
) -> HttpResponse:
    now, who = timezone.now(), people_shown(players)
    known = selectors.conversations_of(talking, now)
    me = talking.player
    may_begin = me is not None and not talking.only_reads and talking.game.press == Game.Press.ALL
    own = {
        "words": words,
        "found": [found_message(talking, who, message) for message in found or []],
        "choices": [
            (who.people[p.pk], p.number, p.number in typed.to)
            for p in players
            if may_begin and me is not None and p.pk != me.pk and p.user_id is not None
        ],
        "typed": typed,
    }
    return _draw(request, talking, players, who, known, "", own, status)


def _draw(
    request: HttpRequest,
    talking: Talking,
    players: list[Player],
    who: People,
    known: list[KnownConversation],
    current: str,
    own: dict[str, Any],
    status: int,
) -> HttpResponse:
    values = page_values(request, talking.entry, "talk", players, talking.turns)
    # This page does not follow the game: a reader who is typing is not redirected when noon strikes.
    values = replace(values, news=None, refresh=None)
    sections = sections_of(talking, who, known, current)
    own |= {
        "sections": sections,
        "unread": sum(line.unread for section in sections for line in section.lines),
        "plays": talking.player is not None and not talking.only_reads,
        "runs": talking.runs,
        "waiting": access.reports_for(talking).count() if talking.runs else 0,
        "press": talking.game.press,
        "press_text": press_word(talking.game),
        "talk_url": address("games:talk", talking.game.public_id),
    }
    return render(request, "games/talk.html", context_of(values, own=own), status=status)


def press_word(game: Game) -> str:
    """Who may talk, in a word."""
    return str(Game.Press(game.press).label)


def _title(talking: Talking, spot: Spot, who: People) -> tuple[str, str]:
    """The heading of a conversation, and a text that says who reads it."""
    me, game = talking.player, talking.game
    if spot.kind == Kind.TABLE:
        read = (
            _("read by the whole table, and by spectators from the next noon on")
            if game.is_public
            else _("read by the whole table")
        )
        return _("Everybody"), read
    if spot.kind == Kind.MASTERS:
        if me is None:
            return who.names(spot.players), _("read by this player and the game masters only")
        return _("Those who run this game"), _("read by you and the game masters only")
    if spot.conversation is not None and spot.conversation.published_at is not None:
        read = _("published: read by everybody who may see the game")
    else:
        read = _("read by %(names)s only") % {"names": who.names(spot.players)}
    others = tuple(pk for pk in spot.players if me is None or pk != me.pk)
    name = spot.conversation.name if spot.conversation is not None else ""
    return name or who.names(others), read


def _one_person(talking: Talking, spot: Spot, who: People) -> Person | None:
    """The person whose avatar is shown beside the heading: the other one of a letter."""
    if spot.kind not in (Kind.LETTER, Kind.MASTERS) or (talking.player and spot.kind == Kind.MASTERS):
        return None
    me = talking.player.pk if talking.player else 0
    return next((who.people[pk] for pk in spot.players if pk != me), None)


def _nobody_there(talking: Talking, spot: Spot, who: People) -> str:
    """A sentence for a letter to a seat that no person holds; "" for any other conversation."""
    if spot.kind != Kind.LETTER or not spot.writes or talking.player is None:
        return ""
    other = next((who.players[pk] for pk in spot.players if pk != talking.player.pk), None)
    if other is None or other.user_id is not None:
        return ""
    if other.is_bot:
        return _("A bot plays in this place: nobody reads what you write until somebody takes it over.")
    return _("Nobody holds this place: what you write is read once somebody takes it over.")


def _publishing(talking: Talking, spot: Spot, said: list[Message], who: People) -> dict[str, Any] | None:
    """The values of the question whether to publish a conversation of a finished game; None if this reader is
    not asked."""
    game, conversation = talking.game, spot.conversation
    private = spot.kind in (Kind.LETTER, Kind.GROUP)
    if game.stage != Game.Stage.FINISHED or not private or conversation is None or talking.player is None:
        return None
    if conversation.published_at is not None or talking.player.pk not in spot.players:
        return None
    return {"writes": any(message.author_id == talking.user_id for message in said)}


def room_values(text: str, at: datetime | None, refusal: str) -> dict[str, Any]:
    """The values of the line below the text field: its length, and when the draft was saved."""
    count = len(clean(text))
    values = {"count": figures.number(count), "most": figures.number(service.MOST_CHARACTERS)}
    return {
        "room": _("%(count)s of %(most)s characters") % values,
        "kept_at": figures.date_text(timezone.localtime(at), "H:i") if at else "",
        "not_kept": refusal,
    }


def conversation_url(talking: Talking, spot: Spot, players: list[Player]) -> str:
    """The URL of a conversation for this reader."""
    return address("games:conversation", talking.game.public_id, _name_in_url(talking, spot, players))


def _name_in_url(talking: Talking, spot: Spot, players: list[Player]) -> str:
    """The name of a conversation in URLs for this reader."""
    me = talking.player
    if me is not None and spot.kind == Kind.MASTERS:
        return "masters"
    if me is not None and spot.kind == Kind.LETTER and me.pk in spot.players:
        return next(p.pid for p in players if p.pk in spot.players and p.pk != me.pk)
    return spot.key
