"""What is said within a game: its conversations, writing in them, and what their readers do with them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.requests import UserRequest, is_logged_in
from config.addresses import address
from web.errors import logged_out
from web.prose import clean, to_html, to_line

from .. import access, selectors
from ..access import Spot, Talking
from ..models import Conversation, Game, Message, MessageReport, Player
from ..refusaltexts import refusal_text
from ..registry import skin_for
from ..selectors import KnownConversation
from ..selectors.talk import Kept
from ..services import talk as service
from ..services.refusals import Refused
from ..skin import Person, figures
from .answers import SeeOther
from .frame import page_values
from .values import context_of

FEW = 13  # with more seats, only those with whom something was written are listed
LAST = 60  # characters of the last message in the list
MOST_SEARCHED = 100  # characters of what is looked for
REPORTABLE = 20  # of the newest messages
MOST_NAME = 60  # characters of a group's name
Kind = Conversation.Kind
View = Callable[[UserRequest, Talking, Spot, list[Player]], HttpResponse]


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A conversation in the list. `icon`: "table" or "masters" where no people are drawn."""

    url: str
    name: str
    about: str
    icon: str = ""
    people: tuple[Person, ...] = ()
    unread: int = 0
    muted: bool = False
    draft: bool = False
    last: str = ""
    current: bool = False


@dataclass(frozen=True, slots=True)
class TalkSection:
    label: str
    lines: list[TalkLine]


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message as its reader sees it. `person`: None for a game master; `fresh`: not read before, and the
    first of these is `first`; `former`: whoever wrote it has lost the seat since; `when`: "" where hours are
    not the reader's to know; `note`: a sentence instead of a message, where a seat changed hands."""

    number: int = 0
    person: Person | None = None
    name: str = ""
    mine: bool = False
    fresh: bool = False
    first: bool = False
    former: bool = False
    when: str = ""
    html: SafeString | str = ""
    removed: bool = False
    struck: str = ""
    note: str = ""
    url: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Era:
    """The messages that belong to one chapter; `is_open`: its noon is still to come."""

    key: str
    name: str
    day: str
    is_open: bool
    messages: list[ShownMessage]


@dataclass(frozen=True, slots=True)
class Typed:
    """What was posted and refused: it is shown again. `beside`: the field of the sentence."""

    text: str = ""
    refusal: str = ""
    beside: str = ""
    to: frozenset[int] = frozenset()
    name: str = ""
    which: int = 0
    why: str = ""
    words: str = ""


# ---- pages ------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HttpRequest, public_id: str) -> HttpResponse:
    """The list of conversations, with what a search finds in them; POST begins a letter or a group."""
    if request.method == "POST" and not request.user.is_authenticated:
        return logged_out(request)
    began = timezone.now()
    talking = _opened(request, public_id)
    game = talking.game
    players = selectors.seats_of(game)
    if request.method == "POST":
        return _begin(request, talking, players, began)
    words = clean(request.GET.get("q", ""))[:MOST_SEARCHED]
    writes = talking.player is not None and not talking.only_reads and game.press == Game.Press.ALL
    if not words and not writes and (first := _first(talking)):
        return redirect("games:conversation", game.public_id, first)
    chosen = re.fullmatch("p([0-9]{1,4})", request.GET.get("to", ""))
    typed = Typed(to=frozenset([int(chosen[1])] if chosen else []))
    found = selectors.messages_found(talking, words) if words else []
    return _index(request, talking, players, typed, words=words, found=found)


def _opened(request: HttpRequest, public_id: str) -> Talking:
    """The game; Http404 for whoever can read nothing of what is said in it."""
    talking = access.talking(request.user, public_id)
    if talking.player is None and not talking.runs and talking.game.press == Game.Press.NONE:
        raise Http404
    return talking


def _first(talking: Talking) -> str:
    """The conversation to open first; "" for a game master to whom all write."""
    if talking.game.press != Game.Press.NONE:
        return "table"
    return "masters" if talking.player is not None else ""


