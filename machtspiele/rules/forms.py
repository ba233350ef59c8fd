"""Judging a form for page, receipt and resolution: which orders stand, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.contract import PlayerId
from games.rulekit.forms import FormJudge, JudgedForm
from games.rulekit.judging import Refusals
from games.rulekit.shapes import OrderData

from . import orders as o
from .board import directors, free
from .content import BOARD_MEETING, BONUS_DAY, C
from .judge import Case, Level, judge
from .state import Private, Public
from .windows import acts_at_meeting, has_boss_card, windows

Form = JudgedForm[Public, Private]

EXACTLY_ONE: Final = (
    "placement", "event_order", "action", "bribe_reply", "boss_privilege", "extra_action", "leave", "return",
)  # fmt: skip
AT_LEAST_ONE: Final = ("director_exit", "round", "meeting")
ONE_OF_A_KIND: Final = ("replies", "events", "boss")


def _barred(public: Public, player: PlayerId) -> str | None:
    return "game_over" if public.over else None


def _judge(form: Form, order: OrderData, refuse: Refusals) -> None:
    _JUDGES[o.Action if isinstance(order, o.Action) else type(order)](form, order, refuse)


# ---- judging an order --------------------------------------------------------------------------------------


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
    if len(form.of(o.Action)) >= most:
        refuse(code, of=most)
    boss_first = kind == "meeting" and has_boss_card(form.public, form.player)
    judge(Case(form.public, form.player, form.private.cash, level, refuse, boss_first), action)


def _place(form: Form, order: o.Place, refuse: Refusals) -> None:
    """Judge a placement: within a pass offices only fill up, so that a full division stays full."""
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
    if any(each.division == order.division for each in form.of(o.Exit)):
        refuse("twice", "division", division=order.division)


def _events(form: Form, order: o.Events, refuse: Refusals) -> None:
    """Judge the order of the events (6.7): exactly the drawn and the regular cards, Bonus Day first, the
    Board Meeting not too early."""
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
    """The cards with a standing reply in this order."""
    given = {card: getattr(order, card) for card in o.SHAPES[o.Replies.kind]}
    return {card: limits for card, limits in given.items() if limits is not None}


def _anything(form: Form, order: OrderData, refuse: Refusals) -> None:
    """Judge nothing, because only the shape can be wrong."""


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

JUDGE: Final = FormJudge[Public, Private](
    o.SHAPES, windows, _judge, _barred, EXACTLY_ONE,
    at_least_one=AT_LEAST_ONE, at_most=dict.fromkeys(ONE_OF_A_KIND, 1),
)  # fmt: skip
