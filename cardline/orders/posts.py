"""What was posted, turned into the one order of a form: strings to values, never a raise.

What the rules think of it is `check`'s; nothing here refuses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.contract import Order
from games.skin import REST, Desk, Edit

MAX_DIGITS: Final = 6
VERDICT: Final = "verdict"  # the id of the element that tells what came of it


def number(text: Any) -> int | str | None:
    """A whole number; None for nothing, and what else was typed as it stands."""
    if not isinstance(text, str) or not text.strip():
        return None
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= MAX_DIGITS else plain


def edit(desk: Desk, post: Mapping[str, str]) -> Edit:
    """The whole new form: a placement, or a door walked through. With another button pressed, a card
    and a place that are chosen and not handed in are left: placing them is a decision of its own."""
    kind = desk.window.orders[0]
    if post.get("act") == REST:
        left = _chosen(desk, post) if kind == "place" else {}
        return Edit(desk.orders, left=left, keeps=False)
    if kind != "place":
        return Edit((Order(kind),), anchor=VERDICT)
    data = {
        "card": post.get("card") or None,
        "gap": number(post.get("gap")),
        "line_version": number(post.get("line_version")),
    }
    return Edit((Order("place", data),), anchor=VERDICT, told=True)


def _chosen(desk: Desk, post: Mapping[str, str]) -> dict[str, str]:
    """The fields of a choice that is not the one handed in; the last card is chosen by the page."""
    card, gap = post.get("card", ""), number(post.get("gap"))
    if desk.saved and desk.orders:
        data = desk.orders[0].data
        untouched = (card, gap) == (data.get("card"), data.get("gap"))
    else:
        untouched = gap is None and (not card or bool(post.get("last_card")))
    return {} if untouched else {name: post[name] for name in ("card", "gap", "line_version") if name in post}