def _begin(request: HttpRequest, talking: Talking, players: list[Player], began: datetime) -> HttpResponse:
    assert is_logged_in(request)
    if talking.player is None or talking.only_reads:
        raise Http404
    numbers = {int(n) for n in request.POST.getlist("to") if re.fullmatch("[0-9]{1,4}", n)}
    typed = Typed(text=request.POST.get("text", ""), to=frozenset(numbers), name=request.POST.get("name", ""))
    name = " ".join(clean(typed.name).split())
    try:
        if len(name) > MOST_NAME:
            raise Refused("group_name_long", length=len(name), most=MOST_NAME)
        where = service.group_open(
            game=talking.game, author=request.user, player=talking.player, seats=numbers, name=name,
            text=typed.text, began=began,
        )  # fmt: skip
    except Refused as refused:
        beside = {"nobody_chosen": "to", "group_name_long": "name"}.get(refused.code, "text")
        typed = replace(typed, refusal=refusal_text(refused.code, refused.params), beside=beside)
        return _index(request, talking, players, typed, status=422)
    messages.success(request, _("Sent."))
    return SeeOther(address("games:conversation", talking.game.public_id, where))


def _in_conversation(view: View) -> Callable[[HttpRequest, str, str], HttpResponse]:
    """A view that somebody who is logged in posts to, about one conversation; a GET leads to its page."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, conversation: str) -> HttpResponse:
        if request.method != "POST":
            return redirect("games:conversation", public_id, conversation)
        if not is_logged_in(request):
            return logged_out(request)
        talking = _opened(request, public_id)
        players = selectors.seats_of(talking.game)
        spot = access.spot_for(talking, conversation, players)
        if talking.only_reads or (talking.player is None and not talking.runs):
            raise Http404
        return view(request, talking, spot, players)

    return wrapped


@require_http_methods(["GET", "HEAD", "POST"])
def conversation(request: HttpRequest, public_id: str, conversation: str) -> HttpResponse:
    """One conversation; POST sends what was written in it, keeps it as a draft, or discards it. A
    page that is open asks with `?after=` whether something was written since."""
    if request.method == "POST":
        return _post(request, public_id, conversation)
    talking = _opened(request, public_id)
    players = selectors.seats_of(talking.game)
    spot = access.spot_for(talking, conversation, players)
    if request.headers.get("HX-Request") and "after" in request.GET:
        return _newer(request, talking, spot, players)
    return _thread(request, talking, spot, players, Typed())


def _newer(request: HttpRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    """For a page that is open: the line that says how many messages came after its last one, 204 if none.
    Nothing counts as read. The page itself loads nothing, because somebody may be typing."""
    number = _after(request) or 0
    newer = selectors.newer_messages(talking, spot, number)
    if not newer:
        return HttpResponse(status=204)
    here = address("games:conversation", talking.game.public_id, _called(talking, spot, players))
    return render(request, "games/talk/newer.html", {"newer": newer, "here": here, "newest": number})


@_in_conversation
def _post(request: UserRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    began, game = timezone.now(), talking.game
    if not spot.writes:
        raise Http404
    act, text, after = request.POST.get("do", "send"), request.POST.get("text", ""), _after(request)
    try:
        if act == "drop":
            service.draft_keep(game=game, spot=spot, user=request.user, text="")
        elif act == "keep":
            service.draft_keep(game=game, spot=spot, user=request.user, text=text)
        else:
            service.message_send(
                game=game, spot=spot, author=request.user, player=talking.player, text=text, began=began,
                after=after,
            )  # fmt: skip
    except Refused as refused:
        said = refusal_text(refused.code, refused.params)
        typed = Typed(text=text, refusal=said, beside="text")
        return _thread(request, talking, spot, players, typed, status=422)
    url = address("games:conversation", game.public_id, _called(talking, spot, players))
    return SeeOther(f"{url}#write")


@_in_conversation
def draft(request: UserRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    """Keep what is being typed, as it is typed; answers with the line that says so."""
    text, refusal, at = request.POST.get("text", ""), "", None
    if not spot.writes:
        raise Http404
    try:
        at = service.draft_keep(
            game=talking.game, spot=spot, user=request.user, text=text, after=_after(request)
        )
    except Refused as refused:
        refusal = refusal_text(refused.code, refused.params)
    return render(request, "games/parts/kept.html", _room(text, at, refusal))


@_in_conversation
def mute(request: UserRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    """Mute a conversation for its reader, or hear of it again."""
    until = request.POST.get("mute", "")
    until = until if until in ("noon", "game") else ""
    service.conversation_mute(
        game=talking.game, spot=spot, user=request.user, player=talking.player, until=until
    )
    text = (
        _("Muted: this conversation sends you no notice and shows no count.")
        if until
        else _("You hear of this conversation again.")
    )
    messages.success(request, text)
    return _back(talking, spot, players)


@_in_conversation
def report(request: UserRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    """Show one message to the game masters, with the two before and the two after it."""
    which, why = request.POST.get("which", ""), request.POST.get("why", "")
    number = int(which) if re.fullmatch("[0-9]{1,6}", which) else 0
    typed = Typed(which=number, why=why, words=request.POST.get("words", ""))
    if talking.player is None or spot.kind == Kind.MASTERS:
        raise Http404
    found = access.messages_for(talking).filter(conversation__key=spot.key, number=number).first()
    sentence, beside = "", "which"
    if found is None:
        sentence = _("Nothing was reported: no message was chosen. Choose one.")
    elif why not in MessageReport.Why.values:
        sentence, beside = _("Nothing was reported: you have not said why. Choose one."), "why"
    else:
        try:
            service.message_report(
                message=found, game=talking.game, reporter=request.user, why=why, words=typed.words
            )
        except Refused as refused:
            sentence = refusal_text(refused.code, refused.params)
            beside = "words" if refused.code == "report_too_long" else "which"
    if sentence:
        typed = replace(typed, refusal=sentence, beside=beside)
        return _thread(request, talking, spot, players, typed, status=422)
    messages.success(request, _("Reported. The game masters read it; what they decide is in the ledger."))
    return _back(talking, spot, players)


@_in_conversation
def publish(request: UserRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    """Agree, or no longer, that everybody who may see the game reads this conversation."""
    agrees = request.POST.get("agrees") == "yes"
    if spot.conversation is None or talking.player is None:
        raise Http404
    try:
        done = service.conversation_agree(
            game=talking.game, conversation=spot.conversation, user=request.user, agrees=agrees
        )
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
        return _back(talking, spot, players)
    if done:
        messages.success(request, _("Published: everybody who may see the game reads this conversation."))
    elif agrees:
        messages.success(request, _("You agree. It stays private until everybody who wrote in it does."))
    else:
        messages.success(request, _("You no longer agree. The conversation stays private."))
    return _back(talking, spot, players)


def _after(request: HttpRequest) -> int | None:
    """The number of the last message that the page showed; None if it does not say."""
    text = request.POST.get("after", "") or request.GET.get("after", "")
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else None


def _back(talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    return SeeOther(address("games:conversation", talking.game.public_id, _called(talking, spot, players)))


def _called(talking: Talking, spot: Spot, players: list[Player]) -> str:
    """The name of a conversation in this reader's addresses."""
    me = talking.player
    if me is not None and spot.kind == Kind.MASTERS:
        return "masters"
    if me is not None and spot.kind == Kind.LETTER and me.pk in spot.players:
        return next(p.pid for p in players if p.pk in spot.players and p.pk != me.pk)
    return spot.key


