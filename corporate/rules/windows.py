"""The windows open now, from the public drawer (section 3, 4.1, 4.4)."""

from __future__ import annotations

from games.contract import Closes, Window
from games.rulekit.windows import still_asked

from .orders import CHARACTERS, QUARTER_KINDS, TRANSFERS
from .state import Public, Stage


def windows(public: Public) -> tuple[Window, ...]:
    """The characters, or the open quarter and, with its option, the door of transfers; then none."""
    players = public.players
    if public.stage is Stage.CHARACTERS:
        return (Window("characters", (0,), tuple(CHARACTERS), Closes.TOGETHER, awaited=players),)
    if public.stage is Stage.OVER:
        return ()
    quarter = Window("quarter", (public.turn,), QUARTER_KINDS, Closes.AT_NOON, awaited=players)
    if not public.wire_transfers:
        return (quarter,)
    return quarter, Window("transfer", (), tuple(TRANSFERS), Closes.AT_ONCE, welcome=players)


def is_open(public: Public, window: Window) -> bool:
    """Whether this question is asked now."""
    return still_asked(windows(public), window) is not None
