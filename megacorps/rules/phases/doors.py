"""Resolving the doors: each use separately and at once (16.1, 16.3)."""

from __future__ import annotations

from games.contract import PlayerId
from games.rulekit.shapes import OrderData

from ..events import StandingOrdersFiled
from ..orders import (
    AntitrustPolicy,
    CardOrders,
    CompanyWishList,
    MercenaryPrices,
    PayoutReactionPolicy,
    QueuedAction,
    SpoilsPreferences,
    WarAidPolicy,
)
from ..table import Table
from .purchase import by_policy


def file(table: Table, player: PlayerId, orders: tuple[OrderData, ...]) -> None:
    """File standing orders: each replaces the one of its kind as a whole; only its author learns of it."""
    for order in orders:
        if isinstance(order, QueuedAction):
            table.set_standing(player, queued_action=order.action)
        elif isinstance(order, CompanyWishList | SpoilsPreferences):
            table.set_standing(player, **{order.kind: order.companies})
        elif isinstance(order, AntitrustPolicy | MercenaryPrices | WarAidPolicy | PayoutReactionPolicy):
            table.set_standing(player, **{order.kind: order.rules})
        elif isinstance(order, CardOrders):
            table.set_standing(player, card_orders=order.orders)
    table.tell_only(StandingOrdersFiled(tuple(order.kind for order in orders)), player)
    by_policy(table, player)
