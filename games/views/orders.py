"""The order form: shown and handed in. Acts on a whole turn are in `form_acts`.

Every button of the page posts all fields, and none is lost: what is filled in is saved with the act, shown
again, or its loss is asked about before anything else is done.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import parse_qsl

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject, cached_property
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from web.errors import DATABASE_UNAVAILABLE, logged_out

from .. import access, selectors, tasks
from ..access import Entry
from ..contract import Closes, Orders, Window
from ..models import Game, Player, Turn
from ..registry import skin_for
from ..selectors import SceneRequest
from ..services.order_forms import (
    Declined,
    SavedForm,
    Seen,
    order_form_look,
    order_form_save,
)
from ..services.refusals import Refused
from ..skin import REST, Desk, Edit, FormPage, Scene, Skin, figures
from .answers import SeeOther, leave_for
from .errors import refused_post
from .frame import page_values
from .live import full_news, live_turn, looks, refresh_of, unchanged
from .receipts import act_receipt, desk_receipt, receipt_text, set_aside_why, who_is_in
from .values import FormValues, PageValues, ShownReceipt, Unsaved, context_of

log = logging.getLogger(__name__)

# The buttons whose act the address alone does not tell: their values are posted again after a question.
_BUTTONS = ("act", "door", "ready")


@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is asked of a player now, and what the player has handed in."""
    if request.method == "POST" and not request.user.is_authenticated:
        return logged_out(request)
    entry = access.seat_for(request.user, public_id)
    turns = selectors.open_turns(entry.game)
    if same := unchanged(request, entry, turns, reverse("games:game", args=[public_id]), form=True):
        return same
    if entry.game.stage != Game.Stage.RUNNING:
        if request.method == "POST":
            return refused_post(request, "not_running")
        return redirect("games:game", public_id)
    form = _OpenOrderForm(request, entry, turns)
    return form.post() if request.method == "POST" else form.show()


def posted(request: HttpRequest) -> dict[str, str]:
    """What was posted. The button that continues without unsaved fields stands for the button pressed before
    it."""
    post: dict[str, str] = request.POST.dict()
    return {**post, **dict(parse_qsl(post["without"]))} if "without" in post else post


def whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0


def _revision(post: Mapping[str, str], turn_name: str) -> int:
    """The revision of a turn's form that the page was drawn from."""
    main = post.get("revision") if post.get("turn") == turn_name else None
    return whole(post.get(f"revision:{turn_name}", main))


def _still_ready(desk: Desk, orders: Orders) -> bool:
    """Whether a player who was ready stays so with these orders. A form saved in parts was declared complete
    as it was: changed, or handed in again after it was set aside, it is another form."""
    return desk.ready and (not desk.window.in_parts or (desk.saved and orders == desk.orders))


