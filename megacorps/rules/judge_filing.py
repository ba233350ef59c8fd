"""Judging a standing order: its shape only, because it applies later (16.5, 16.6)."""

from __future__ import annotations

from games.contract import Order, PlayerId
from games.rulekit.judging import Refusals
from games.rulekit.shapes import OrderData

from .content import CONTENT, Timing
from .judge import shape_of_action, shape_of_play
from .orders import BEFORE_TURN, LAST_CALL, SHAPES, CardOrders, MercenaryPrices, QueuedAction
from .state import Private, Public


def at_file(public: Public, private: Private, player: PlayerId, order: OrderData, refuse: Refusals) -> None:
    if isinstance(order, QueuedAction) and order.action is not None:
        action = SHAPES.read(Order(order.action.kind, order.action.data), 0)
        assert isinstance(action, OrderData)  # it was read with the order
        shape_of_action(action, refuse)
    elif isinstance(order, MercenaryPrices):
        for place, rule in enumerate(order.rules):
            if (rule.answer == "price") != (rule.price is not None):
                refuse("price_missing" if rule.price is None else "not_a_choice", f"rules.{place}.price")
    elif isinstance(order, CardOrders):
        for place, one in enumerate(order.orders):
            inner = Refusals(None)
            shape_of_play(one, inner)
            own_turn = CONTENT.cards[one.card].timing is Timing.OWN_TURN
            if own_turn and one.trigger not in (LAST_CALL, f"{BEFORE_TURN}{player}"):
                inner("wrong_trigger", "trigger")
            for problem in inner.problems:
                refuse(problem.code, f"orders.{place}.{problem.input}", **problem.params)
