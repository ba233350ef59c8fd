"""The state while a resolution is applied: its drawers, replaced step by step, and what is told meanwhile."""

from __future__ import annotations

from typing import Generic

from ..contract import PUBLIC, Dice, Event, Grant, Hid, Outcome, PlayerId, Priv, Pub, Reader, State
from .events import EventData, event


class Worktable(Generic[Pub, Priv, Hid]):
    """A resolution at work. Drawers are frozen: a step puts another one in the place of the old one
    (`dataclasses.replace`), so that the state it began with stays as it was.

    A title derives its own from it, with what its rules do to the drawers.
    """

    def __init__(self, state: State[Pub, Priv, Hid], dice: Dice) -> None:
        self.public = state.public
        self.private: dict[PlayerId, Priv] = dict(state.private)
        self.hidden = state.hidden
        self.dice = dice
        self._events: list[Event] = []
        self._grants: dict[Grant, None] = {}  # each once, in order

    def tell(self, data: EventData, to: tuple[Reader, ...] = PUBLIC) -> None:
        """One more event, after those told before."""
        self._events.append(event(data, to))

    def grant(self, right: Grant) -> None:
        """One more right to read what another was told; given twice, it is one."""
        self._grants[right] = None

    def outcome(self) -> Outcome[Pub, Priv, Hid]:
        """The state as it is now, and all that was told on the way."""
        after = State(self.public, dict(self.private), self.hidden)
        return Outcome(after, tuple(self._events), tuple(self._grants))
