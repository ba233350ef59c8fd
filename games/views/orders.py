"""The order form: shown and handed in. Acts on a whole turn are in `form_acts`.

Every button of the page posts all fields, and none is lost: what is filled in is saved with the act, shown
again, or dropped only after the reader confirms it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from urllib.parse import parse_qsl

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from msgspec import Struct
from msgspec.structs import replace

from accounts.guests import open_to_guests
from config.addresses import address
from web.errors import DATABASE_UNAVAILABLE, logged_out

from .. import selectors, tasks
from ..access import Entry
from ..contract import Closes, Orders
from ..models import Game
from ..services.guides import guide_dismiss
from ..services.order_forms import (
    Declined,
    SavedForm,
    order_form_look,
    order_form_save,
)
from ..services.refusals import Refused
from ..skin import REST, Desk, Edit, figures
from .answers import SeeOther, leave_for
from .errors import refused_post
from .live import arriving, unchanged
from .order_page import OrderPage
from .values import Unsaved

log = logging.getLogger(__name__)

# The buttons whose act the address alone does not tell: their values are posted again after a question.
_BUTTONS = ("act", "door", "ready", "guide")


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, public_id: str) -> HttpResponse:
    """The question to a player, and what the player has handed in."""
    if request.method == "POST" and not request.user.is_authenticated:
        return logged_out(request)
    arrival = arriving(request, public_id, seated=True, deputies=True)
    entry, turns = arrival.entry, arrival.turns
    if same := unchanged(request, arrival, address("games:game", public_id), form=True):
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


class _OpenOrderForm(OrderPage):
    """The same form, handed in. `saved_along`: what was saved before the act that was asked for."""

    saved_along: SavedForm | None = None

    def post(self) -> HttpResponse:
        """Handle a POST: save the form, resolve it at once, or show why not with what was typed."""
        post = posted(self.request)
        if self.closed():
            return refused_post(self.request, "paused" if self.game.paused else "due")
        if "guide" in post:
            return self._dismiss_guide(post)
        if "open" in post and post.get("turn") == (self.main.window.name if self.main else None):
            return self.show(post)  # with one more of its questions drawn
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

    def _dismiss_guide(self, post: Mapping[str, str]) -> HttpResponse:
        """Dismiss the guide; what is filled in is saved, or asked about."""
        if self.deputy is None:
            guide_dismiss(player=self.player)
        return self.settle(post) or SeeOther(reverse("games:orders", args=[self.game.public_id]))

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
                ready=ready, seen=self.seen, deputy=self.deputy,
            )  # fmt: skip
        except Refused as refused:
            return refused_post(self.request, refused.code, refused.params)
        except DATABASE_UNAVAILABLE as problem:
            # Locked, full, read-only or lost: nothing was saved, so nobody has a receipt.
            log.error("orders not taken game=%s %s", self.game.public_id, type(problem).__name__)
            return refused_post(self.request, "database_away", status=503)

    def _done(self, done: SavedForm, edit: Edit, left: Mapping[str, str]) -> HttpResponse:
        self._say_along(edit)
        if done.came_back:
            text = _(
                "You are back: this form has ended your days away. The table reads it after the next noon."
            )
            messages.success(self.request, text)
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
        if main and _changes(rest, main) and not keep:
            return self.show(post, unsaved=self._unsaved(post))
        form = self
        if main and _changes(rest, main):
            ready = _still_ready(main, rest.orders)
            done = self._save(main, rest.orders, _revision(post, main.window.name), ready)
            if isinstance(done, HttpResponse):
                return done
            if isinstance(done, Declined):
                return self.show(post, unsaved=self._unsaved(post))
            self.saved_along = done
            self._say_along(rest, _("what you had filled in"))
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

    def _say_along(self, edit: Edit, otherwise: str = "") -> None:
        """Say what was saved along, in the title's words, or `otherwise`."""
        if what := figures.listed(edit.along) or otherwise:
            messages.success(self.request, _("Saved along with it: %(what)s.") % {"what": what})


def _changes(rest: Edit, desk: Desk) -> bool:
    """Whether a form whose own buttons were not pressed is to be saved all the same."""
    return bool(rest.along) or (rest.keeps and not rest.errors and rest.orders != desk.orders)


class Settled(Struct, frozen=True):
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