# ---- the list ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _People:
    """The seats of a game and how they are shown, by the id of the row."""

    players: dict[int, Player]
    people: dict[int, Person]

    def names(self, ids: tuple[int, ...]) -> str:
        return figures.listed([self.people[pk].name for pk in ids if pk in self.people])


def _people_of(players: list[Player]) -> _People:
    people = selectors.people_of(players)
    by_id = {player.pk: next(p for pid, p in people.items() if pid == player.pid) for player in players}
    return _People({player.pk: player for player in players}, by_id)


def _sections(
    talking: Talking, who: _People, known: list[KnownConversation], current: str
) -> list[TalkSection]:
    """The list of conversations, by kind."""
    game, me = talking.game, talking.player
    by_key = {each.key: each for each in known}
    sections: list[TalkSection] = []
    if game.press != Game.Press.NONE:
        about = _about_table(game, len(who.players))
        line = _line(talking, who, by_key.get("table"), "table", _("Everybody"), about, current, "table")
        sections.append(TalkSection(_("The table"), [line]))
    mine = [each for each in known if me is not None and me.pk in each.players]
    groups = [
        _line(
            talking, who, each, each.key, each.name or who.names(_others(each, me)), who.names(each.players),
            current,
        )
        for each in mine
        if each.kind == Kind.GROUP and each.count
    ]  # fmt: skip
    sections.append(TalkSection(_("Groups"), sorted(groups, key=lambda line: line.name.casefold())))
    sections.append(TalkSection(_("Letters"), _letters(talking, who, by_key, current)))
    if me is not None:
        found = by_key.get(f"masters-{me.number}")
        about = (
            _("always open")
            if game.press != Game.Press.NONE
            else _("always open, also where players do not write to each other")
        )
        name = _("Those who run this game")
        line = _line(talking, who, found, "masters", name, about, current, "masters")
        sections.append(TalkSection(_("The game masters"), [line]))
    elif talking.runs:
        asked = [
            _line(
                talking,
                who,
                each,
                each.key,
                who.names(each.players),
                _("writes to the game masters"),
                current,
            )
            for each in known
            if each.kind == Kind.MASTERS and each.count
        ]
        sections.append(TalkSection(_("To the game masters"), asked))
    others = [
        _line(talking, who, each, each.key, each.name or who.names(each.players), _("published"), current)
        for each in known
        if each.published and each not in mine
    ]
    sections.append(TalkSection(_("Published after the end"), others))
    return [section for section in sections if section.lines]


