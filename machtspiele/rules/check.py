"""`check` and `quote`: judging a form and computing its cost, from its author's view only (13)."""

from __future__ import annotations

from typing import Any, Final

from games.contract import Line, Order, Orders, Quota, Quote, View, Window
from games.rulekit.judging import Refusals

from . import orders as o
from .content import C
from .forms import JUDGE
from .judge import Case, Level, judge, share_price
from .state import Private, Public

__all__ = ["check", "quote"]

UNKNOWN: Final = ""
"""The code of a line of the quote for what is no order."""

check: Final = JUDGE.check


def quote(view: View[Public, Private], window: Window, orders: Orders) -> Quote:
    """The cost of each order in Pinats now. The params of an action: `problem`, the first reason why it could
    not be carried out now ("" if it can), and the figures of that reason. Only one of several preferences is
    carried out, so that the most expensive possible one counts."""
    lines = tuple(_line(view, raw) for raw in orders)
    possible = [line.amount for line in lines if line.params.get("problem", "") == ""]
    cash = view.private.cash if view.private is not None else 0
    spent = max(possible, default=0)
    used = sum(line.code in o.ACTIONS for line in lines)
    quotas = {"actions": Quota(used, C.actions.preferences)} if window.in_parts else {}
    return Quote(lines, spent, cash - spent, quotas)


def _line(view: View[Public, Private], raw: Order) -> Line:
    kind = getattr(raw, "kind", None)
    if not isinstance(kind, str) or kind not in o.SHAPES:
        return Line(UNKNOWN, 0)
    read = o.SHAPES.read(raw, 0)
    if not isinstance(read, o.Action) or view.viewer is None or view.private is None:
        return Line(kind, 0)
    return Line(kind, cost(view, read), now(view, read))


def now(view: View[Public, Private], action: o.Action) -> dict[str, Any]:
    """Why an action could not be carried out now: `problem`, "" if it could, and its figures."""
    if view.viewer is None or view.private is None:
        return {"problem": "not_a_player"}
    refuse = Refusals(None)
    judge(Case(view.public, view.viewer, view.private.cash, Level.NOW, refuse), action)
    first = next(iter(refuse.problems), None)
    return {"problem": first.code, **first.params} if first else {"problem": ""}


def cost(view: View[Public, Private], action: o.Action) -> int:
    """The most that an action costs, in Pinats: of two offers one is paid."""
    if isinstance(action, o.BuyGeneral):
        return C.money.general_department
    if isinstance(action, o.BuyConsultant):
        return C.money.consultant
    if isinstance(action, o.BuyShares) and view.viewer is not None:
        return share_price(view.public, view.viewer, action.value)
    if isinstance(action, o.BribeOrder):
        return max((offer.amount for offer in action.offers), default=0)
    return 0
