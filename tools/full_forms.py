"""Full order forms: many small legal orders of all kinds, as a busy player would hand in."""

from __future__ import annotations

from typing import Any

from games.contract import Dice, Order, Orders, Rules, View, Window

WANTED = 11
SMALL = {"steps": 1, "stake": 1000}  # so that eleven of them can be paid


def full_form(rules: Rules[Any, Any, Any], view: View[Any, Any], window: Window, key: str) -> Orders:
    """About eleven orders that `check` passes together: random ones made small, then the bot's."""
    orders: Orders = ()
    for attempt in range(60):
        drawn = rules.sample(view, window, Dice(f"{key}/{attempt}".encode())) or ()
        for order in drawn if attempt < 50 else rules.advise(view, window, Dice(key.encode())) or ():
            if len(orders) >= WANTED:
                return orders
            small = Order(order.kind, {**order.data, **{k: v for k, v in SMALL.items() if k in order.data}})
            orders = next(
                (
                    longer
                    for each in (small, order)
                    if not rules.check(view, window, longer := (*orders, each))
                ),
                orders,
            )
    return orders
