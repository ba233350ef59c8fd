"""How a game's turns change when its rules ask something else: a pure comparison, without a database."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct

from ..contract import PlayerId, Window, decode, encode
from ..models import Turn


class Change(Enum):
    """What a window does to the turn of the same name."""

    OPEN = "open"  # no turn yet: a new one, with a clock and a seed
    REOPEN = "reopen"  # was paused: open again, with its forms and a new deadline
    ASK_OTHERS = "ask others"  # open, and now asks other players or has another position
    STAY_STUCK = "stay stuck"  # stays stuck with its forms until it is retried
    KEEP = "keep"  # the same question: its deadline and forms stay


class Step(Struct, frozen=True):
    """One window of the new state, in the order of the rules. `text`: the window, encoded; `turn`: None to
    open one; `newly_asked`: the players it awaits who were not awaited before, or not since it was
    paused."""

    change: Change
    window: Window
    text: str
    position: int
    turn: Turn | None
    newly_asked: tuple[PlayerId, ...] = ()


class TurnPlan(Struct, frozen=True):
    """`steps`: one for each window; `pause`: the turns whose windows are gone and that are not paused yet."""

    steps: tuple[Step, ...]
    pause: tuple[Turn, ...]


def compare(windows: Iterable[Window], turns: Iterable[Turn]) -> TurnPlan:
    """Compare the windows of the new state with the game's unresolved turns (open, paused or stuck)."""
    known = {turn.name: turn for turn in turns}
    steps = []
    for position, window in enumerate(windows):
        turn, text = known.pop(window.name, None), encode(window)
        change = _change(turn, text, position)
        steps.append(Step(change, window, text, position, turn, _newly_asked(change, window, turn)))
    return TurnPlan(tuple(steps), tuple(t for t in known.values() if t.status != Turn.Status.PAUSED))


def _change(turn: Turn | None, text: str, position: int) -> Change:
    if turn is None:
        return Change.OPEN
    if turn.status == Turn.Status.PAUSED:
        return Change.REOPEN
    if turn.status == Turn.Status.STUCK:
        return Change.STAY_STUCK
    return Change.KEEP if (turn.window, turn.position) == (text, position) else Change.ASK_OTHERS


def _newly_asked(change: Change, window: Window, turn: Turn | None) -> tuple[PlayerId, ...]:
    if change in (Change.OPEN, Change.REOPEN):
        return window.awaited
    if change is Change.ASK_OTHERS and turn is not None:
        before = decode(turn.window, Window).awaited
        return tuple(player for player in window.awaited if player not in before)
    return ()