def _about_table(game: Game, count: int) -> str:
    players = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    if not game.is_public:
        return players
    return _("%(players)s; spectators after noon") % {"players": players}


def _others(known: KnownConversation, me: Player | None) -> tuple[int, ...]:
    return tuple(pk for pk in known.players if me is None or pk != me.pk)


def _letters(
    talking: Talking, who: _People, by_key: dict[str, KnownConversation], current: str
) -> list[TalkLine]:
    """The letters with each other seat: those in which something was written, and the people to whom one may
    write, as long as they are few."""
    me, lines = talking.player, []
    if me is None or talking.game.press != Game.Press.ALL:
        return []
    for player in who.players.values():
        if player.pk == me.pk:
            continue
        low, high = sorted((me.number, player.number))
        known = by_key.get(f"{low}-{high}")
        listed = len(who.players) <= FEW and player.user_id is not None
        if listed or (known is not None and (known.count or known.draft)):
            person = who.people[player.pk]
            lines.append(
                _line(
                    talking, who, known, player.pid, person.name, _("letter for two"), current, "", (person,)
                )
            )
    return lines


def _line(
    talking: Talking,
    who: _People,
    known: KnownConversation | None,
    name: str,
    shown: str,
    about: str,
    current: str,
    icon: str = "",
    people: tuple[Person, ...] = (),
) -> TalkLine:
    me = talking.player
    if known is not None and not people and not icon:
        people = tuple(who.people[pk] for pk in _others(known, me) if pk in who.people)[:2]
    is_current = current == (known.key if known else name) or current == name
    line = TalkLine(
        url=address("games:conversation", talking.game.public_id, name), name=shown, about=about, icon=icon,
        people=people, current=is_current,
    )  # fmt: skip
    if known is None:
        return line
    last = _("“%(text)s”") % {"text": to_line(known.last, LAST)} if known.last else ""
    if last and me is not None and known.last_by == me.pk:
        last = _("You: %(text)s") % {"text": last}
    elif last and known.kind in (Kind.TABLE, Kind.GROUP) and known.last_by in who.people:
        last = _("%(name)s: %(text)s") % {"name": who.people[known.last_by].name, "text": last}
    return replace(
        line, last=last, muted=known.muted, draft=known.draft,
        unread=0 if is_current or known.muted else known.unread,
    )  # fmt: skip


