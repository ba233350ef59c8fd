"""`check`: every problem of a whole form at once, from its author's view alone (4.2, 4.3)."""

from __future__ import annotations

from games.contract import Orders, Problem, View, Window

from .characters import sift_character
from .desk import PlayerTurn
from .market import market
from .net import sift
from .problems import CODES
from .state import Private, Public
from .transfers import sift_transfer
from .windows import is_open

__all__ = ["CODES", "check", "desk_of"]


def desk_of(view: View[Public, Private]) -> PlayerTurn | None:
    """The desk of the view's reader; None for somebody without a seat."""
    if view.viewer is None or view.private is None or view.viewer not in view.public.seats:
        return None
    return PlayerTurn(view.viewer, view.public.seats[view.viewer], view.private, market(view.public))


def check(view: View[Public, Private], window: Window, orders: Orders) -> tuple[Problem, ...]:
    """All problems of a form, with codes of `problems.CODES`; () if it can be saved. Never raises."""
    desk = desk_of(view)
    if desk is None:
        return (Problem("not_a_player"),)
    if not is_open(view.public, window):
        return (Problem("window_closed"),)
    if window.kind == "characters":
        return sift_character(view.public.characters, desk.private, orders)[1]
    if window.kind == "transfer":
        return sift_transfer(desk, orders)[1]
    return sift(desk, orders).problems
