"""What a POST makes of a form: always the whole new form. Never raises."""

from __future__ import annotations

from collections.abc import Mapping

from games.contract import Order
from games.skin import REST, Desk, Edit, Scene

from ..rules.defaults import default


def edit(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The form of a question, or of a door."""
    if post.get("act") == REST:
        return Edit(desk.orders, keeps=False)
    if desk.window.is_door and desk.window.kind != "file":
        return Edit((Order(desk.window.kind),))
    return Edit(default(scene.view, desk.window))
