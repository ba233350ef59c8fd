"""Random legal forms of every kind, for games that tests play."""

from __future__ import annotations

from games.contract import Dice, Orders, View, Window
from games.rulekit.shapes import order
from games.rulekit.windows import asks

from .orders import Leave, Place, Wake
from .state import Private, Public
from .windows import windows


def sample(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """A random form that passes `check`; sometimes none, and rarely a resignation."""
    public, player = view.public, view.viewer
    if player is None or not asks(windows(public), window, player):
        return None
    draw = dice.below(12, "sample", "acts")
    if window.kind == "resign":
        return (order(Leave()),) if draw == 0 else None
    if window.kind == "return":
        return (order(Wake()),) if draw < 6 else None
    if draw == 0:
        return None
    card = dice.pick(public.hands[player], "sample", "card")
    gap = dice.below(len(public.line) + 1, "sample", "gap")
    return (order(Place(card, gap, public.line_version)),)
