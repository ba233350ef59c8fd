"""Turning a POST into the whole new form. Never raises."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from games.contract import Closes, Order
from games.formkit import posts
from games.skin import REST, Desk, Edit, Scene

from . import filing
from .kinds import FORM

SINGLE: Final = ("start", "play", "forced", "draw", "surplus")
"""Windows whose form is one order, of the kind that is called as they are."""


def edit(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The form of a question, or of a door."""
    window = desk.window
    if window.kind == "file":
        return filing.edit(scene, desk, post)
    if window.is_door:
        return Edit((), keeps=False) if post.get("act") == REST else Edit((Order(window.kind),))
    given = prepared(desk, post)
    if window.closes is Closes.AT_ONCE and given.get("act") == REST:
        return Edit(desk.orders, left=_own(scene, desk, given), keeps=False)
    made = posts.edit(FORM, scene, desk, given)
    if window.kind in SINGLE and given.get("act") != REST:
        return replace(made, anchor="recap" if made.anchor else "")
    return made


def prepared(desk: Desk, post: Mapping[str, str]) -> dict[str, str]:
    """The POST with the platform's buttons (looking at a form, showing more fields of a question) turned into
    those of the kit."""
    given = {name: str(value) for name, value in post.items()}
    kind = desk.window.kind
    if given.get("act"):
        return given
    if "look" in given and kind in SINGLE:
        given["act"] = f"add-{kind}"
    elif "open" in given:
        given["act"] = f"open-{given['open']}"
    return given


def _own(scene: Scene, desk: Desk, post: Mapping[str, str]) -> dict[str, str]:
    """The filled-in fields of a final question, which no other button may hand in."""
    touched = [one for one in posts.read_questions(FORM, scene, desk, post) if one.touched]
    found = {}
    for one in touched:
        found[f"open-{one.key}"] = "1"
        for start in (f"{one.key}-", f"was-{one.key}-"):
            found |= {name: value for name, value in post.items() if name.startswith(start)}
    return found
