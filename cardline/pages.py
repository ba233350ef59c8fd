"""The public pages: the line with all that lies open, and the log round by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.skin import Scene, figures

from . import board, events, names, texts


def line(scene: Scene) -> dict[str, Any]:
    """Values of `cardline/line.html`: nothing that a stranger may not see."""
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
        "live": not scene.finished,
    }


@dataclass(frozen=True, slots=True)
class RoundLink:
    number: int
    name: str
    url: str
    current: bool


def log(scene: Scene) -> dict[str, Any]:
    """Values of `cardline/log.html`: one round, and the way to the others."""
    moment = scene.noons.get(scene.chapter)
    return {
        "title": texts.chapter_text(scene.chapter),
        "lines": events.log(scene, scene.public_events),
        "own": events.log(scene, scene.own_events),
        "when": figures.moment_text(moment, scene.zone) if moment else "",
        "links": [
            RoundLink(number, texts.chapter_text(number), scene.url("log", number), number == scene.chapter)
            for number in range(scene.latest + 1)
        ],
    }
