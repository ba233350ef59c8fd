"""What a player is told of the orders that the net of 4.2 took from his form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.contract import Orders, Problem
from games.contract.codec import is_keepable

from .events.message import OrderDropped
from .orders import SHAPES


def dropped_orders(orders: Orders, problems: tuple[Problem, ...]) -> list[OrderDropped]:
    """One for each order that has a problem, with its first one, in the order of the form."""
    first: dict[int, Problem] = {}
    for refusal in problems:
        if refusal.order is not None:
            first.setdefault(refusal.order, refusal)
    return [_dropped(orders[place], first[place]) for place in sorted(first)]


def _dropped(order: Any, refusal: Problem) -> OrderDropped:
    """Whatever the form held, only what an order may hold and what can be kept."""
    kind, data = getattr(order, "kind", None), getattr(order, "data", None)
    shape = SHAPES.get(kind, {}) if isinstance(kind, str) else {}
    known = {key: data[key] for key in shape if key in data} if isinstance(data, Mapping) else {}
    return OrderDropped(
        order=kind if isinstance(kind, str) and kind in SHAPES else "",
        data={key: value for key, value in known.items() if _is_flat(value) and is_keepable(value)},
        problem=refusal.code,
        params=refusal.params,
    )


def _is_flat(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(isinstance(inner, str | int) for inner in value.values())
    return value is None or isinstance(value, str | int)
