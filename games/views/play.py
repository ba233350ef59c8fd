"""The pages of a running or finished game, and the order form."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from .. import access, rows, selectors, tasks
from ..access import Entry
from ..models import Game, Turn
from ..refusaltexts import refusal_text
from ..registry import skin_for
from ..selectors import Asked
from ..services.order_forms import Declined, Saved, order_form_ready, order_form_save, order_form_withdraw
from ..services.refusals import Refused
from ..services.rehearsals import rehearsal_delete
from ..services.turns import turn_strike
from ..skin import Desk, Edit, FormPage, Page, Scene, Skin
from . import gathering
from .errors import kept, logged_out
from .frame import is_unread, may_open, page_context
from .live import live_turn, pulse, unchanged

log = logging.getLogger(__name__)


class SeeOther(HttpResponseRedirect):
    """After a POST: read the page, whatever the method was."""

    status_code = 303


@require_safe
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """A game's own address leads to what its reader should see now."""
    entry = access.game_for(request.user, public_id)
    if entry.game.stage in (Game.Stage.GATHERING, Game.Stage.CANCELLED):
        return gathering.waiting_room(request, entry)
    return redirect(home_url(entry))


def home_url(entry: Entry) -> str:
    """The page to open first: the scores of a finished game, a message not yet read, the order
    form; the first public page for who only watches."""
    game, player = entry.game, entry.player
    pages = [p for p in skin_for(game.title).pages if may_open(p, game, player)]
    final = [p for p in pages if p.final]
    unread = [p for p in pages if p.private and is_unread(p, game, player)]
    if final:
        return reverse("games:page", args=[game.public_id, final[0].slug])
    if unread:
        return reverse("games:page", args=[game.public_id, unread[0].slug])
    if player and game.stage == Game.Stage.RUNNING:
        return reverse("games:orders", args=[game.public_id])
    return reverse("games:page", args=[game.public_id, pages[0].slug])


@require_http_methods(["GET", "HEAD"])
def page(request: HttpRequest, public_id: str, slug: str, chapter: int | None = None) -> HttpResponse:
    """One page of a game, of one chapter if it has editions."""
    entry = access.game_for(request.user, public_id)
    game = entry.game
    found = next((p for p in skin_for(game.title).pages if p.slug == slug), None)
    if found is None or not may_open(found, game, entry.player):
        raise Http404
    if game.number < 0:
        return redirect("games:game", public_id)
    if chapter is not None and not (found.chaptered and found.first <= chapter <= game.latest):
        raise Http404
    turns = selectors.open_turns(game)
    if same := unchanged(request, entry, turns):
        return same
    players = selectors.seats_of(game)
    context = page_context(request, entry, slug, players, turns)
    if found.chaptered and game.latest < found.first:
        return render(request, "games/not_yet.html", {**context, "page": found})
    shown = chapter if chapter is not None else game.latest
    main = None if found.chaptered else live_turn(turns)
    asked = Asked(shown if found.chaptered else game.latest, found.private, noons=True, main=main)
    scene = selectors.scene_for(entry, players, asked, request.GET.dict())
    if main:
        context["pulse"] = pulse(game, turns, scene.view, scene.answered)
    response = render(request, found.template, {**context, **found.context(scene), "scene": scene})
    if found.chaptered and shown == game.latest:
        _mark_read(entry, found)
    return response


def _mark_read(entry: Entry, page: Page) -> None:
    player = entry.player
    if player is not None and is_unread(page, entry.game, player):
        player.seen = {**player.seen, page.slug: entry.game.latest}
        player.save(update_fields=["seen"])


# ---- the order form -------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is asked of a player now, and what he handed in."""
    if request.method == "POST" and not request.user.is_authenticated:
        return logged_out(request)
    entry = access.seat_for(request.user, public_id)
    if entry.game.stage != Game.Stage.RUNNING:
        return kept(request, "not_running") if request.method == "POST" else redirect("games:game", public_id)
    turns = selectors.open_turns(entry.game)
    if same := unchanged(request, entry, turns):
        return same
    work = _Work(request, entry, turns)
    return work.post() if request.method == "POST" else work.show()


