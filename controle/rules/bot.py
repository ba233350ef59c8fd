"""The bot's form, from its own view alone."""

from __future__ import annotations

from games.contract import Dice, Orders, View, Window

from .defaults import default
from .forms import Form, read
from .state import Private, Public


def advise(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    if not isinstance(read(view, window, ()), Form):
        return None
    return default(view, window) or None
