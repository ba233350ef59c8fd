"""Joining a game by invitation, and the page of an invitation that is no longer valid."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts import invited
from accounts.requests import is_logged_in
from web.discreet import discreet

from .. import access
from ..access import Entry
from ..models import Game
from ..refusaltexts import refusal_text
from ..services.refusals import Refused
from .gathering import join_form, room, take_place

TOKEN = re.compile(r"[A-Za-z0-9_-]{1,32}")
KEPT = "kept"  # stands for the token in addresses while its reader logs in: see `invitation`


@discreet
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows the game, POST takes a place in it.

    While the reader logs in, the token must not be in a query string, which servers log: it is stored in a
    cookie, and the log-in leads back to `/i/kept/`.
    """
    comes_back = token == KEPT
    if comes_back:
        token = invited.kept(request)
    game = access.invited_game(token) if TOKEN.fullmatch(token) else None
    if game is None:
        dead = _dead(request, token)
        return invited.forget(request, dead) if comes_back else dead
    entry = _as_invited(request, game)
    if entry.player is not None:
        return _in(request, game)
    if not is_logged_in(request):
        if request.method == "POST":
            response: HttpResponse = redirect_to_login(reverse("games:invitation", args=[KEPT]))
        else:
            response = room(request, entry, join_form(request), KEPT)
        return invited.keep(response, token)
    if request.method != "POST":
        return room(request, entry, join_form(request), token)
    try:
        answer = take_place(request, entry, token)
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
        return redirect("games:invitation", token)
    return answer or _in(request, game)


def _in(request: HttpRequest, game: Game) -> HttpResponse:
    """Redirect a reader who has a place in the game to it."""
    return invited.forget(request, redirect("games:game", game.public_id))


def _as_invited(request: HttpRequest, game: Game) -> Entry:
    """The reader's relation to the game: player, creator, or neither."""
    user = request.user
    if not user.is_authenticated:
        return Entry(game, None, False, False)
    player = game.players.filter(user=user).first()
    return Entry(game, player, game.creator_id == user.pk, False)


def _dead(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation that is no longer valid: what happened, as far as its reader may know."""
    past = access.once_invited_game(token) if token else None
    if past and _as_invited(request, past).player is not None:
        return redirect("games:game", past.public_id)
    context: dict[str, Any] = {"nav": "games", "past": past, "watch": bool(past and past.is_public)}
    if past:
        context["cancelled"] = past.stage == Game.Stage.CANCELLED
        context["full"] = past.players.count() >= past.max_players
    return render(request, "games/invitation.html", context, status=410 if past else 404)