class _Work:
    """One request for the order form: what is read once, shown, and changed."""

    def __init__(self, request: HttpRequest, entry: Entry, turns: list[Turn]) -> None:
        self.request, self.entry, self.game = request, entry, entry.game
        self.skin: Skin = skin_for(entry.game.title)
        self.players = selectors.seats_of(self.game)
        self.turns = turns
        assert entry.player is not None
        self.player = entry.player
        self.desks = selectors.desks_of(entry.player, self.turns)
        asked = Asked(self.game.chapter, main=live_turn(turns))
        self.scene: Scene = selectors.scene_for(entry, self.players, asked, request.GET.dict())
        self.context = page_context(request, entry, "orders", self.players, self.turns)
        if asked.main:
            self.context["pulse"] = pulse(self.game, turns, self.scene.view, self.scene.answered)

    def show(self, refused: Desk | None = None) -> HttpResponse:
        """The order form; `refused`: the desk whose POST was not kept, with what was typed."""
        if not refused and self._closed():
            return render(self.request, "games/noon.html", self._with_receipt(self._main()))
        desks = [self._quoted(d) for d in self.desks]
        if refused:
            desks = [refused if d.window.name == refused.window.name else d for d in desks]
        main = next((d for d in desks if not d.window.is_door), None)
        doors = tuple(d for d in desks if d.window.is_door)
        page = self.skin.form(self.scene, main, doors) if main else self.skin.waiting(self.scene, doors)
        page = page or FormPage("games/nothing_asked.html", {})
        context = {**self._with_receipt(main), **page.context, "doors": doors}
        return render(self.request, page.template, context, status=422 if refused else 200)

    def _closed(self) -> bool:
        """Whether no order is taken now: a turn is due or stuck, or the game is paused."""
        now = timezone.now()
        return self.game.paused or any(turn.stops_orders(now) for turn in self.turns)

    def _main(self) -> Desk | None:
        return next((self._quoted(d) for d in self.desks if not d.window.is_door), None)

    def _quoted(self, desk: Desk) -> Desk:
        return replace(desk, quote=self.skin.rules.quote(self.scene.view, desk.window, desk.orders))

    def _with_receipt(self, main: Desk | None) -> dict[str, Any]:
        lines = self.skin.receipt(self.scene, main.window, main.orders, main.quote) if main else ()
        here = [self.game.public_id]
        return {
            **self.context,
            "scene": self.scene,
            "desk": main,
            "receipt_lines": lines if main and main.saved else (),
            "form_url": reverse("games:orders", args=here),
            "strike_url": reverse("games:strike", args=here) if self.game.is_rehearsal else "",
            "ready_url": reverse("games:ready", args=here) if self.game.early else "",
            "withdraw_url": reverse("games:withdraw", args=here),
        }

    def post(self) -> HttpResponse:
        """Take what was posted: keep it, resolve it at once, or say why not with the text kept."""
        post = self.request.POST.dict()
        if self._closed():
            return kept(self.request, "paused" if self.game.paused else "due")
        desk = next((d for d in self.desks if d.window.name == post.get("turn")), None)
        if desk is None:
            return kept(self.request, "closed")
        desk = self._quoted(desk)
        edit = self.skin.edit(self.scene, desk, post)
        if edit.errors:
            return self.show(replace(desk, typed=post, problems=edit.errors))
        try:
            done = order_form_save(
                player=self.player, turn_name=desk.window.name, revision=_whole(post.get("revision")),
                orders=edit.orders, ready=desk.ready,
            )  # fmt: skip
        except Refused as refused:
            return kept(self.request, refused.code, refused.params)
        except rows.AWAY as problem:
            # It is locked, full, read only or gone; nothing was kept, so nobody has a receipt.
            log.error("orders not taken game=%s %s", self.game.public_id, type(problem).__name__)
            return kept(self.request, "database_away", status=503)
        if isinstance(done, Declined):
            return self._declined(desk, post, done)
        return self._done(done, edit)

    def _declined(self, desk: Desk, post: Mapping[str, Any], done: Declined) -> HttpResponse:
        """The rules refuse: their reasons stand on the form they speak of, next to the fields."""
        typed = replace(desk, typed=post, problems=done.problems)
        return self.show(typed)

    def _done(self, done: Saved, edit: Edit) -> HttpResponse:
        if done.closes and not self.game.is_rehearsal:
            tasks.close_soon(done.closes)
        if done.closes and self.game.is_rehearsal:
            return SeeOther(reverse("games:game", args=[self.game.public_id]))
        if done.resolved and not edit.told:
            messages.success(self.request, _("Done: it counts at once."))
        url = reverse("games:orders", args=[self.game.public_id])
        query = "?" + urlencode({"saved": edit.anchor}) if edit.anchor else ""
        return SeeOther(url + query + (f"#{edit.anchor}" if edit.anchor else ""))


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0


def acting(view: Callable[[HttpRequest, Entry], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that is posted to by a player of the game. Who reads its address is led to the game; who is
    logged out meanwhile is told so. Raises Http404 without a seat."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str) -> HttpResponse:
        if request.method != "POST":
            return redirect("games:game", public_id)
        if not request.user.is_authenticated:
            return logged_out(request)
        return view(request, access.seat_for(request.user, public_id))

    return wrapped


@acting
def ready(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Say that one is ready, in a game that closes as soon as everybody is; or take it back."""
    assert entry.player is not None
    try:
        closing = order_form_ready(
            player=entry.player,
            turn_name=request.POST.get("turn", ""),
            ready=request.POST.get("ready") == "1",
        )
    except Refused as refused:
        messages.warning(request, refusal_text(refused.code, refused.params))
    else:
        if closing:
            tasks.close_soon(closing)
    return SeeOther(reverse("games:orders", args=[entry.game.public_id]))


@acting
def withdraw(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Take one's form back, as if nothing had been handed in."""
    assert entry.player is not None
    url = reverse("games:orders", args=[entry.game.public_id])
    try:
        order_form_withdraw(
            player=entry.player,
            turn_name=request.POST.get("turn", ""),
            revision=_whole(request.POST.get("revision")),
        )
    except Refused as refused:
        return kept(request, refused.code, refused.params, url=url)
    messages.success(request, _("Taken back: nothing of yours is handed in for this turn."))
    return SeeOther(url)


@acting
def strike(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Noon, struck by the player of a rehearsal: resolved within this request."""
    if not entry.game.is_rehearsal:
        raise Http404
    if not turn_strike(game=entry.game, turn_name=request.POST.get("turn", "")):
        messages.warning(request, _("This noon has struck already. Here is what came of it."))
    return SeeOther(reverse("games:game", args=[entry.game.public_id]))


@acting
def throw_away(request: HttpRequest, entry: Entry) -> HttpResponse:
    """The player of a rehearsal throws it away."""
    if not entry.game.is_rehearsal:
        raise Http404
    rehearsal_delete(game=entry.game)
    messages.success(request, _("The rehearsal is gone."))
    return SeeOther(reverse("games:lobby"))
