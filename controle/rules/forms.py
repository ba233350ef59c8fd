"""Judging a form for page, receipt and resolution: which orders stand, and what is wrong with the others
(15.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.contract import PlayerId, Problem
from games.rulekit.forms import FormJudge, JudgedForm
from games.rulekit.judging import Refusals
from games.rulekit.shapes import OrderData

from . import defaults
from . import orders as o
from .answer import judge_form, of_hand, work_out
from .content import CARDS, C, layout_of
from .deeds import in_hand, judge_draws
from .playable import options
from .state import Private, Public
from .table import without
from .windows import windows
from .world import World

Form = JudgedForm[Public, Private]

EXACTLY_ONE: Final = ("start", "play", "forced", "draw", "surplus", "leave", "return")
AT_MOST: Final = {"plan": C.figures.plans, "surplus": 1, "relief": 1, "draw": 1}


def not_yet(public: Public, player: PlayerId, kind: str) -> str | None:
    """Why an open question cannot be answered yet: a turn before the player's own draw (D34), plans while the
    player's own turn is asked (15.4)."""
    if kind == "play" and public.pending_of(player) is not None:
        return "draw_first"
    return "answer_your_turn" if kind == "file" and public.active == player else None


def _barred(public: Public, player: PlayerId) -> str | None:
    return "game_over" if public.over else None


def _judge(form: Form, order: OrderData, refuse: Refusals) -> None:
    code = not_yet(form.public, form.player, form.window.kind)
    if code is not None:
        refuse(code)
    else:
        _JUDGES[type(order)](form, order, refuse)


def _whole(form: Form) -> None:
    """In the form of a round, refuse a plan with a card that will have been returned before (15.6.1)."""
    if form.window.kind == "file" and not form.problems and not form.kept:
        code = not_yet(form.public, form.player, form.window.kind)
        form.problems += [Problem(code)] if code is not None else []
    if form.window.kind != "round":
        return
    hand = hand_of_round(form.private.hand, form.of(o.Surplus))
    for place, order in list(zip(form.places, form.kept, strict=True)):
        if isinstance(order, o.Plan) and order.card not in hand:
            form.problems.append(Problem("card_returned", place, "card", {"card": order.card}))
            form.kept.remove(order)
            form.places.remove(place)


def hand_of_round(hand: tuple[str, ...], surplus: tuple[o.Surplus, ...]) -> tuple[str, ...]:
    """The hand after its surplus was returned, as the form says or otherwise by default."""
    said = surplus[0].return_ if surplus else ()
    return without(hand, said or defaults.surplus(hand).return_)


# ---- judging an order ----------------------------------------------------------------------------------


def _me(form: Form) -> int:
    return form.public.players.index(form.player)


def _always(form: Form, order: OrderData, refuse: Refusals) -> None:
    pass


def _start(form: Form, order: o.Start, refuse: Refusals) -> None:
    home = form.public.seats[form.player].home
    if order.free.region not in (home, *layout_of(len(form.public.players)).neighbours[home]):
        refuse("not_home_or_beside", "free.region", region=order.free.region, home=home)
    if len(order.piles) != C.figures.start_draws:
        refuse("wrong_draws", "piles", named=len(order.piles), needed=C.figures.start_draws)


def _play(form: Form, order: o.Play, refuse: Refusals) -> None:
    found = of_hand(form.private.hand, order, refuse)
    if found is not None:
        work_out(World.of(form.public), _me(form), *found, order, refuse)


def _stuck(form: Form, order: o.Stuck, refuse: Refusals) -> None:
    """Only a player who can play nothing without tokens may declare to be stuck (11.3)."""
    world = World.of(form.public)
    free = next((each for each in options(world, _me(form), form.private.hand) if not each.invest), None)
    if free is not None:
        refuse("not_stuck", card=free.card.id, effect=free.effect.rank)


def _forced(form: Form, order: o.Forced, refuse: Refusals) -> None:
    assert form.public.forced is not None  # its window is open
    card = CARDS[form.public.forced.card]
    work_out(World.of(form.public), _me(form), card, card.effects[0], order, refuse, forced=True)


def _plan(form: Form, order: o.Plan, refuse: Refusals) -> None:
    """Refuse what can never become possible; the rest is judged when the turn comes (D49)."""
    found = of_hand(form.private.hand, order, refuse)
    if found is not None:
        judge_form(World.of(form.public), _me(form), *found, order, refuse)


def _draw(form: Form, order: o.Draw, refuse: Refusals) -> None:
    """In the form of a round, excess names and exhausted piles are skipped when the draws are served."""
    if form.window.kind == "round":
        if order.return_:
            refuse("no_relief", "return")
        return
    pending = form.public.pending_of(form.player)
    assert pending is not None  # its window is open
    judge_draws(form.public, form.private.hand, pending, order.draws, order.return_, refuse)


def _surplus(form: Form, order: o.Surplus, refuse: Refusals) -> None:
    """Exactly the cards above four, in any order; in the form of a round also none."""
    hand = form.private.hand
    needed = max(0, len(hand) - C.figures.hand)
    if form.window.kind == "round" and not order.return_:
        return
    if len(order.return_) != needed:
        refuse("wrong_return", "return", named=len(order.return_), needed=needed)
    in_hand(hand, order.return_, refuse)


_JUDGES: Final[Mapping[type[OrderData], Callable[[Form, Any, Refusals], None]]] = {
    o.Start: _start,
    o.Play: _play,
    o.Stuck: _stuck,
    o.Forced: _forced,
    o.Plan: _plan,
    o.Draw: _draw,
    o.Surplus: _surplus,
    o.Relief: _always,
    o.Leave: _always,
    o.Return: _always,
}
JUDGE: Final = FormJudge[Public, Private](
    o.SHAPES, windows, _judge, _barred, exactly_one=EXACTLY_ONE, at_most=AT_MOST, whole=_whole
)
