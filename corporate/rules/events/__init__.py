"""The events, one class for each kind: public ones in `news`, private ones in `message`."""

from __future__ import annotations

from typing import Final

from games.contract import Event
from games.rulekit.events import EventData, event_kinds, read_event

from . import message, news

KINDS: Final = event_kinds({**vars(news), **vars(message)})


def read(event: Event) -> EventData | None:
    """The typed data of an event; None for an unknown kind."""
    return read_event(KINDS, event)
