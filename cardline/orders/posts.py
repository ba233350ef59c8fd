"""Turning a POST into the only order of a form. Never raises.

Nothing is refused here: `check` of the rules judges the order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import Order
from games.skin import REST, Desk, Edit

from . import place

VERDICT: Final = "verdict"  # the id of the element that shows the result of a placement


def edit(desk: Desk, post: Mapping[str, str]) -> Edit:
    """The whole new form: a placement, or the use of a door. If another button was pressed, a chosen card and
    place are shown again but not handed in, because a placement is final."""
    kind = desk.window.orders[0]
    if post.get("act") == REST:
        left = place.chosen(desk, post) if kind == "place" else {}
        return Edit(desk.orders, left=left, keeps=False)
    if kind != "place":
        return Edit((Order(kind),), anchor=VERDICT)
    return Edit((place.read(post),), anchor=VERDICT, told=True)
