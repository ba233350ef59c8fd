"""What a player is told of the orders that the net of 4.2 took from his form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.contract import Event, Orders, PlayerId, Problem, only
from games.contract.codec import is_keepable

from .orders import SHAPES


def dropped_events(player: PlayerId, orders: Orders, problems: tuple[Problem, ...]) -> list[Event]:
    """One `order_dropped` per order, with its first problem, in the order of the form."""
    first: dict[int, Problem] = {}
    for refusal in problems:
        if refusal.order is not None:
            first.setdefault(refusal.order, refusal)
    return [
        Event("order_dropped", _data(orders[place], first[place]), only(player)) for place in sorted(first)
    ]


def _data(order: Any, refusal: Problem) -> dict[str, Any]:
    """Whatever the form held, only what an order may hold and what can be kept."""
    kind, data = getattr(order, "kind", None), getattr(order, "data", None)
    shape = SHAPES.get(kind, {}) if isinstance(kind, str) else {}
    known = {key: data[key] for key in shape if key in data} if isinstance(data, Mapping) else {}
    return {
        "order": kind if isinstance(kind, str) and kind in SHAPES else "",
        "data": {key: value for key, value in known.items() if _is_flat(value) and is_keepable(value)},
        "problem": refusal.code,
        "params": dict(refusal.params),
    }


def _is_flat(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(isinstance(inner, str | int) for inner in value.values())
    return value is None or isinstance(value, str | int)
