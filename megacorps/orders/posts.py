"""Turning a POST into the orders of a form. Never raises (16.6)."""

from __future__ import annotations

from collections.abc import Mapping

from games.contract import Problem
from games.skin import REST, Desk, Edit, Scene

from .inputs import Ask
from .questions import fill, read, starts_of

SAVE = "save"


def edit(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The whole new form. If a button outside this form was pressed, the fields that are filled in are
    returned instead."""
    act, window = str(post.get("act", "")), desk.window
    if act == REST:
        return Edit(desk.orders, left=filled_in(scene, desk, post), keeps=False)
    if act == "pass" and window.kind == "program":
        return Edit((), anchor="recap", left=filled_in(scene, desk, post))
    if act not in ("", SAVE):
        return Edit(desk.orders, (Problem("unknown_act"),))
    made = read(Ask(scene, post), window.kind)
    if made.problems:
        return Edit(desk.orders, tuple(made.problems), "form")
    return Edit(tuple(made.orders), anchor="recap")


def filled_in(scene: Scene, desk: Desk, post: Mapping[str, str]) -> dict[str, str]:
    """The fields of this window whose values differ from those that the page itself put there."""
    saved = desk.orders if desk.saved else desk.withdrawn_orders
    shown = fill(Ask(scene, post), desk.window.kind, saved)
    starts = starts_of(desk.window.kind)
    own = {
        name: value for name, value in post.items() if name.startswith(starts) and not name.endswith("-seen")
    }
    changed = {name for name, value in own.items() if value.strip() not in ("", "0", shown.get(name, ""))}
    return own if changed else {}
