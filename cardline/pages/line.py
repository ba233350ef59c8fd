"""The page of the line, with all figures shown so far."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.skin import Scene

from ..texts import names
from . import board


def context(scene: Scene) -> dict[str, Any]:
    """Values of `cardline/line.html`; all of them are public."""
    public = board.public_of(scene)
    return {
        **board.context(scene),
        "box": board.box_rows(public),
        "box_empty": _("Empty: its cards went under the deck.")
        if public.refills
        else _("Empty: no card has failed yet."),
        "figures": board.open_figures(public),
        "characteristics": board.characteristics(),
        "rest": [names.country(card) for card in public.deck],
    }
