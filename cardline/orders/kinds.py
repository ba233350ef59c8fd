"""The kinds of orders, each with the module that speaks for it."""

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
    """An order as its receipt has it; `line`: that of its quote."""
    return TEXTS[order.kind](order, line)
