"""One judge of a form, for page, receipt and resolution: what stands, and what is wrong with the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.contract import Orders, PlayerId, Problem, View, Window
from games.rulekit.judging import Refusals
from games.rulekit.shapes import OrderData
from games.rulekit.windows import asks, still_asked

from . import orders as o
from .board import directors, free
from .content import BOARD_MEETING, BONUS_DAY, C
from .judge import Case, Level, judge
from .state import Private, Public
from .windows import acts_at_meeting, has_boss_card, windows

EXACTLY_ONE: Final = (
    "placement", "event_order", "action", "bribe_reply", "boss_privilege", "extra_action", "leave", "return",
)  # fmt: skip
AT_LEAST_ONE: Final = ("director_exit", "round", "meeting")
ONE_OF_A_KIND: Final = ("replies", "events", "boss")


@dataclass(slots=True)
class Form:
    """A form as far as it was read: the orders that stand, in their order, and all problems."""

    public: Public
    private: Private
    player: PlayerId
    window: Window
    kept: list[OrderData] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def stands(self, kind: type[OrderData]) -> int:
        """How many orders of a kind stand."""
        return sum(isinstance(each, kind) for each in self.kept)


def sift(view: View[Public, Private], window: Window, orders: Orders) -> Form | tuple[Problem, ...]:
    """What stands of a form, or why its author may hand in nothing for this window. Never raises."""
    barred = _barred(view, window)
    if barred is not None or view.viewer is None or view.private is None:
        return (Problem(barred or "not_a_player"),)
    asked = still_asked(windows(view.public), window)
    assert asked is not None  # its author was not barred
    form = Form(view.public, view.private, view.viewer, asked)
    if len(orders) != 1 and asked.kind in EXACTLY_ONE:
        form.problems.append(Problem("one_order", params={"orders": len(orders)}))
        return form
    if not orders and asked.kind in AT_LEAST_ONE:
        form.problems.append(Problem("empty_form"))
    for place, raw in enumerate(orders):
        _sift_one(form, raw, place)
    return form


def _barred(view: View[Public, Private], window: Window) -> str | None:
    if view.viewer is None or view.viewer not in view.public.players:
        return "not_a_player"
    if view.public.over:
        return "game_over"
    return None if asks(windows(view.public), window, view.viewer) else "not_asked"


def _sift_one(form: Form, raw: Any, place: int) -> None:
    if getattr(raw, "kind", None) not in form.window.orders:
        form.problems.append(Problem("unknown_order", place))
        return
    order = o.SHAPES.read(raw, place)
    if not isinstance(order, OrderData):
        form.problems += order
        return
    refuse = Refusals(place)
    if order.kind in ONE_OF_A_KIND and form.stands(type(order)):
        refuse("one_only", kind=order.kind)
    _JUDGES[type(order) if not isinstance(order, o.Action) else o.Action](form, order, refuse)
    form.problems += refuse.problems
    if not refuse.problems:
        form.kept.append(order)
        form.places.append(place)


# ---- what is thought of an order -------------------------------------------------------------------------


def _action(form: Form, action: o.Action, refuse: Refusals) -> None:
    kind = form.window.kind
    if kind == "file":
        level, most, code = Level.FORM, o.MOST_FILED, "too_many_filed"
        if action.when is None:
            refuse("missing", "when")
    else:
        level = Level.SEALED if kind in AT_LEAST_ONE else Level.NOW
        most, code = C.actions.preferences, "too_many_actions"
        if action.when is not None:
            refuse("not_a_choice", "when")
    if kind == "meeting" and not acts_at_meeting(form.public, form.player):
        refuse("no_extra_action")
    if form.stands(o.Action) >= most:
        refuse(code, of=most)
    boss_first = kind == "meeting" and has_boss_card(form.public, form.player)
    judge(Case(form.public, form.player, form.private.cash, level, refuse, boss_first), action)


def _place(form: Form, order: o.Place, refuse: Refusals) -> None:
    """In a pass offices only fill up: a full division stays full."""
    if order.to == "board":
        if order.division is not None:
            refuse("not_a_choice", "division")
    elif order.division is None:
        refuse("missing", "division")
    elif not free(form.public, order.division):
        refuse("division_full", "division", division=order.division)


def _exit(form: Form, order: o.Exit, refuse: Refusals) -> None:
    if form.window.kind == "meeting":
        asked_about = directors(form.public, form.player)
    else:
        mine = (each for each in form.public.appointments if each.old == form.player)
        asked_about = tuple(each.division for each in mine)
    if order.division not in asked_about:
        refuse("not_asked_about", "division", division=order.division)
    if any(isinstance(each, o.Exit) and each.division == order.division for each in form.kept):
        refuse("twice", "division", division=order.division)


def _events(form: Form, order: o.Events, refuse: Refusals) -> None:
    """6.7: exactly the drawn and the regular cards, Bonus Day first, the Board Meeting not too early."""
    if form.public.marker != form.player:
        refuse("not_yours_to_order")
        return
    if set(order.cards) != {*form.private.drawn, BONUS_DAY, BOARD_MEETING}:
        refuse("not_the_drawn", "cards")
        return
    meeting = order.cards.index(BOARD_MEETING) + 1
    if order.cards.index(BONUS_DAY) + 1 > meeting:
        refuse("bonus_after_meeting", "cards")
    if meeting < C.row.earliest_meeting:
        refuse("meeting_too_early", "cards", place=meeting, earliest=C.row.earliest_meeting)


def _boss(form: Form, order: o.Boss, refuse: Refusals) -> None:
    if not has_boss_card(form.public, form.player):
        refuse("no_boss_card")
    elif (order.division is None) != order.decline:
        refuse("division_or_decline", "division")
    elif order.division is not None and not free(form.public, order.division):
        refuse("division_full", "division", division=order.division)


def _replies(form: Form, order: o.Replies, refuse: Refusals) -> None:
    for card, limits in limits_of(order).items():
        accept, below = limits.accept_from, limits.refuse_below
        if accept is not None and below is not None and accept < below:
            refuse("limits_crossed", card, accept_from=accept, refuse_below=below)


def limits_of(order: o.Replies) -> Mapping[str, o.Limits]:
    """The cards with an entry."""
    given = {card: getattr(order, card) for card in o.SHAPES[o.Replies.kind]}
    return {card: limits for card, limits in given.items() if limits is not None}


def _anything(form: Form, order: OrderData, refuse: Refusals) -> None:
    """Nothing can be wrong with it beyond its shape."""


_JUDGES: Final[Mapping[type[OrderData], Callable[[Form, Any, Refusals], None]]] = {
    o.Action: _action,
    o.Place: _place,
    o.Exit: _exit,
    o.Events: _events,
    o.ReplyOrder: _anything,
    o.Boss: _boss,
    o.Replies: _replies,
    o.Leave: _anything,
    o.Return: _anything,
}
