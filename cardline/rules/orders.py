"""The orders, one struct per kind, and the judge of a form for page, receipt and resolution."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from games.contract import Orders, PlayerId, Problem, Window
from games.rulekit.judging import Refusals, sift_one
from games.rulekit.shapes import OrderData, Shapes
from games.rulekit.windows import asks

from .state import Public
from .windows import windows


class Place(OrderData, frozen=True):
    """Placing a card of the hand into a gap of the line at `line_version`."""

    kind = "place"
    card: str
    gap: int
    line_version: int


class Leave(OrderData, frozen=True):
    """Leaving for good."""

    kind = "resign"


class Wake(OrderData, frozen=True):
    """Coming back after dormancy."""

    kind = "return"


AnyOrder = Place | Leave | Wake

SHAPES: Final[Shapes[AnyOrder]] = Shapes(Place, Leave, Wake)
WINDOWS: Final[Mapping[str, Shapes[AnyOrder]]] = {
    "move": Shapes(Place),
    "round": Shapes(Place),
    "resign": Shapes(Leave),
    "return": Shapes(Wake),
}
"""All orders, and those of each kind of window."""


def sift(
    public: Public, player: PlayerId | None, window: Window, orders: Orders
) -> tuple[AnyOrder | None, tuple[Problem, ...]]:
    """The order on a form, or every reason why there is none; exactly one of the two. Never raises, whatever
    the form contains."""
    code = _barred(public, player, window)
    if code is not None or player is None:
        return None, (Problem(code or "not_a_player"),)
    return sift_one(WINDOWS[window.kind], orders, partial(_judge, public, player))


def _barred(public: Public, player: PlayerId | None, window: Window) -> str | None:
    """Why this player may hand in nothing at all for this question."""
    if player not in public.players:
        return "not_a_player"
    if public.outcome is not None:
        return "game_over"
    if player not in public.alive:
        return "not_alive"
    if window.kind == "return" and player not in public.dormant:
        return "not_dormant"
    return None if asks(windows(public), window, player) else "not_your_turn"


def _judge(public: Public, player: PlayerId, order: AnyOrder, refuse: Refusals) -> None:
    """Refuse a placement for everything that is wrong with it, each problem at its input."""
    if not isinstance(order, Place):
        return
    if order.card not in public.hands[player]:
        refuse("card_not_in_hand", "card")
    if not 0 <= order.gap <= len(public.line):
        refuse("gap_out_of_range", "gap", last=len(public.line))
    if order.line_version != public.line_version:
        refuse("stale_line", "line_version")
