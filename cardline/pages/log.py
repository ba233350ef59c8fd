"""The log, round by round."""

from __future__ import annotations

from typing import Any

from games.skin import Scene, figures

from ..texts import events, general


def context(scene: Scene) -> dict[str, Any]:
    """Values of `cardline/log.html`: one round."""
    moment = scene.noons.get(scene.chapter)
    return {
        "title": general.chapter_text(scene.chapter),
        "lines": events.log(scene, scene.public_events),
        "own": events.log(scene, scene.own_events),
        "when": figures.moment_text(moment, scene.zone) if moment else "",
    }
