"""Conversations within a game: reading, writing, and the acts of their readers."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from accounts.requests import UserRequest, is_logged_in
from config.addresses import address
from web.errors import logged_out
from web.prose import clean

from .. import access, selectors
from ..access import Spot, Talking
from ..models import Conversation, Game, Message, MessageReport, Player
from ..refusaltexts import refusal_text
from ..services import talk as service
from ..services.refusals import Refused
from .answers import SeeOther
from .frame import page_values
from .talk_list import People, people_shown
from .talk_messages import ShownMessage, message_shown
from .talk_pages import Typed, conversation_url, index_page, room_values, thread_page
from .values import context_of

MOST_SEARCHED = 100  # characters of a search
MOST_NAME = 60  # characters of a group's name
Kind = Conversation.Kind
View = Callable[[UserRequest, Talking, Spot, list[Player]], HttpResponse]


@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HttpRequest, public_id: str) -> HttpResponse:
    """The list of conversations and the results of a search; POST begins a letter or a group."""
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
    return index_page(request, talking, players, typed, words=words, found=found)


def _opened(request: HttpRequest, public_id: str) -> Talking:
    """The game. Raises Http404 for readers who may read none of its conversations."""
    talking = access.talking(request.user, public_id)
    if talking.player is None and not talking.runs and talking.game.press == Game.Press.NONE:
        raise Http404
    return talking


def _first(talking: Talking) -> str:
    """The conversation to open first; "" for the list."""
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
        return index_page(request, talking, players, typed, status=422)
    messages.success(request, _("Sent."))
    return SeeOther(address("games:conversation", talking.game.public_id, where))


def _in_conversation(view: View) -> Callable[[HttpRequest, str, str], HttpResponse]:
    """A view for posts of logged-in users about one conversation; a GET redirects to its page."""

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
    """One conversation; POST sends a message, saves it as a draft, or discards the draft. An open page asks
    with `?after=` for newer messages."""
    if request.method == "POST":
        return _post(request, public_id, conversation)
    talking = _opened(request, public_id)
    players = selectors.seats_of(talking.game)
    spot = access.spot_for(talking, conversation, players)
    if request.headers.get("HX-Request") and "after" in request.GET:
        return _newer(request, talking, spot, players)
    return thread_page(request, talking, spot, players, Typed())


def _newer(request: HttpRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    """The response to an open page that asks for newer messages: a line with their number, 204 without any.
    Nothing counts as read, and the page does not load them itself, because its reader may be typing."""
    number = _after(request) or 0
    newer = selectors.newer_messages(talking, spot, number)
    if not newer:
        return HttpResponse(status=204)
    here = conversation_url(talking, spot, players)
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
        return thread_page(request, talking, spot, players, typed, status=422)
    return SeeOther(f"{conversation_url(talking, spot, players)}#write")


@_in_conversation
def draft(request: UserRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    """Save a draft while it is typed; the response is the line that says so."""
    text, refusal, at = request.POST.get("text", ""), "", None
    if not spot.writes:
        raise Http404
    try:
        at = service.draft_keep(
            game=talking.game, spot=spot, user=request.user, text=text, after=_after(request)
        )
    except Refused as refused:
        refusal = refusal_text(refused.code, refused.params)
    return render(request, "games/parts/kept.html", room_values(text, at, refusal))


@_in_conversation
def mute(request: UserRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    """Mute a conversation for its reader, or unmute it."""
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
    """Report one message to the game masters, who then read it with the two before and the two after it."""
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
        return thread_page(request, talking, spot, players, typed, status=422)
    messages.success(request, _("Reported. The game masters read it; what they decide is in the ledger."))
    return _back(talking, spot, players)


@_in_conversation
def publish(request: UserRequest, talking: Talking, spot: Spot, players: list[Player]) -> HttpResponse:
    """Agree to publish this conversation of a finished game, or take the consent back."""
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
    return SeeOther(conversation_url(talking, spot, players))


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
    who = people_shown(players)
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


def _reported(talking: Talking, who: People, report: MessageReport, message: Message) -> ShownMessage:
    shown = message_shown(talking, who, message, hours=True)
    return replace(shown, fresh=message.pk == report.message_id)
