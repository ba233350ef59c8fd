"""The windows open now, from the public drawer (section 10)."""

from __future__ import annotations

from games.contract import Closes, Window
from games.rulekit.absence import split_asked
from games.rulekit.windows import still_asked

from .state import Public


def windows(public: Public) -> tuple[Window, ...]:
    """The move or the round (unless the game sleeps) and the doors; none when the game is over."""
    if public.outcome is not None:
        return ()
    doors = [Window("resign", (), ("resign",), Closes.AT_ONCE, welcome=public.alive)]
    if public.dormant:
        back = Window("return", (), ("return",), Closes.AT_ONCE, welcome=public.dormant, comes_back=True)
        doors.append(back)
    if public.asleep:
        return tuple(doors)
    return _question(public), *doors


def _question(public: Public) -> Window:
    if public.sequential:
        player = public.to_act[0]
        return Window("move", (public.round_no, player), ("place",), Closes.AT_ONCE, awaited=(player,))
    awake, dormant = split_asked(public.alive, public.dormant)
    return Window("round", (public.round_no,), ("place",), Closes.TOGETHER, awaited=awake, welcome=dormant)


def is_open(public: Public, window: Window) -> bool:
    """Whether this question is asked now."""
    return still_asked(windows(public), window) is not None
