"""`check` and `quote`: judging a form and computing its cost, from its author's view only (16.6)."""

from __future__ import annotations

from typing import Any, Final

from games.contract import Line, Order, Orders, Problem, Quota, Quote, View, Window
from games.rulekit.quotes import QuoteFigures, quote_line
from games.rulekit.shapes import OrderData

from .content import CONSTANTS
from .forms import JUDGE
from .judge import PRICE, begin, bought_from_bank, can_play, held, why_not
from .orders import (
    ACTIONS,
    SHAPES,
    AuctionBid,
    BuyAgain,
    BuyCompany,
    BuyMercenaries,
    Gift,
    PlayCard,
    TradeOffer,
)
from .state import Private, Public

__all__ = ["NowFigures", "check", "quote"]

check: Final = JUDGE.check


def quote(view: View[Public, Private], window: Window, orders: Orders) -> Quote:
    """The cost of each order now, in euros; 0 in a programme, of which at most one action is taken. The
    figures of an action or a play are `NowFigures`.
    """
    costs = window.kind != "program"
    lines = tuple(_line(view, raw, costs) for raw in orders)
    spent = sum(line.amount for line in lines)
    money = _money(view)
    actions = sum(line.code in ACTIONS for line in lines)
    quotas = {"actions": Quota(actions, CONSTANTS.programmed_actions)} if not costs else {}
    return Quote(lines, spent, money - spent, quotas)


def _money(view: View[Public, Private]) -> int:
    if view.viewer is None or view.viewer not in view.public.seats:
        return 0
    return view.public.seats[view.viewer].money


def _line(view: View[Public, Private], raw: Order, costs: bool) -> Line:
    kind = getattr(raw, "kind", None)
    code = kind if isinstance(kind, str) and kind in SHAPES else ""
    order = SHAPES.read(raw, 0) if code else ()
    if view.viewer is None or view.viewer not in view.public.seats or not isinstance(order, OrderData):
        return quote_line(code, 0)
    return quote_line(code, _cost(view, order) if costs else 0, now(view, order))


class NowFigures(QuoteFigures, frozen=True):
    """The first reason why an action or a play could not be done now ("" if it can), with its figures."""

    problem: str = ""
    figures: dict[str, Any] = {}

    @property
    def why_not(self) -> Problem | None:
        return Problem(self.problem, params=self.figures) if self.problem else None


def now(view: View[Public, Private], order: OrderData) -> NowFigures | None:
    """Why an action or a play could not be done now; None for all other orders."""
    public, player = view.public, view.viewer
    if player is None or view.private is None or order.kind not in (*ACTIONS, PlayCard.kind):
        return None
    if isinstance(order, PlayCard):
        hand = view.private.hand
        found = why_not(lambda refuse: held(hand, order, refuse)).problems
        found += why_not(lambda refuse: can_play(public, player, order, True, refuse)).problems
    else:
        found = why_not(lambda refuse: begin(public, player, order, refuse)).problems
    return NowFigures(found[0].code, dict(found[0].params)) if found else NowFigures()


def _cost(view: View[Public, Private], order: OrderData) -> int:
    """The most that an order may cost, in euros."""
    if isinstance(order, BuyCompany):
        return PRICE
    if isinstance(order, BuyAgain):
        return PRICE if order.company else 0
    if isinstance(order, BuyMercenaries) and view.viewer is not None:
        bank = bought_from_bank(view.public, view.viewer, order.from_bank)
        return bank * CONSTANTS.bank_mercenary_price + sum(order.bids.values())
    if isinstance(order, AuctionBid):
        return order.amount
    if isinstance(order, PlayCard):
        return (order.amount or 0) + (PRICE if order.buy else 0)
    return order.give.money if isinstance(order, Gift | TradeOffer) else 0
