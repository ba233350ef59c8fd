"""Leaving a game, taking over a place that was left, and the page for somebody who is out of a game."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import invited
from accounts.requests import UserRequest, is_logged_in
from web.discreet import discreet

from .. import access, selectors
from ..access import Entry
from ..forms import JoinForm
from ..models import Game, Player
from ..refusaltexts import refusal_text
from ..registry import skin_for
from ..services.games import game_leave
from ..services.leaving import Way, place_offered, place_take_over, seat_leave, way_out
from ..services.refusals import Refused
from ..services.waiting import noon_wait
from ..texts import moment_text
from .cards import noon_hour
from .frame import reader_zone
from .gathering import join_form
from .invitations import KEPT, TOKEN


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give one's place back before the start. In a running game, GET says what leaving means and POST does
    it."""
    page = reverse("games:game", args=[public_id])
    if not request.user.is_authenticated:
        return redirect_to_login(page) if request.method == "POST" else redirect(page)
    if request.method != "POST":
        entry = access.game_for(request.user, public_id)
        return _page(request, entry) if _may_leave(entry) else redirect(page)
    entry = access.seat_for(request.user, public_id)
    assert entry.player is not None
    try:
        if entry.game.stage == Game.Stage.GATHERING:
            return _gave_back(request, entry)
        if not _may_leave(entry):
            raise Refused("not_running")
        if request.POST.get("means") != "for good":  # pressed on a page from before the start
            raise Refused("started")
        way = seat_leave(player=entry.player)
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
        return redirect(page)
    if way is Way.DOOR:
        messages.success(request, _("You have left the game, as its rules have it. The others are told."))
        return redirect(page)
    messages.success(request, _("You have left the game. The others are told, and your place is offered."))
    return redirect("games:lobby")


@require_http_methods(["POST"])
def wait(request: HttpRequest, public_id: str) -> HttpResponse:
    """Move noon by a day, on behalf of a player who asks."""
    page = reverse("games:game", args=[public_id])
    if not request.user.is_authenticated:
        return redirect_to_login(page)
    entry = access.seat_for(request.user, public_id)
    assert entry.player is not None
    try:
        noon_wait(player=entry.player)
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
    else:
        messages.success(request, _("The table waits: noon comes on the next day played. All are told."))
    return redirect(page)


def _may_leave(entry: Entry) -> bool:
    running = entry.game.stage == Game.Stage.RUNNING and entry.game.has_table
    return running and entry.player is not None


def _gave_back(request: HttpRequest, entry: Entry) -> HttpResponse:
    assert entry.player is not None
    game_leave(player=entry.player)
    messages.success(request, _("You gave your place back: %(game)s.") % {"game": entry.game.name})
    return redirect("games:game", entry.game.public_id) if entry.is_creator else redirect("games:lobby")


def _page(request: HttpRequest, entry: Entry) -> HttpResponse:
    game, player = entry.game, entry.player
    assert player is not None
    way = way_out(game, player)
    context = {
        "game": game, "title_key": game.title, "skin": skin_for(game.title), "nav": "games",
        "way": way.value, "asleep": game.paused,
    }  # fmt: skip
    return render(request, "games/leave.html", context)


@discreet
@require_http_methods(["GET", "HEAD", "POST"])
def place(request: HttpRequest, token: str) -> HttpResponse:
    """A place that is offered: GET describes it, POST takes it over for a logged-in user. While the reader
    logs in, the token is stored in a cookie, like that of an invitation (see `invitations`)."""
    comes_back = token == KEPT
    if comes_back:
        token = invited.kept(request, invited.PLACE)
    offered = place_offered(token) if TOKEN.fullmatch(token) else None
    if offered is None:
        gone = _gone(request)
        return invited.forget(request, gone, invited.PLACE) if comes_back else gone
    if is_logged_in(request):
        if request.method == "POST":
            return _take_over(request, offered, token)
        return _place(request, offered, token, join_form(request))
    if request.method == "POST":
        response: HttpResponse = redirect_to_login(reverse("games:place", args=[KEPT]))
    else:
        response = _place(request, offered, KEPT, join_form(request))
    return invited.keep(response, token, invited.PLACE)


def _gone(request: HttpRequest) -> HttpResponse:
    """The page of a place that is not offered, or no longer."""
    return render(request, "games/place_gone.html", {"nav": "games"}, status=404)


def _take_over(request: UserRequest, offered: Player, token: str) -> HttpResponse:
    form = JoinForm(request.POST if "name" in request.POST else {"name": str(request.user)})
    if form.is_valid():
        try:
            taken = place_take_over(token=token, user=request.user, name=form.cleaned_data["name"])
        except Refused as refused:
            if refused.code == "no_such_offer":  # somebody else has taken it meanwhile
                return _gone(request)
            text = refusal_text(refused.code, refused.params)
            form.add_error("name" if refused.code == "name_taken" else None, text)
        else:
            messages.success(request, _("The place is yours, with all that belongs to it."))
            return invited.forget(request, redirect("games:game", taken.game.public_id), invited.PLACE)
    return _place(request, offered, token, form)


def _place(request: HttpRequest, offered: Player, token: str, form: JoinForm) -> HttpResponse:
    game = offered.game
    noon = min((t.deadline for t in selectors.open_turns(game) if t.deadline), default=None)
    context = {
        "game": game, "title_key": game.title, "skin": skin_for(game.title), "nav": "games", "form": form,
        "place": offered, "name": selectors.seat_name(offered), "noon": moment_text(noon, game),
        "hour": noon_hour(game, timezone.now(), reader_zone(request)), "token": token,
        "chapter": skin_for(game.title).chapter_text(game.chapter),
        "watch": game.is_public,
    }  # fmt: skip
    return render(request, "games/place.html", context, status=422 if form.errors else 200)
