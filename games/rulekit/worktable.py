"""The state during a resolution: drawers that are replaced step by step, and the events told so far."""

from __future__ import annotations

from typing import Generic

from ..contract import PUBLIC, Dice, Event, Grant, Hid, Outcome, PlayerId, Priv, Pub, Reader, State
from .events import EventData, event


class Worktable(Generic[Pub, Priv, Hid]):
    """The working state of one resolution. Drawers are frozen: a step assigns a changed copy
    (`dataclasses.replace`), so that the old state stays as it was.

    A title derives its own class, with the methods that change its drawers.
    """

    def __init__(self, state: State[Pub, Priv, Hid], dice: Dice) -> None:
        self.public = state.public
        self.private: dict[PlayerId, Priv] = dict(state.private)
        self.hidden = state.hidden
        self.dice = dice
        self._events: list[Event] = []
        self._grants: dict[Grant, None] = {}  # a set that keeps the order

    def tell(self, data: EventData, to: tuple[Reader, ...] = PUBLIC) -> None:
        """Add an event after those told before. `to`: its readers."""
        self._events.append(event(data, to))

    def grant(self, right: Grant) -> None:
        """Add a right to read another player's events. Adding the same right twice has no effect."""
        self._grants[right] = None

    def outcome(self) -> Outcome[Pub, Priv, Hid]:
        """The current state, with all events and rights."""
        after = State(self.public, dict(self.private), self.hidden)
        return Outcome(after, tuple(self._events), tuple(self._grants))
