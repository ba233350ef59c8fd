"""The log, round by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.skin import Scene, figures

from ..texts import events, general


@dataclass(frozen=True, slots=True)
class RoundLink:
    number: int
    name: str
    url: str
    current: bool


def context(scene: Scene) -> dict[str, Any]:
    """Values of `cardline/log.html`: one round, and the way to the others."""
    moment = scene.noons.get(scene.chapter)
    return {
        "title": general.chapter_text(scene.chapter),
        "lines": events.log(scene, scene.public_events),
        "own": events.log(scene, scene.own_events),
        "when": figures.moment_text(moment, scene.zone) if moment else "",
        "links": [
            RoundLink(number, general.chapter_text(number), scene.url("log", number), number == scene.chapter)
            for number in range(scene.newest + 1)
        ],
    }
