"""Random legal forms of every kind, for games that tests play."""

from __future__ import annotations

from games.contract import Dice, Order, Orders, View, Window

from .state import Private, Public
from .windows import windows


def sample(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """Some form that passes `check`; now and then none at all, and seldom a resignation."""
    public, player = view.public, view.viewer
    asked = next((one for one in windows(public) if one.name == window.name), None)
    if player is None or asked is None or player not in asked.players:
        return None
    draw = dice.below(12, "sample", "acts")
    if asked.kind == "resign":
        return (Order("resign"),) if draw == 0 else None
    if asked.kind == "return":
        return (Order("return"),) if draw < 6 else None
    if draw == 0:
        return None
    card = dice.pick(public.hands[player], "sample", "card")
    gap = dice.below(len(public.line) + 1, "sample", "gap")
    return (Order("place", {"card": card, "gap": gap, "line_version": public.line_version}),)
