"""The bot: for the moment the default of every question."""

from __future__ import annotations

from games.contract import Dice, Order, Orders, View, Window
from games.rulekit.windows import still_asked

from .sample import _sure
from .state import Private, Public
from .windows import windows


def advise(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """A form that passes `check`."""
    asked = still_asked(windows(view.public), window)
    if view.viewer is None or view.private is None or asked is None or view.viewer not in asked.players:
        return None
    if asked.is_door:
        return (Order("return"),) if asked.kind == "return" else None
    return _sure(view, asked)
