"""What was posted, turned into the one order of a form: strings to values, never a raise.

What the rules think of it is `check`'s; nothing here refuses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import Order
from games.skin import REST, Desk, Edit

from . import place

VERDICT: Final = "verdict"  # the id of the element that tells what came of it


def edit(desk: Desk, post: Mapping[str, str]) -> Edit:
    """The whole new form: a placement, or a door walked through. With another button pressed, a card
    and a place that are chosen and not handed in are left: placing them is a decision of its own."""
    kind = desk.window.orders[0]
    if post.get("act") == REST:
        left = place.chosen(desk, post) if kind == "place" else {}
        return Edit(desk.orders, left=left, keeps=False)
    if kind != "place":
        return Edit((Order(kind),), anchor=VERDICT)
    return Edit((place.read(post),), anchor=VERDICT, told=True)
