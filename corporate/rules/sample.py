"""Random legal forms of every kind, for games that tests play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from msgspec.structs import replace

from games.contract import Dice, Order, Orders, View, Window
from games.rulekit.shapes import order

from .check import desk_of
from .content import BACKGROUNDS, COALITIONS, CONSTANTS, CORPORATIONS, DERIVATIVES, LIMITS, TITLES, VICTORY
from .desk import PlayerTurn
from .net import sift
from .orders import (
    DEFENCES,
    DIRECTIONS,
    QUARTER_KINDS,
    BuyInfluence,
    BuyShare,
    Character,
    CitizenshipClaim,
    Datasteal,
    DerivativeSpeculation,
    Extraction,
    Information,
    JoinCoalition,
    Protection,
    QuarterOrder,
    RankSpeculation,
    Sabotage,
    Transfer,
    Vote,
)
from .state import Private, Public
from .windows import is_open

T = TypeVar("T")
Draw = Callable[[int], int]
"""A number below the one given; each call draws another label."""


def sample(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """A random form that passes `check`, of any length; sometimes none."""
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
    # the accepted orders also pass without the refused ones
    return tuple(wanted[kept.place] for kept in sift(desk, wanted).kept)


def _drawer(dice: Dice) -> Draw:
    count = 0

    def draw(n: int) -> int:
        nonlocal count
        count += 1
        return dice.below(n, "sample", str(count))

    return draw


def _one(among: Iterable[T], draw: Draw) -> T:
    listed = tuple(among)
    return listed[draw(len(listed))]


def _corporation(desk: PlayerTurn, draw: Draw) -> str:
    return _one(tuple(desk.market.assets or CORPORATIONS), draw)


def _effort(draw: Draw) -> tuple[int, bool]:
    """Steps, and whether with the influence bonus."""
    return CONSTANTS.run_min_steps + draw(6), draw(3) == 0


def _stake(desk: PlayerTurn, draw: Draw) -> int:
    step = CONSTANTS.speculation_stake_step
    return desk.max_stake if draw(4) == 0 else step * (1 + draw(desk.max_stake // step))


def _order(kind: str, desk: PlayerTurn, draw: Draw) -> Order:
    def corporation() -> str:
        return _corporation(desk, draw)

    makers: dict[str, Callable[[], QuarterOrder]] = {
        "buy_share": lambda: BuyShare(desk.seat.first_share or corporation()),
        "buy_influence": BuyInfluence,
        "citizenship_claim": lambda: CitizenshipClaim(_one(desk.seat.shares or desk.market.assets, draw)),
        "vote": lambda: Vote(corporation(), corporation()),
        "join_coalition": lambda: JoinCoalition(_one(COALITIONS, draw)),
        "datasteal": lambda: Datasteal(corporation(), corporation(), *_effort(draw)),
        "sabotage": lambda: Sabotage(corporation(), *_effort(draw)),
        "extraction": lambda: Extraction(corporation(), corporation(), *_effort(draw)),
        "information": lambda: Information(_one(desk.market.players, draw), *_effort(draw)),
        "protection": lambda: Protection(corporation(), _one(DEFENCES, draw), *_effort(draw)),
        "derivative_speculation": lambda: DerivativeSpeculation(
            _one(DERIVATIVES, draw), _one(DIRECTIONS, draw), _stake(desk, draw)
        ),
        "rank_speculation": lambda: RankSpeculation(
            corporation(), 1 + draw(max(1, desk.market.size)), _stake(desk, draw)
        ),
    }
    return order(makers[kind]())


def _character(playing: bool, desk: PlayerTurn, draw: Draw) -> Order:
    answers = Character(
        public_text=_one(TEXTS, draw),
        citizenship=None if draw(3) == 0 else _corporation(desk, draw),
        secrets=_one(TEXTS, draw),
    )
    if playing and draw(4):
        background = _one(tuple(BACKGROUNDS), draw)
        answers = replace(answers, background=background)
        if background == "nobody":
            hidden = _one([slug for slug in BACKGROUNDS if slug != "nobody"], draw)
            answers = replace(answers, hidden=hidden)
        if "avenger" in (answers.background, answers.hidden):
            answers = replace(answers, avenger=_one(desk.private.avenger_draw, draw))
    if playing:
        answers = replace(answers, strategies=_strategies(draw))
    return order(answers)


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


def _transfer(desk: PlayerTurn, draw: Draw) -> Orders | None:
    most = desk.private.money // LIMITS.transfer_step
    others = [player for player in desk.market.players if player != desk.player]
    if most < 1 or desk.private.transfers_sent >= LIMITS.transfers_per_turn:
        return None
    amount = LIMITS.transfer_step * (1 + draw(min(most, 300)))
    return (order(Transfer(_one(others, draw), amount)),)
