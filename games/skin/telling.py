"""Sentences for events: a title registers a function for each class of its events."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import TYPE_CHECKING

from ..contract import Event, PlayerId
from ..rulekit.events import EventData, EventKinds, read_event
from . import figures

if TYPE_CHECKING:
    from functools import _SingleDispatchCallable

    from .scene import Scene


def teller() -> _SingleDispatchCallable[str]:
    """A title's own `tell(data, scene)`: `@tell.register` a function for each class of its events. It raises
    NotImplementedError for a class without one."""

    @singledispatch
    def tell(data: EventData, scene: Scene) -> str:
        raise NotImplementedError(type(data))

    return tell


def sentence(tell: _SingleDispatchCallable[str], kinds: EventKinds, scene: Scene, event: Event) -> str:
    """`Skin.event_text`: one event in the reader's language; "" for one that is unknown."""
    data = read_event(kinds, event)
    return tell(data, scene) if data else ""


def players(seats: Iterable[PlayerId], scene: Scene) -> str:
    """`Ana, Bruno and Chloé`."""
    return figures.listed([scene.name(player) for player in seats])