# ---- one conversation -------------------------------------------------------------------------------


def _thread(
    request: HttpRequest,
    talking: Talking,
    spot: Spot,
    players: list[Player],
    typed: Typed,
    status: int = 200,
) -> HttpResponse:
    now, who = timezone.now(), _people_of(players)
    kept = selectors.kept_of(talking, spot, now)
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
    shown = _shown(talking, spot, who, thread, kept)
    text = typed.text or kept.draft
    title, about = _title(talking, spot, who)
    own = {
        "spot": spot,
        "heading": title,
        "about": about,
        "person": _one_person(talking, spot, who),
        "here": address("games:conversation", talking.game.public_id, _called(talking, spot, players)),
        "called": _called(talking, spot, players),
        "eras": _eras(talking, shown),
        "fresh": sum(message.fresh for message in shown),
        "earlier": thread.earlier,
        "newest": newest,
        "text": text,
        "typed": typed,
        "kept": kept,
        "reports": _reportable(shown) if inside and talking.player and spot.kind != Kind.MASTERS else [],
        "whys": MessageReport.Why.choices,
        "empty_place": _nobody_there(talking, spot, who),
        "publishing": _publishing(talking, spot, thread.messages, who),
        **_room(text, None if typed.text else kept.draft_at, ""),
    }
    return _draw(request, talking, players, who, known, spot.key, own, status)


def _index(
    request: HttpRequest,
    talking: Talking,
    players: list[Player],
    typed: Typed,
    *,
    words: str = "",
    found: list[Message] | None = None,
    status: int = 200,
) -> HttpResponse:
    now, who = timezone.now(), _people_of(players)
    known = selectors.conversations_of(talking, now)
    me = talking.player
    may_begin = me is not None and not talking.only_reads and talking.game.press == Game.Press.ALL
    own = {
        "words": words,
        "found": [_found(talking, who, message) for message in found or []],
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
    who: _People,
    known: list[KnownConversation],
    current: str,
    own: dict[str, Any],
    status: int,
) -> HttpResponse:
    values = page_values(request, talking.entry, "talk", players, talking.turns)
    # Nothing on this page changes by itself: whoever types here is not led on when noon strikes.
    values = replace(values, news=None, refresh=None)
    sections = _sections(talking, who, known, current)
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


def _title(talking: Talking, spot: Spot, who: _People) -> tuple[str, str]:
    """The heading of a conversation, and who reads it."""
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


def _one_person(talking: Talking, spot: Spot, who: _People) -> Person | None:
    """Whose avatar stands beside the heading: that of the other one of a letter."""
    if spot.kind not in (Kind.LETTER, Kind.MASTERS) or (talking.player and spot.kind == Kind.MASTERS):
        return None
    me = talking.player.pk if talking.player else 0
    return next((who.people[pk] for pk in spot.players if pk != me), None)


