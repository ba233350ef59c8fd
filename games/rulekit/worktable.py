"""The state during a resolution: drawers that are replaced step by step, and the events told so far."""

from __future__ import annotations

from typing import Any, Generic

from msgspec.structs import replace

from ..contract import (
    PUBLIC,
    Dice,
    Event,
    Grant,
    Hid,
    Outcome,
    PlayerId,
    Priv,
    Pub,
    Reader,
    State,
    View,
    only,
)
from .events import EventData, event


class Worktable(Generic[Pub, Priv, Hid]):
    """The working state of one resolution. Drawers are frozen structs: a step assigns a changed copy, so
    that the old state stays as it was.

    A title derives its own class, with the methods that change its drawers.
    """

    def __init__(self, state: State[Pub, Priv, Hid], dice: Dice) -> None:
        self.public = state.public
        self.private: dict[PlayerId, Priv] = dict(state.private)
        self.hidden = state.hidden
        self.dice = dice
        self._events: list[Event] = []
        self._grants: dict[Grant, None] = {}  # used as an ordered set

    def tell(self, data: EventData, to: tuple[Reader, ...] = PUBLIC) -> None:
        """Add an event after those told before. `to`: its readers."""
        self._events.append(event(data, to))

    def tell_only(self, data: EventData, *players: PlayerId) -> None:
        """Add an event for these players only."""
        self.tell(data, only(*players))

    def view(self, player: PlayerId) -> View[Pub, Priv]:
        """What a player sees in the current state."""
        return View(player, self.public, self.private[player])

    def change(self, **fields: Any) -> None:
        """Another public drawer, with these fields changed."""
        self.public = replace(self.public, **fields)  # type: ignore[type-var]  # a struct

    def set_private(self, player: PlayerId, **fields: Any) -> None:
        """Another private drawer of a player, with these fields changed."""
        self.private[player] = replace(self.private[player], **fields)  # type: ignore[type-var]  # a struct

    def set_hidden(self, **fields: Any) -> None:
        """Another hidden drawer, with these fields changed."""
        self.hidden = replace(self.hidden, **fields)  # type: ignore[type-var]  # a struct

    def grant(self, right: Grant) -> None:
        """Add a right to read another player's events. Adding the same right twice has no effect."""
        self._grants[right] = None

    def outcome(self) -> Outcome[Pub, Priv, Hid]:
        """The current state, with all events and rights."""
        after = State(self.public, dict(self.private), self.hidden)
        return Outcome(after, tuple(self._events), tuple(self._grants))
