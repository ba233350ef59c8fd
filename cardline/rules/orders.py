"""The orders as typed values, and the one judge of a form: page, receipt and resolution ask it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.contract import Orders, PlayerId, Problem, Window

from .problems import problem
from .state import Public
from .windows import windows


@dataclass(frozen=True, slots=True)
class Place:
    """A card of the hand into a gap of the line as it was at `line_version`."""

    card: str
    gap: int
    line_version: int


@dataclass(frozen=True, slots=True)
class Leave:
    """`resign`: for good."""


@dataclass(frozen=True, slots=True)
class Wake:
    """`return`: no longer dormant."""


AnyOrder = Place | Leave | Wake

SHAPES: Final[Mapping[str, tuple[str, ...]]] = {
    "place": ("card", "gap", "line_version"),
    "resign": (),
    "return": (),
}
"""The keys of the data of each kind of order."""


def sift(
    public: Public, player: PlayerId | None, window: Window, orders: Orders
) -> tuple[AnyOrder | None, tuple[Problem, ...]]:
    """The order a form gives, or every reason why it gives none; exactly one of the two. Never
    raises, whatever the form holds."""
    code = _barred(public, player, window)
    if code is not None:
        return None, (problem(code),)
    kind = window.kind if window.kind in ("resign", "return") else "place"
    if len(orders) != 1 or getattr(orders[0], "kind", None) != kind:
        return None, (problem("one_order", orders=len(orders)),)
    data = getattr(orders[0], "data", None)
    if not isinstance(data, Mapping):
        return None, (problem("malformed", 0),)
    faults = [] if data.keys() <= set(SHAPES[kind]) else [problem("malformed", 0)]
    if kind == "place":
        assert player is not None  # a spectator was barred
        faults += _faults(public, player, data)
    if faults:
        return None, tuple(faults)
    made: Mapping[str, type[AnyOrder]] = {"place": Place, "resign": Leave, "return": Wake}
    return made[kind](**data), ()


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
    asked = next((one for one in windows(public) if one.name == window.name), None)
    return "not_your_turn" if asked is None or player not in asked.players else None


def _faults(public: Public, player: PlayerId, data: Mapping[Any, Any]) -> list[Problem]:
    """All that is wrong with a placement, each at its input."""
    faults = []
    card, gap, version = data.get("card"), data.get("gap"), data.get("line_version")
    if type(card) is not str or card not in public.hands[player]:
        faults.append(problem("card_not_in_hand", 0, "card", chosen=card not in (None, "")))
    last = len(public.line)
    if type(gap) is not int or not 0 <= gap <= last:
        faults.append(problem("gap_out_of_range", 0, "gap", chosen=gap not in (None, ""), last=last))
    if type(version) is not int or version != public.line_version:
        faults.append(problem("stale_line", 0, "line_version"))
    return faults