def _nobody_there(talking: Talking, spot: Spot, who: _People) -> str:
    """A sentence where the other place of a letter is held by no person; "" otherwise."""
    if spot.kind != Kind.LETTER or not spot.writes or talking.player is None:
        return ""
    other = next((who.players[pk] for pk in spot.players if pk != talking.player.pk), None)
    if other is None or other.user_id is not None:
        return ""
    if other.is_bot:
        return _("A bot plays in this place: nobody reads what you write until somebody takes it over.")
    return _("Nobody holds this place: what you write is read once somebody takes it over.")


def _shown(
    talking: Talking, spot: Spot, who: _People, thread: selectors.Thread, kept: Kept
) -> list[ShownMessage]:
    """The messages with the notes of who took a seat over between them."""
    me, inside = talking.player, talking.player is not None or talking.runs
    published = spot.conversation is not None and spot.conversation.published_at is not None
    member = me is not None and me.pk in spot.players
    hours = spot.kind == Kind.TABLE or member or (talking.runs and not published)
    taken = sorted(
        (since, pk) for pk, moments in thread.handovers.items() for since in moments if pk in who.people
    )
    shown: list[ShownMessage] = []
    told = False
    for message in thread.messages:
        while taken and taken[0][0] < message.sent_at:
            shown.append(_handover(who, message.chapter, *taken.pop(0)))
        mine = message.player_id == me.pk if me is not None else talking.runs and message.player_id is None
        fresh = inside and not talking.only_reads and message.number > kept.read
        fresh = fresh and message.author_id != talking.user_id
        shown.append(
            replace(
                _message(talking, who, message, hours=hours), mine=mine, fresh=fresh,
                first=fresh and not told,
            )
        )  # fmt: skip
        told = told or fresh
    last = thread.messages[-1].chapter if thread.messages else talking.game.chapter
    shown += [_handover(who, last, *each) for each in taken]
    return shown


def _handover(who: _People, chapter: int, since: datetime, pk: int) -> ShownMessage:
    day = figures.date_text(timezone.localtime(since), "j F")
    text = _("On %(day)s somebody else took this place over, and reads what stands above: %(name)s.")
    return ShownMessage(number=-chapter, note=text % {"day": day, "name": who.people[pk].name})


def _message(talking: Talking, who: _People, message: Message, *, hours: bool) -> ShownMessage:
    player = who.players.get(message.player_id or 0)
    person = who.people.get(message.player_id or 0)
    skin = skin_for(talking.game.title)
    struck = ""
    if message.struck:
        struck = _("Sent while noon struck. It belongs to: %(turn)s.") % {
            "turn": skin.chapter_text(message.chapter)
        }
    return ShownMessage(
        number=message.number, person=person, name=person.name if person else _("A game master"),
        former=player is not None and message.author_id != player.user_id,
        when=_when(message.sent_at) if hours else "", html="" if message.removed else to_html(message.text),
        removed=message.removed, struck=struck, where=skin.chapter_text(message.chapter),
    )  # fmt: skip


def _when(moment: datetime) -> str:
    """A moment in the reader's zone, as briefly as it is clear."""
    local, today = timezone.localtime(moment), timezone.localdate()
    hour = figures.date_text(local, "H:i")
    if local.date() == today:
        return _("today %(hour)s") % {"hour": hour}
    day = "D" if 0 < (today - local.date()).days < 7 else "j M"
    return f"{figures.date_text(local, day)} {hour}"


def _eras(talking: Talking, shown: list[ShownMessage]) -> list[Era]:
    """The messages by the chapter they belong to, in their order."""
    game, eras = talking.game, list[Era]()
    running = game.stage == Game.Stage.RUNNING
    for message in shown:
        name = message.where or (eras[-1].name if eras else "")
        if not eras or eras[-1].name != name:
            current = skin_for(game.title).chapter_text(game.chapter)
            eras.append(Era(f"e{len(eras)}", name, message.when, running and name == current, []))
        eras[-1].messages.append(message)
    return eras


