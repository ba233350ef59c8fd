"""Every event as one or a few sentences."""

from __future__ import annotations

from games.contract import Event
from games.skin import Scene


def text(scene: Scene, event: Event) -> str:
    """One event in the reader's language; "" for one that is unknown."""
    return event.kind
