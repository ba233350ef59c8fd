"""The windows open now, from the public drawer (15.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import Closes, PlayerId, Window
from games.rulekit.kept import Last

from .content import Mode
from .state import Pending, Public

ORDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "start": ("start",),
    "play": ("play", "stuck"),
    "forced": ("forced",),
    "draw": ("draw",),
    "surplus": ("surplus",),
    "round": ("surplus", "plan", "draw", "relief"),
    "file": ("plan",),
    "leave": ("leave",),
    "return": ("return",),
}
"""The kinds of orders of each window."""


def _windows(public: Public) -> tuple[Window, ...]:
    """The windows in the order of 15.2, in which those due at the same noon close. None once the game is
    over; only the door for coming back while it sleeps."""
    if public.over:
        return ()
    if not public.round:
        return (Window("start", (0,), ORDERS["start"], Closes.TOGETHER, public.players),)
    absent = public.absent
    if len(absent) == len(public.players):
        return _door("return", absent)
    here = tuple([player for player in public.players if player not in absent])
    if public.mode is Mode.ROUNDS:
        asked = Window("round", (public.round,), ORDERS["round"], Closes.TOGETHER, here, absent, True)
        return (asked, *_door("leave", here), *_door("return", absent))
    doors = (*_door("file", here), *_door("leave", here), *_door("return", absent))
    return (*_questions(public), *doors)


windows: Final = Last(_windows)
"""In the order of 15.2, in which those due at one noon close."""


def _questions(public: Public) -> tuple[Window, ...]:
    """The questions: the active player's own draw, the turn, the draws of earlier players by round and
    number."""
    active = public.active
    assert active is not None  # a finished round is ended before anybody is asked
    own = public.pending_of(active)
    first = () if own is None else (_at_once(own.what, (public.round, active, "own"), active),)
    turn = _at_once("play" if public.forced is None else "forced", (public.round, active), active)
    earlier = sorted(
        (each for each in public.pending if each.player != active),
        key=lambda each: (each.round, public.players.index(each.player)),
    )
    return (*first, turn, *map(_earlier, earlier))


def _earlier(pending: Pending) -> Window:
    return _at_once(pending.what, (pending.round, pending.player), pending.player)


def _at_once(kind: str, at: tuple[int | str, ...], player: PlayerId) -> Window:
    return Window(kind, at, ORDERS[kind], Closes.AT_ONCE, (player,))


def _door(kind: str, welcome: tuple[PlayerId, ...]) -> tuple[Window, ...]:
    if not welcome:
        return ()
    back = kind == "return"
    return (Window(kind, (), ORDERS[kind], Closes.AT_ONCE, welcome=welcome, comes_back=back),)
