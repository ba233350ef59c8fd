"""An order in words: on a receipt, and where a default is told."""

from __future__ import annotations

from games.contract import Line, Order
from games.skin import Scene


def what(scene: Scene, order: Order) -> str:
    """What an order does, in a few words."""
    return order.kind


def text(scene: Scene, order: Order, line: Line) -> str:
    """The line of a receipt."""
    return what(scene, order)


def cost(line: Line) -> str:
    """The tokens it pays, in words; "" for none."""
    return ""
