"""The page `scores`."""

from __future__ import annotations

from typing import Any

from games.skin import Scene


def context(scene: Scene) -> dict[str, Any]:
    """Values of `controle/scores.html`."""
    return {}
