"""The page of an order form."""

from __future__ import annotations

from typing import Final

from games.skin import Desk, FormPage, Scene

from ..rules.defaults import default
from ..texts import general, receipts

TEMPLATE: Final = "controle/form.html"


def page(scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values while something is asked."""
    window = desk.window
    silence = [receipts.what(scene, order) for order in default(scene.view, window)]
    heading = general.turn_text(window.kind, window.at, scene.people)
    return FormPage(TEMPLATE, {"heading": heading, "silence": silence})


def waiting(scene: Scene, doors: tuple[Desk, ...]) -> FormPage | None:
    """The page of somebody who is asked nothing: that of the platform."""
    return None
