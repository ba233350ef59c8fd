"""The order form as a page: what a request reads of a game, and the values it renders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject, cached_property
from msgspec.structs import replace

from config.addresses import address

from .. import access, selectors
from ..access import Entry
from ..contract import Closes, Window
from ..models import Player, Turn
from ..registry import skin_for
from ..selectors import SceneRequest
from ..services.order_forms import Seen
from ..skin import Desk, FormPage, Guide, Scene, Skin
from .frame import page_values
from .live import full_news, live_turn, looks, refresh_of
from .receipts import act_receipt, desk_receipt, receipt_text, set_aside_why, who_is_in
from .values import FormValues, PageValues, ShownReceipt, Unsaved, context_of, shown_doors


class OrderPage:
    """One request for the order form. Everything is read when it is first used, because most posts end in a
    redirect and need no page."""

    def __init__(self, request: HttpRequest, entry: Entry, turns: list[Turn]) -> None:
        self.request, self.entry, self.game = request, entry, entry.game
        self.skin: Skin = skin_for(entry.game.title)
        self.turns = turns
        assert entry.player is not None
        self.player = entry.player
        self.deputy = request.user.pk if entry.deputy is not None else None
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
        scene = selectors.scene_for(self.entry, self.players, asked, self.query, view)
        # Lazy: only a title that has a guide for this turn asks.
        guided = SimpleLazyObject(
            lambda: self.deputy is None and not selectors.guide_is_dismissed(self.player)
        )
        return replace(scene, guided=cast(bool, guided))

    @cached_property
    def players(self) -> list[Player]:
        return selectors.seats_of(self.game)

    @cached_property
    def desks(self) -> list[Desk]:
        if self.deputy is None:
            return selectors.desks_of(self.player, self.turns)
        found = selectors.desks_of(self.player, self.turns, stored=True)
        return [desk for desk in found if not desk.window.is_door]

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
        """The main open window, no matter whom it asks."""
        return selectors.window_of(self.turns[0]) if self.turns else None

    def _begins(self) -> bool:
        """Whether the first chapter of the game is not over."""
        return self.window is not None and self.window.chapter <= 1

    def _quoted(self, desk: Desk) -> Desk:
        return replace(desk, quote=self.skin.rules.quote(self.scene.view, desk.window, desk.orders))

    def again(self) -> Self:
        """The same page, read again after something was saved."""
        entry = access.seat_for(self.request.user, self.game.public_id, deputies=self.deputy is not None)
        return type(self)(self.request, entry, selectors.open_turns(entry.game))

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
            desks = _with_problems(desks, refused)
        main = next((desk for desk in desks if not desk.window.is_door), None)
        doors = tuple(desk for desk in desks if desk.window.is_door)
        page = self.skin.form(self.scene, main, doors) if main else self.skin.waiting(self.scene, doors)
        page = page or FormPage("games/nothing_asked.html", {})
        looked = next((desk for desk in desks if desk.looked_at), None)
        form = replace(
            self._form(main),
            doors=doors,
            door_texts=shown_doors(self.skin, self.scene, page.doors, doors),
            passes=page.passes,
            summary=page.summary,
            guide=Guide(page.guide, is_open=not self.game.has_clock) if page.guide else None,
            aim=self.skin.aim(self.scene.view.public) if self._begins() and not page.reply else (),
            typed=bool(typed),
            unsaved=unsaved,
            left=bool(typed) and not (refused or unsaved or looked or "open" in (typed or {})),
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
            form_url=address("games:orders", *here),
            resolve_now_url=address("games:resolve_now", *here) if self.game.closes_in_request else "",
            ready_url=address("games:ready", *here) if self._may_be_ready(main) else "",
            withdraw_url=address("games:withdraw", *here) if self.deputy is None else "",
            undo_url=address("games:undo", *here) if main and self._may_undo(main) else "",
        )

    def _may_undo(self, main: Desk) -> bool:
        return self.deputy is None and main.undoable and (main.saved or main.withdrawn)

    def _receipt(self, main: Desk | None) -> ShownReceipt | None:
        """The receipt of the saved form or, if acts are resolved at once, of the player's last act."""
        if main and main.saved:
            return replace(desk_receipt(self.skin, self.scene, main), to_deputy=self.deputy is not None)
        if self.window is None or (self.window.closes is not Closes.AT_ONCE and len(self.turns) < 2):
            return None
        since = self.game.latest if live_turn(self.turns) else self.game.chapter
        found = act_receipt(self.skin, self.scene, self.game, self.player, since=since)
        return replace(found, to_deputy=self.deputy is not None) if found else None

    def _may_be_ready(self, main: Desk | None) -> bool:
        """Whether the turn can close before its deadline when players declare themselves ready."""
        if self.deputy is not None:
            return False
        return self.game.close_when_all_ready or (main is not None and main.window.in_parts)


def _with_problems(desks: Sequence[Desk], refused: Desk) -> list[Desk]:
    """The desks with the problems of a form: at its own question or, if that question is behind the one shown
    and cannot be answered yet, at the one shown, as problems of the whole form."""
    shown = next((desk for desk in desks if not desk.window.is_door), refused)
    name, problems = refused.window.name, refused.problems
    if not refused.window.is_door and name != shown.window.name:
        name, problems = shown.window.name, tuple(replace(each, order=None, input=None) for each in problems)
    return [replace(desk, problems=problems) if desk.window.name == name else desk for desk in desks]
