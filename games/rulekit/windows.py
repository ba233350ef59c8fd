"""Finding a window again among those that are open now."""

from __future__ import annotations

from collections.abc import Iterable

from ..contract import PlayerId, Window


def still_asked(open_now: Iterable[Window], window: Window) -> Window | None:
    """The open window of this name: the same question, perhaps with others awaited. None: it is not asked."""
    return next((each for each in open_now if each.name == window.name), None)


def asks(open_now: Iterable[Window], window: Window, player: PlayerId | None) -> bool:
    """Whether this question is open, and this player may answer it. A spectator (None) never may."""
    found = still_asked(open_now, window)
    return found is not None and player in found.players