class _OpenOrderForm:
    """One request for the order form. Everything is read when it is first used, because most posts end in a
    redirect and need no page."""

    def __init__(self, request: HttpRequest, entry: Entry, turns: list[Turn]) -> None:
        self.request, self.entry, self.game = request, entry, entry.game
        self.skin: Skin = skin_for(entry.game.title)
        self.turns = turns
        assert entry.player is not None
        self.player = entry.player
        self.saved_along: SavedForm | None = None
        self.query: Mapping[str, str] = request.GET.dict()
        self.seen: Seen | None = None
        # Lazy: the scene is read when the title first uses it.
        self.edited: Scene = cast(Scene, SimpleLazyObject(self._scene_to_edit))

    def _scene_to_edit(self) -> Scene:
        self.seen = Seen(self.game.number, selectors.view_of(self.game, self.player))
        return selectors.scene_to_edit(self.entry, self.seen.view)

    @cached_property
    def scene(self) -> Scene:
        """What the page is drawn from."""
        asked = SceneRequest(self.game.chapter, main=live_turn(self.turns))
        view = self.seen.view if self.seen else None
        return selectors.scene_for(self.entry, self.players, asked, self.query, view)

    @cached_property
    def players(self) -> list[Player]:
        return selectors.seats_of(self.game)

    @cached_property
    def desks(self) -> list[Desk]:
        return selectors.desks_of(self.player, self.turns)

    @cached_property
    def main(self) -> Desk | None:
        return next((desk for desk in self.desks if not desk.window.is_door), None)

    @cached_property
    def page(self) -> PageValues:
        """The values around the form."""
        values = page_values(self.request, self.entry, "orders", self.players, self.turns)
        scene, shows_moves = self.scene, live_turn(self.turns) is not None
        return replace(
            values,
            scene=scene,
            full_news=full_news(self.game, self.turns, scene.view, scene.answered) if shows_moves else None,
            who_is_in=who_is_in(scene, self.window),
        )

    @property
    def window(self) -> Window | None:
        """The main open window, whoever it asks."""
        return selectors.window_of(self.turns[0]) if self.turns else None

    def _quoted(self, desk: Desk) -> Desk:
        return replace(desk, quote=self.skin.rules.quote(self.scene.view, desk.window, desk.orders))

    def again(self) -> _OpenOrderForm:
        """The same page, read again after something was saved."""
        entry = access.seat_for(self.request.user, self.game.public_id)
        return _OpenOrderForm(self.request, entry, selectors.open_turns(entry.game))

    def closed(self) -> bool:
        """Whether no order is accepted now: a turn is due or stuck, or the game is paused."""
        now = timezone.now()
        return self.game.paused or any(turn.stops_orders(now) for turn in self.turns)

    # ---- showing ------------------------------------------------------------------------------------

    def show(
        self,
        typed: Mapping[str, Any] | None = None,
        refused: Desk | None = None,
        unsaved: Unsaved | None = None,
        looked_at: Desk | None = None,
    ) -> HttpResponse:
        """The order form. `typed`: what was posted and is not saved; `refused`: the desk with the problems;
        `unsaved`: what to ask before continuing; `looked_at`: the desk with the form that is looked at."""
        if typed is None and self.closed():
            main = self._quoted(self.main) if self.main else None
            around = replace(self.page, refresh=refresh_of(self.request, self.page.news))
            return render(self.request, "games/noon.html", context_of(around, self._form(main)))
        if typed is None and looks(self.request):
            return redirect("games:game", self.game.public_id)  # the turn it was saved for is over
        shown = {looked_at.window.name: looked_at} if looked_at else {}
        desks = [shown.get(desk.window.name, desk) for desk in self.desks]
        desks = [replace(self._quoted(desk), typed=typed) for desk in desks]
        if refused:
            problems = refused.problems
            same = refused.window.name
            desks = [replace(d, problems=problems) if d.window.name == same else d for d in desks]
        main = next((desk for desk in desks if not desk.window.is_door), None)
        doors = tuple(desk for desk in desks if desk.window.is_door)
        page = self.skin.form(self.scene, main, doors) if main else self.skin.waiting(self.scene, doors)
        page = page or FormPage("games/nothing_asked.html", {})
        looked = next((desk for desk in desks if desk.looked_at), None)
        form = replace(
            self._form(main),
            doors=doors,
            passes=page.passes,
            summary=page.summary,
            typed=bool(typed),
            unsaved=unsaved,
            left=bool(typed) and not (refused or unsaved or looked),
            looked_at=looked,
            looked_at_text=receipt_text(self.skin, self.scene, looked) if looked else None,
        )
        around = replace(self.page, live=page.live)
        status = 422 if refused or unsaved else 200
        context = context_of(around, form, own=page.context)
        return render(self.request, page.template, context, status=status)

    def _form(self, main: Desk | None) -> FormValues:
        """The values of `games/order_form.html` that are the same for every title."""
        here = [self.game.public_id]
        return FormValues(
            desk=main,
            receipt=self._receipt(main),
            set_aside_why=set_aside_why(self.skin, self.scene, main),
            form_url=reverse("games:orders", args=here),
            resolve_now_url=reverse("games:resolve_now", args=here) if self.game.closes_in_request else "",
            ready_url=reverse("games:ready", args=here) if self._may_be_ready(main) else "",
            withdraw_url=reverse("games:withdraw", args=here),
        )

    def _receipt(self, main: Desk | None) -> ShownReceipt | None:
        """The receipt of what is saved, or else of the player's last act where acts are possible."""
        if main and main.saved:
            return desk_receipt(self.skin, self.scene, main)
        if self.window is None or (self.window.closes is not Closes.AT_ONCE and len(self.turns) < 2):
            return None
        since = self.game.latest if live_turn(self.turns) else self.game.chapter
        return act_receipt(self.skin, self.scene, self.game, self.player, since=since)

    def _may_be_ready(self, main: Desk | None) -> bool:
        """Whether the turn can close before its deadline when players declare themselves ready."""
        return self.game.close_when_all_ready or (main is not None and main.window.in_parts)

    # ---- handing in ---------------------------------------------------------------------------------

    def post(self) -> HttpResponse:
        """Handle a POST: save the form, resolve it at once, or show why not with what was typed."""
        post = posted(self.request)
        if self.closed():
            return refused_post(self.request, "paused" if self.game.paused else "due")
        wanted = post.get("look") or post.get("door") or post.get("turn")
        desk = next((desk for desk in self.desks if desk.window.name == wanted), None)
        if desk is None:
            return refused_post(self.request, "closed")
        edit = self.skin.edit(self.edited, desk, post)
        if edit.errors:
            return self.show(post, replace(desk, problems=edit.errors))
        if "look" in post:
            return self._look(post, desk, edit.orders)
        if desk.window.is_door and (answer := self.settle(post, pressed=desk)):
            return answer
        left = {**edit.left, **self._left_elsewhere(post, desk)}
        if not edit.keeps:
            return self.show(left)
        kept_open = desk.window.closes is Closes.AT_NOON or (desk.window.in_parts and not edit.complete)
        at_risk = edit.asks or (edit.left and not kept_open)
        if at_risk and "without" not in post:  # this may close the turn
            return self.show(left, unsaved=self._unsaved(post))
        ready = edit.complete or _still_ready(desk, edit.orders)
        done = self._save(desk, edit.orders, _revision(post, desk.window.name), ready)
        if isinstance(done, HttpResponse):
            return done
        if isinstance(done, Declined):
            return self._declined(post, replace(desk, problems=done.problems))
        return self._done(done, edit, {} if "without" in post else left)

    def _look(self, post: Mapping[str, str], desk: Desk, orders: Orders) -> HttpResponse:
        """Show the form with its quote, or with its problems; nothing is saved."""
        try:
            problems = order_form_look(
                title=self.game.title, view=self.scene.view, window=desk.window, orders=orders
            )
        except Refused as refused:
            return refused_post(self.request, refused.code, refused.params)
        if problems:
            return self.show(post, replace(desk, problems=problems))
        return self.show(post, looked_at=replace(desk, orders=orders, looked_at=True))

    def _declined(self, post: Mapping[str, str], desk: Desk) -> HttpResponse:
        """The rules refuse. What was saved before the act, at a door, is no longer filled in."""
        if not self.saved_along:
            return self.show(post, desk)
        return self.again().show({**self._left_elsewhere(post), "act": post.get("act", "")}, desk)

    def _save(
        self, desk: Desk, orders: Orders, revision: int, ready: bool
    ) -> SavedForm | Declined | HttpResponse:
        """Hand a form in; a response if it was refused."""
        try:
            return order_form_save(
                player=self.player, turn_name=desk.window.name, revision=revision, orders=orders,
                ready=ready, seen=self.seen,
            )  # fmt: skip
        except Refused as refused:
            return refused_post(self.request, refused.code, refused.params)
        except DATABASE_UNAVAILABLE as problem:
            # Locked, full, read-only or lost: nothing was saved, so nobody has a receipt.
            log.error("orders not taken game=%s %s", self.game.public_id, type(problem).__name__)
            return refused_post(self.request, "database_away", status=503)

    def _done(self, done: SavedForm, edit: Edit, left: Mapping[str, str]) -> HttpResponse:
        self._say_along(edit)
        if done.closes and not self.game.closes_in_request:
            tasks.close_soon(done.closes)
        if done.closes and self.game.closes_in_request:
            return leave_for(self.request, reverse("games:game", args=[self.game.public_id]))
        if done.resolved and not edit.told:
            messages.success(self.request, _("Done: it counts at once."))
        if left:
            form = self.again()
            form.query = {"saved": edit.anchor}
            return form.show(left)
        url = reverse("games:orders", args=[self.game.public_id])
        query = "?" + urlencode({"saved": edit.anchor}) if edit.anchor else ""
        return SeeOther(url + query + (f"#{edit.anchor}" if edit.anchor else ""))

    # ---- what else is filled in ---------------------------------------------------------------------

    def settle(
        self, post: Mapping[str, str], *, keep: bool = True, pressed: Desk | None = None
    ) -> HttpResponse | None:
        """Before an act that cannot be undone: save what is filled in (if `keep`), and ask about what cannot
        be saved. None: continue."""
        if "without" in post:
            return None
        main = self.main if self.main and self.main.window.name == post.get("turn") else None
        rest = self.skin.edit(self.edited, main, {**post, "act": REST}) if main else Edit(())
        left = {**rest.left, **self._left_elsewhere(post, main, pressed)}
        if rest.along and main and not keep:
            return self.show(post, unsaved=self._unsaved(post))
        form = self
        if rest.along and main:
            ready = _still_ready(main, rest.orders)
            done = self._save(main, rest.orders, _revision(post, main.window.name), ready)
            if isinstance(done, HttpResponse):
                return done
            if isinstance(done, Declined):
                return self.show(post, unsaved=self._unsaved(post))
            self.saved_along = done
            self._say_along(rest)
            if done.closes:
                return self._done(done, Edit(()), {})
            form = self.again()
        return form.show(left, unsaved=self._unsaved(post)) if left else None

    def _left_elsewhere(self, post: Mapping[str, str], *seen: Desk | None) -> dict[str, str]:
        """The fields filled in at the doors, except for the desks `seen`."""
        names = {desk.window.name for desk in seen if desk}
        left: dict[str, str] = {}
        for desk in self.desks:
            if desk.window.is_door and desk.window.name not in names:
                left.update(self.skin.edit(self.edited, desk, {**post, "act": REST}).left)
        return left

    def _unsaved(self, post: Mapping[str, str]) -> Unsaved:
        pressed = {name: post[name] for name in _BUTTONS if name in post} or {"go": "on"}
        return Unsaved(urlencode(pressed), self.request.path)

    def _say_along(self, edit: Edit) -> None:
        if edit.along:
            what = figures.listed(edit.along)
            messages.success(self.request, _("Saved along with it: %(what)s.") % {"what": what})


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of the filled-in fields before an act on the whole turn. `answer`: the response to give
    instead of the act, None to continue; `revision`: that of the form the act is about."""

    answer: HttpResponse | None
    revision: int


def settled(request: HttpRequest, entry: Entry, *, keep: bool = True) -> Settled:
    """Settle what is filled in, before an act on the whole turn: save it (if `keep`) or ask about it."""
    post = posted(request)
    revision = _revision(post, post.get("turn", ""))
    if entry.game.stage != Game.Stage.RUNNING:
        return Settled(None, revision)
    form = _OpenOrderForm(request, entry, selectors.open_turns(entry.game))
    answer = None if form.closed() else form.settle(post, keep=keep)
    return Settled(answer, form.saved_along.revision if form.saved_along else revision)
