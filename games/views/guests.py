"""A first game at once: one button, no account, no option."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.guests import STAY, guest_create, may_begin, open_to_guests
from accounts.models import User
from accounts.requests import is_logged_in
from web.errors import rejected_post

from ..models import Game
from ..refusaltexts import refusal_text
from ..registry import all_skins, is_installed
from ..services.refusals import Refused
from ..services.rehearsals import rehearsal_create
from .answers import SeeOther
from .frame import reader_zone
from .lobby import rehearsal_name


@open_to_guests
def first_game(request: HttpRequest) -> HttpResponse:
    """Start a rehearsal for somebody's first game and open its first order form. A visitor becomes a guest. A
    guest who has a rehearsal of this title that is not over continues it."""
    title = request.POST.get("title", "") or (all_skins()[0].rules.meta.key if all_skins() else "")
    if request.method != "POST" or not is_installed(title):
        return redirect("games:landing")
    user = request.user if is_logged_in(request) else None
    if user is not None and user.guest_until is not None:
        mine = Game.objects.filter(creator=user, title=title, stage=Game.Stage.RUNNING)
        if game := mine.order_by("-touched_at").first():
            return SeeOther(reverse("games:orders", args=[game.public_id]))
    if user is None:
        if not may_begin(request):
            return _later(request, _("Too many games were begun from your network just now."))
        user = guest_create(now=timezone.now(), time_zone=reader_zone(request))
        if user is None:
            return _later(request, _("As many people as we can take are trying a game at the moment."))
        login(request, user, settings.AUTHENTICATION_BACKENDS[0])
        request.session.set_expiry(STAY)
    return _begin(request, user, title)


def _begin(request: HttpRequest, user: User, title: str) -> HttpResponse:
    try:
        game = rehearsal_create(
            user=user,
            title=title,
            name=str(user),
            game_name=rehearsal_name(user, title),
            zone=reader_zone(request),
            is_first=True,
        )
    except Refused as refused:
        url = reverse("games:rehearsal")
        return rejected_post(request, refusal_text(refused.code, refused.params), url=url, typed=False)
    if user.guest_until is not None:
        # the way back from pages on which a guest is a visitor
        request.session["first_game"] = game.public_id
    return SeeOther(reverse("games:orders", args=[game.public_id]))


def _later(request: HttpRequest, why: str) -> HttpResponse:
    """The page for a visitor who cannot be a guest now; it offers to sign up instead."""
    sentence = why + " " + _("Try again in an hour, or create an account and start a rehearsal from it.")
    return rejected_post(request, sentence, status=429, url=reverse("account_signup"), typed=False)
