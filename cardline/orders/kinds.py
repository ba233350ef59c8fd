"""The kinds of orders, each from its own module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.contract import Line, Order

from . import exits, place

TEXTS: Final[Mapping[str, Callable[[Order, Line], str]]] = {
    "place": place.text,
    "resign": exits.text,
    "return": exits.text,
}


def order_text(order: Order, line: Line) -> str:
    """An order as text for its receipt. `line`: its line of the quote."""
    return TEXTS[order.kind](order, line)
