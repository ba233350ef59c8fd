"""Random legal forms of every kind, for games that tests play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.contract import Dice, Order, Orders, View, Window

from .check import desk_of
from .content import BACKGROUNDS, COALITIONS, CONSTANTS, CORPORATIONS, DERIVATIVES, LIMITS, TITLES, VICTORY
from .desk import Desk
from .net import sift
from .orders import DEFENCES, DIRECTIONS, QUARTER_KINDS, UNANSWERED
from .state import Private, Public
from .windows import is_open

Draw = Callable[[int], int]
"""A number below the one given; each call draws another label."""


def sample(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """Some form that passes `check`, of any width; now and then none at all."""
    desk = desk_of(view)
    if desk is None or not is_open(view.public, window):
        return None
    draw = _drawer(dice)
    if draw(12) == 0:
        return None
    if window.kind == "characters":
        return (_character(view.public.characters, desk, draw),)
    if window.kind == "transfer":
        return _transfer(desk, draw)
    wanted = tuple(_order(QUARTER_KINDS[draw(len(QUARTER_KINDS))], desk, draw) for _ in range(draw(16)))
    # What stands after the net stands without what fell into it.
    return tuple(wanted[kept.place] for kept in sift(desk, wanted).kept)


def _drawer(dice: Dice) -> Draw:
    count = 0

    def draw(n: int) -> int:
        nonlocal count
        count += 1
        return dice.below(n, "sample", str(count))

    return draw


def _one(among: Any, draw: Draw) -> Any:
    listed = tuple(among)
    return listed[draw(len(listed))]


def _corporation(desk: Desk, draw: Draw) -> str:
    return str(_one(desk.market.assets or CORPORATIONS, draw))


def _effort(draw: Draw) -> dict[str, Any]:
    return {"steps": CONSTANTS.run_min_steps + draw(6), "influence_bonus": draw(3) == 0}


def _stake(desk: Desk, draw: Draw) -> int:
    step = CONSTANTS.speculation_stake_step
    return desk.max_stake if draw(4) == 0 else step * (1 + draw(desk.max_stake // step))


def _order(kind: str, desk: Desk, draw: Draw) -> Order:
    def corporation() -> str:
        return _corporation(desk, draw)

    makers: dict[str, Callable[[], dict[str, Any]]] = {
        "buy_share": lambda: {"corporation": desk.seat.first_share or corporation()},
        "buy_influence": dict,
        "citizenship_claim": lambda: {"corporation": _one(desk.seat.shares or desk.market.assets, draw)},
        "vote": lambda: {"up": corporation(), "down": corporation()},
        "join_coalition": lambda: {"coalition": _one(COALITIONS, draw)},
        "datasteal": lambda: {"target": corporation(), "beneficiary": corporation(), **_effort(draw)},
        "sabotage": lambda: {"target": corporation(), **_effort(draw)},
        "extraction": lambda: {"target": corporation(), "beneficiary": corporation(), **_effort(draw)},
        "information": lambda: {"target": _one(desk.market.players, draw), **_effort(draw)},
        "protection": lambda: {
            "beneficiary": corporation(),
            "defence": _one(DEFENCES, draw),
            **_effort(draw),
        },
        "derivative_speculation": lambda: {
            "derivative": _one(DERIVATIVES, draw),
            "direction": _one(DIRECTIONS, draw),
            "stake": _stake(desk, draw),
        },
        "rank_speculation": lambda: {
            "corporation": corporation(),
            "rank": 1 + draw(max(1, desk.market.size)),
            "stake": _stake(desk, draw),
        },
    }
    return Order(kind, makers[kind]())


def _character(playing: bool, desk: Desk, draw: Draw) -> Order:
    data: dict[str, Any] = {
        **UNANSWERED,
        "public_text": _one(TEXTS, draw),
        "citizenship": None if draw(3) == 0 else _corporation(desk, draw),
        "secrets": _one(TEXTS, draw),
    }
    if playing and draw(4):
        data["background"] = _one(BACKGROUNDS, draw)
        if data["background"] == "nobody":
            data["hidden"] = _one([slug for slug in BACKGROUNDS if slug != "nobody"], draw)
        if "avenger" in (data["background"], data["hidden"]):
            data["avenger"] = _one(desk.private.avenger_draw, draw)
    if playing:
        data["strategies"] = _strategies(draw)
    return Order("character", data)


TEXTS: Final = ("", "A quiet past.", "Näher betrachtet : « rien », 日本\n\nun œil de verre.")


def _strategies(draw: Draw) -> dict[str, int]:
    chosen: dict[str, int] = {}
    left = VICTORY.strategies_max_total
    for _ in range(draw(6)):
        title, points = _one(TITLES, draw), 1 + draw(VICTORY.strategy_max_points)
        if title not in chosen and points <= left:
            chosen[title] = points
            left -= points
    return chosen


def _transfer(desk: Desk, draw: Draw) -> Orders | None:
    most = desk.private.money // LIMITS.transfer_step
    others = [player for player in desk.market.players if player != desk.player]
    if most < 1 or desk.private.transfers_sent >= LIMITS.transfers_per_turn:
        return None
    amount = LIMITS.transfer_step * (1 + draw(min(most, 300)))
    return (Order("transfer", {"to": _one(others, draw), "amount": amount}),)