def _reportable(shown: list[ShownMessage]) -> list[tuple[int, str]]:
    """The newest messages that others wrote, with what tells them apart."""
    others = [m for m in reversed(shown) if m.person is not None and not m.mine and not m.removed]
    return [(m.number, f"{m.name}, {m.when}" if m.when else m.name) for m in others[:REPORTABLE]]


def _room(text: str, at: datetime | None, refusal: str) -> dict[str, Any]:
    """The line below what is being written: how long it is, and whether it is kept."""
    count = len(clean(text))
    values = {"count": figures.number(count), "most": figures.number(service.MOST_CHARACTERS)}
    return {
        "room": _("%(count)s of %(most)s characters") % values,
        "kept_at": figures.date_text(timezone.localtime(at), "H:i") if at else "",
        "not_kept": refusal,
    }


def _publishing(talking: Talking, spot: Spot, said: list[Message], who: _People) -> dict[str, Any] | None:
    """Whether this reader is asked to agree that a conversation of a finished game is published."""
    game, conversation = talking.game, spot.conversation
    private = spot.kind in (Kind.LETTER, Kind.GROUP)
    if game.stage != Game.Stage.FINISHED or not private or conversation is None or talking.player is None:
        return None
    if conversation.published_at is not None or talking.player.pk not in spot.players:
        return None
    return {"writes": any(message.author_id == talking.user_id for message in said)}


def _found(talking: Talking, who: _People, message: Message) -> ShownMessage:
    """A message that a search has found, with the link to where it stands."""
    conversation, me = message.conversation, talking.player
    name = conversation.key
    if me is not None and conversation.kind == Kind.MASTERS:
        name = "masters"
    elif me is not None and conversation.kind == Kind.LETTER:
        low, high = map(int, conversation.key.split("-"))
        if me.number in (low, high):
            name = f"p{high if me.number == low else low}"
    url = address("games:conversation", talking.game.public_id, name)
    # Whoever was not in it may read what was published, and not when it was said.
    hours = conversation.kind == Kind.TABLE or conversation.published_at is None
    shown = _message(talking, who, message, hours=hours)
    return replace(shown, url=f"{url}?all=1#m{message.number}")


# ---- for game masters -------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def reports(request: HttpRequest, public_id: str) -> HttpResponse:
    """The reports that wait for a decision; POST decides one. For those who run the game."""
    if not is_logged_in(request):
        return logged_out(request) if request.method == "POST" else redirect_to_login(request.path)
    talking = access.talking(request.user, public_id)
    waiting = access.reports_for(talking)
    here = SeeOther(address("games:talk_reports", public_id))
    if request.method == "POST":
        asked, decision = request.POST.get("report", ""), request.POST.get("decision", "")
        found = waiting.filter(pk=int(asked)).first() if re.fullmatch("[0-9]{1,18}", asked) else None
        if found is None or decision not in ("left", "removed"):
            messages.warning(request, refusal_text("decided_already", {}))
            return here
        try:
            service.report_decide(
                game=talking.game, report=found, author=request.user, remove=decision == "removed"
            )
        except Refused as refused:
            messages.warning(request, refusal_text(refused.code, refused.params))
            return here
        messages.success(request, _("Decided. The ledger of the game says so, without names."))
        return here
    players = selectors.seats_of(talking.game)
    who = _people_of(players)
    shown = [
        (found.report, [_reported(talking, who, found.report, message) for message in found.around])
        for found in selectors.reports_waiting(list(waiting.select_related("message").order_by("at")))
    ]
    values = page_values(request, talking.entry, "talk", players, talking.turns)
    values = replace(values, news=None, refresh=None)
    return render(
        request, "games/talk_reports.html",
        context_of(values, own={"shown": shown, "talk_url": address("games:talk", public_id)}),
    )  # fmt: skip


def _reported(talking: Talking, who: _People, report: MessageReport, message: Message) -> ShownMessage:
    shown = _message(talking, who, message, hours=True)
    return replace(shown, fresh=message.pk == report.message_id)
