"""Every event as one or a few sentences; `telling.tell` has a function for each kind."""

from __future__ import annotations

from games.contract import Event
from games.skin import Scene
from games.skin.telling import sentence

from ..rules.events import KINDS
from . import private, turns, world  # each registers its kinds
from .telling import tell

__all__ = ["private", "tell", "text", "turns", "world"]


def text(scene: Scene, event: Event) -> str:
    """One event in the reader's language; "" for one that is unknown."""
    return sentence(tell, KINDS, scene, event)
