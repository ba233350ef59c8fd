"""`check` and `quote`: judging a form, and describing it, from its author's view only (section 10)."""

from __future__ import annotations

from typing import Any

from games.contract import Orders, Problem, Quote, View, Window
from games.rulekit.quotes import QuoteFigures, quote_line

from .figures import neighbours
from .orders import SHAPES, Place, sift
from .problems import CODES
from .state import Private, Public

__all__ = ["CODES", "PlaceFigures", "check", "quote"]


class PlaceFigures(QuoteFigures, frozen=True):
    """A placement: the card, its gap, and the cards on both sides of it, None at an end of the line."""

    card: str
    gap: int
    left: str | None
    right: str | None


def check(view: View[Public, Private], window: Window, orders: Orders) -> tuple[Problem, ...]:
    """All problems of a form, with codes of `problems.CODES`; () if it can be saved. Never raises."""
    return sift(view.public, view.viewer, window, orders)[1]


def quote(view: View[Public, Private], window: Window, orders: Orders) -> Quote:
    """One line per order, without costs, that says where the card would be placed. It is the same for a right
    and a wrong placement, so that it reveals no figures."""
    order, _ = sift(view.public, view.viewer, window, orders)
    figures: PlaceFigures | None = None
    if isinstance(order, Place):
        figures = PlaceFigures(order.card, order.gap, *neighbours(view.public.line, order.gap))
    return Quote(tuple(quote_line(_kind(one), 0, figures) for one in orders))


def _kind(order: Any) -> str:
    kind = getattr(order, "kind", None)
    return kind if isinstance(kind, str) and kind in SHAPES else ""
