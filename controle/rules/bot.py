"""The bot's form, from its own view alone."""

from __future__ import annotations

from games.contract import Dice, Orders, View, Window

from .defaults import default
from .forms import not_yet
from .state import Private, Public


def advise(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    if view.viewer is None or not_yet(view.public, view.viewer, window.kind):
        return None
    return default(view, window) or None
