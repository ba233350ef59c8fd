"""Finding a window among those that are open now."""

from __future__ import annotations

from collections.abc import Iterable

from ..contract import PlayerId, Window


def still_asked(open_now: Iterable[Window], window: Window) -> Window | None:
    """The open window with the same name, which may await other players now; None if it is no longer open."""
    return next((each for each in open_now if each.name == window.name), None)


def asks(open_now: Iterable[Window], window: Window, player: PlayerId | None) -> bool:
    """Whether this window is still open and this player may answer it. A spectator (None) never may."""
    return asked_now(open_now, window, player) is not None


def asked_now(open_now: Iterable[Window], window: Window, player: PlayerId | None) -> Window | None:
    """The open window with the same name, if this player may answer it; None otherwise."""
    found = still_asked(open_now, window)
    return found if found is not None and player in found.players else None
