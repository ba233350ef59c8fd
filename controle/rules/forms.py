"""One judge of a form, for page, receipt and resolution: what stands, and what is wrong with the rest
(15.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.contract import Orders, PlayerId, Problem, View, Window
from games.rulekit.judging import Refusals, sift
from games.rulekit.shapes import OrderData
from games.rulekit.windows import asks

from . import defaults
from . import orders as o
from .answer import judge_form, work_out
from .content import CARDS, C, layout_of
from .deeds import in_hand, judge_draws
from .playable import options
from .state import Private, Public
from .table import without
from .windows import ORDERS, windows
from .world import World

EXACTLY_ONE = ("start", "play", "forced", "draw", "surplus", "leave", "return")
AT_MOST = {"plan": C.figures.plans, "surplus": 1, "draw": 1, "relief": 1}


@dataclass(slots=True)
class Form:
    """A form as it is judged, order by order: the orders that stand, and all problems.

    `hand`: what plans may be made of: in the form of a round less what will have been returned.
    """

    public: Public
    private: Private
    player: PlayerId
    window: Window
    hand: tuple[str, ...]
    kept: list[OrderData] = field(default_factory=list)
    problems: tuple[Problem, ...] = ()

    # ---- the net of `sift` -----------------------------------------------------------------------------

    def judge(self, order: OrderData, refuse: Refusals) -> None:
        if order.kind not in ORDERS[self.window.kind]:
            refuse("unknown_order")
        elif isinstance(order, o.Start):
            _start(self, order, refuse)
        elif isinstance(order, o.Plan):
            _plan(self, order, refuse)
        elif isinstance(order, o.Play):
            _play(self, order, refuse)
        elif isinstance(order, o.Stuck):
            _stuck(self, refuse)
        elif isinstance(order, o.Forced):
            _forced(self, order, refuse)
        elif isinstance(order, o.Draw):
            _draw(self, order, refuse)
        elif isinstance(order, o.Surplus):
            _surplus(self, order, refuse)

    def keep(self, order: OrderData, place: int) -> None:
        self.kept.append(order)

    @property
    def me(self) -> int:
        return self.public.players.index(self.player)


def read(view: View[Public, Private], window: Window, orders: Orders) -> Form | tuple[Problem, ...]:
    """What stands of a form, or why its author may hand in nothing for this window. Never raises."""
    public, player = view.public, view.viewer
    if player is None or view.private is None or player not in public.players:
        return (Problem("not_a_player"),)
    if public.over:
        return (Problem("game_over"),)
    if not asks(windows(public), window, player):
        return (Problem("not_asked"),)
    if window.kind == "play" and public.pending_of(player) is not None:
        return (Problem("draw_first"),)
    if window.kind == "file" and public.active == player:
        return (Problem("answer_your_turn"),)
    form = Form(public, view.private, player, window, view.private.hand)
    if window.kind in EXACTLY_ONE and len(orders) != 1:
        form.problems = (Problem("one_order", params={"orders": len(orders)}),)
        return form
    if window.kind == "round":
        form.hand = without(form.hand, _returned(form, orders))
    form.problems = sift(o.SHAPES, orders, form, AT_MOST)
    return form


def _returned(form: Form, orders: Orders) -> tuple[str, ...]:
    """The surplus that this form of a round returns: as it says, or else by default."""
    for raw in orders:
        if getattr(raw, "kind", None) == o.Surplus.kind:
            order = o.SHAPES.read(raw, 0)
            refuse = Refusals(None)
            if isinstance(order, o.Surplus):
                _surplus(form, order, refuse)
                if order.return_ and not refuse.problems:
                    return order.return_
    return defaults.surplus(form.hand).return_


# ---- what is thought of an order -----------------------------------------------------------------------


def _start(form: Form, order: o.Start, refuse: Refusals) -> None:
    home = form.public.seats[form.player].home
    if order.free.region not in (home, *layout_of(len(form.public.players)).neighbours[home]):
        refuse("not_home_or_beside", "free.region", region=order.free.region, home=home)
    if len(order.piles) != C.figures.start_draws:
        refuse("wrong_draws", "piles", named=len(order.piles), needed=C.figures.start_draws)


def _is_effect(order: o.OfCard, refuse: Refusals) -> bool:
    known = 1 <= order.effect <= len(CARDS[order.card].effects)
    if not known:
        refuse("no_such_effect", "effect", effect=order.effect)
    return known


def _play(form: Form, order: o.Play, refuse: Refusals) -> None:
    if order.card not in form.hand:
        refuse("card_not_in_hand", "card", card=order.card)
    elif _is_effect(order, refuse):
        card = CARDS[order.card]
        work_out(World.of(form.public), form.me, card, card.effects[order.effect - 1], order, refuse)


def _stuck(form: Form, refuse: Refusals) -> None:
    """Only who can play nothing without tokens may declare it (11.3)."""
    world = World.of(form.public)
    free = next((each for each in options(world, form.me, form.hand) if not each.invest), None)
    if free is not None:
        refuse("not_stuck", card=free.card.id, effect=free.effect.rank)


def _forced(form: Form, order: o.Forced, refuse: Refusals) -> None:
    assert form.public.forced is not None  # its window is open
    card = CARDS[form.public.forced.card]
    work_out(World.of(form.public), form.me, card, card.effects[0], order, refuse, forced=True)


def _plan(form: Form, order: o.Plan, refuse: Refusals) -> None:
    """What no course of the game can mend is refused now, the rest when the turn comes (D49)."""
    if order.card not in form.private.hand:
        refuse("card_not_in_hand", "card", card=order.card)
    elif order.card not in form.hand:
        refuse("card_returned", "card", card=order.card)
    elif _is_effect(order, refuse):
        card = CARDS[order.card]
        judge_form(World.of(form.public), form.me, card, card.effects[order.effect - 1], order, refuse)


def _draw(form: Form, order: o.Draw, refuse: Refusals) -> None:
    """In the form of a round names in excess and exhausted piles are passed over when they are served."""
    if form.window.kind == "round":
        if order.return_:
            refuse("no_relief", "return")
        return
    pending = form.public.pending_of(form.player)
    assert pending is not None  # its window is open
    judge_draws(form.public, form.hand, pending, order.draws, order.return_, refuse)


def _surplus(form: Form, order: o.Surplus, refuse: Refusals) -> None:
    """Exactly the cards above four, in any order; in the form of a round also nothing."""
    hand = form.private.hand
    needed = max(0, len(hand) - C.figures.hand)
    if form.window.kind == "round" and not order.return_:
        return
    if len(order.return_) != needed:
        refuse("wrong_return", "return", named=len(order.return_), needed=needed)
    in_hand(hand, order.return_, refuse)
