"""The pages of a running or finished game."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from msgspec.structs import replace

from accounts.guests import open_to_guests
from config.addresses import address

from .. import access, selectors
from ..access import Entry
from ..models import By, Game, Turn
from ..registry import skin_for
from ..selectors import SceneRequest
from ..services.rehearsals import rehearsal_delete
from ..skin import Page, Scene
from ..texts import hand_text
from . import gathering
from .answers import SeeOther, acting
from .editions import editions_of
from .frame import is_unread, may_open, page_values
from .live import arriving, full_news, live_turn, unchanged
from .receipts import who_is_in
from .values import context_of


@open_to_guests
@require_safe
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """The game's own address: redirects to the page its reader needs now."""
    entry = access.game_for(request.user, public_id, deputies=True)
    if entry.game.stage in (Game.Stage.GATHERING, Game.Stage.CANCELLED):
        return gathering.waiting_room(request, entry)
    return redirect(home_url(entry))


def home_url(entry: Entry) -> str:
    """The page to open first: the scores of a finished game, an unread message, the order form; for
    spectators the first public page."""
    game, player = entry.game, entry.player
    pages = [p for p in skin_for(game.title).pages if may_open(p, game, player)]
    final = [p for p in pages if p.final]
    unread = [p for p in pages if p.private and is_unread(p, game, player)] if not entry.deputy else []
    if final:
        return reverse("games:page", args=[game.public_id, final[0].slug])
    if unread:
        return reverse("games:page", args=[game.public_id, unread[0].slug])
    if player and game.stage == Game.Stage.RUNNING:
        return reverse("games:orders", args=[game.public_id])
    return reverse("games:page", args=[game.public_id, pages[0].slug])


@open_to_guests
@require_http_methods(["GET", "HEAD"])
def page(request: HttpRequest, public_id: str, slug: str, chapter: int | None = None) -> HttpResponse:
    """One page of a game. A page with editions shows the latest chapter unless another is asked for, and
    after the set-up (chapter 0) the one in progress; the edition of a chapter in progress grows with it."""
    arrival = arriving(request, public_id, deputies=True)
    entry, turns = arrival.entry, arrival.turns
    game = entry.game
    found = next((p for p in skin_for(game.title).pages if p.slug == slug), None)
    if found is None or not may_open(found, game, entry.player):
        raise Http404
    if game.number < 0:
        return redirect("games:game", public_id)
    in_progress = selectors.chapter_in_progress(game)
    newest = game.latest if in_progress is None else in_progress
    if chapter is not None and not (found.chaptered and found.first <= chapter <= newest):
        raise Http404
    if same := unchanged(request, arrival, address("games:page", public_id, slug)):
        return same
    players = selectors.seats_of(game)
    values = page_values(request, entry, slug, players, turns)
    if found.chaptered and newest < found.first:
        return render(request, "games/not_yet.html", context_of(values, own={"page": found}))
    latest = game.latest if game.latest >= max(found.first, 1) else newest
    shown = chapter if chapter is not None else latest
    grows = found.chaptered and shown == in_progress
    main = None if found.chaptered and not grows else live_turn(turns)
    asked = SceneRequest(
        shown if found.chaptered else game.latest,
        found.private,
        noons=True,
        main=main,
        past=found.past,
        course=found.course,
        archives=found.archives,
    )
    scene = selectors.scene_for(entry, players, asked, request.GET.dict())
    past = chapter is not None and not grows  # somebody who reads a past edition is not redirected
    values = replace(
        values,
        scene=scene,
        full_news=full_news(game, turns, scene.view, scene.answered) if main else None,
        who_is_in=who_is_in(scene, selectors.window_of(main)) if main else None,
        awaited=main is not None and not game.paused and _is_awaited(scene, main),
        live=found.live or grows,
        grows=grows,
        stays=past,
        refresh=None if past else values.refresh,
        editions=editions_of(found, skin_for(game.title), scene),
        whose_hand=_whose_hand(entry, scene),
    )
    response = render(request, found.template, context_of(values, own=found.context(scene)))
    if found.chaptered and (chapter is None or shown == game.latest):
        _mark_read(entry, found)
    return response


def _is_awaited(scene: Scene, turn: Turn) -> bool:
    """Whether a question still needs the reader's own answer; nobody waits for somebody with days away."""
    awaited = set(selectors.window_of(turn).awaited) - scene.answered - turn.seats_away
    return scene.reader in awaited


def _whose_hand(entry: Entry, scene: Scene) -> str:
    if scene.receipt is None or scene.receipt.by == By.SELF:
        return ""
    return hand_text(scene.receipt.by, to_deputy=entry.deputy is not None)


def _mark_read(entry: Entry, page: Page) -> None:
    """Note that the player has opened this edition; what a deputy opens is still new to the player."""
    player = entry.player if entry.deputy is None else None
    if player is not None and is_unread(page, entry.game, player):
        player.seen = {**player.seen, page.slug: entry.game.latest}
        player.save(update_fields=["seen"])


# ---- the order form -------------------------------------------------------------------------------


@open_to_guests
@acting
def throw_away(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Delete a rehearsal, on behalf of its player."""
    if not entry.game.is_rehearsal:
        raise Http404
    rehearsal_delete(game=entry.game)
    messages.success(request, _("The rehearsal is deleted."))
    return SeeOther(reverse("games:lobby"))
