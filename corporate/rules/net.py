"""The net of 4.2: a form's orders judged one by one, each given those kept before it.

`check` shows what it refuses before noon, the resolver drops it at noon: there is one judge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, cast

from games.contract import Orders, Problem

from .content import CONSTANTS
from .desk import Desk, cost
from .orders import (
    QUARTER_KINDS,
    SPECULATIONS,
    BuyShare,
    CitizenshipClaim,
    DerivativeSpeculation,
    QuarterOrder,
    RankSpeculation,
    Run,
    Speculation,
    Vote,
    parse,
)
from .problems import problem

ONE_ONLY: Final = {
    "buy_influence": CONSTANTS.influence_purchases_per_turn,
    "citizenship_claim": CONSTANTS.citizenship_claims_per_turn,
    "vote": CONSTANTS.votes_per_turn,
    "join_coalition": CONSTANTS.coalitions_joined_per_turn,
}


@dataclass(frozen=True, slots=True)
class Kept:
    """An order that stands: its place on the form counted from 0, and its cost in nuyens."""

    place: int
    kind: str
    order: QuarterOrder
    cost: int


@dataclass(frozen=True, slots=True)
class Sifted:
    """A form after the net: what stands, and everything wrong with what does not."""

    kept: tuple[Kept, ...]
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class _Used:
    """What the orders kept so far have used up."""

    desk: Desk
    left: int
    first_share: str | None
    shares: int = 0
    bonuses: int = 0
    speculations: int = 0
    kinds: dict[str, int] = field(default_factory=dict)


def sift(desk: Desk, orders: Orders) -> Sifted:
    """Which orders of a quarter's form stand. Linear in the orders; never raises."""
    used = _Used(desk, desk.private.money, desk.seat.first_share)
    kept: list[Kept] = []
    problems: list[Problem] = []
    for place, raw in enumerate(orders):
        order, faults = parse(raw, place, QUARTER_KINDS)
        if order is None:
            problems += faults
            continue
        mine = cast(QuarterOrder, order)  # the kinds of a quarter were asked for
        price = cost(desk, mine)
        faults = _judge(used, raw.kind, mine, place, price)
        if faults:
            problems += faults
            continue
        _count(used, raw.kind, mine, price)
        kept.append(Kept(place, raw.kind, mine, price))
    return Sifted(tuple(kept), tuple(problems))


def _judge(used: _Used, kind: str, order: QuarterOrder, place: int, price: int) -> list[Problem]:
    faults: list[Problem] = []

    def refuse(code: str, at: str | None = None, **params: Any) -> None:
        faults.append(problem(code, place, at, **params))

    if kind in ONE_ONLY and used.kinds.get(kind, 0) >= ONE_ONLY[kind]:
        refuse("one_only", kind=kind)
    judge = _JUDGES.get(type(order))
    if judge is not None:
        judge(used, order, refuse)
    if price > used.left:
        refuse(
            "not_enough_money",
            _PRICED.get(type(order)),
            price=price,
            left=used.left,
            missing=price - used.left,
        )
    return faults


def _count(used: _Used, kind: str, order: QuarterOrder, price: int) -> None:
    used.left -= price
    used.kinds[kind] = used.kinds.get(kind, 0) + 1
    if isinstance(order, BuyShare):
        used.shares += 1
        used.first_share = None
    elif isinstance(order, Run):
        used.bonuses += order.influence_bonus
    elif kind in SPECULATIONS:
        used.speculations += 1


Refuse = Callable[..., None]


def _in_play(used: _Used, corporation: str, at: str, refuse: Refuse) -> bool:
    market = used.desk.market
    if corporation in market.assets:
        return True
    crashed = market.corporations.get(corporation)
    if crashed is None:  # a corporation of the tables that is not in this game
        refuse("unknown_choice", at)
    else:
        refuse("not_in_play", at, corporation=corporation, turn=crashed.crashed)
    return False


def _share(used: _Used, order: BuyShare, refuse: Refuse) -> None:
    _in_play(used, order.corporation, "corporation", refuse)
    if used.first_share not in (None, order.corporation):
        refuse("first_share", "corporation", corporation=used.first_share)
    if used.shares >= used.desk.shares_quota:
        refuse("share_quota", used=used.shares + 1, of=used.desk.shares_quota)


def _claim(used: _Used, order: CitizenshipClaim, refuse: Refuse) -> None:
    if not _in_play(used, order.corporation, "corporation", refuse):
        return
    seat = used.desk.seat
    if seat.citizenship == order.corporation:
        refuse("already_citizen", "corporation", corporation=order.corporation)
    elif seat.shares.get(order.corporation, 0) < 1:
        refuse("no_share_to_claim", "corporation", corporation=order.corporation)


def _vote(used: _Used, order: Vote, refuse: Refuse) -> None:
    _in_play(used, order.up, "up", refuse)
    _in_play(used, order.down, "down", refuse)
    if order.up == order.down:
        refuse("same_corporation", "down", corporation=order.down)


def _run(used: _Used, order: Run, refuse: Refuse) -> None:
    desk = used.desk
    if order.kind == "information":
        if order.target not in desk.market.players:
            refuse("unknown_choice", "target")
        elif order.target == desk.player:
            refuse("self_target", "target")
    elif order.target is not None:
        _in_play(used, order.target, "target", refuse)
    if order.beneficiary is not None:
        _in_play(used, order.beneficiary, "beneficiary", refuse)
        if order.beneficiary == order.target:
            refuse("same_corporation", "beneficiary", corporation=order.beneficiary)
    if order.steps < CONSTANTS.run_min_steps:
        refuse("too_few_steps", "steps", steps=order.steps, minimum=CONSTANTS.run_min_steps)
    if order.influence_bonus and used.bonuses >= desk.bonuses_quota:
        refuse("bonus_quota", "influence_bonus", used=used.bonuses + 1, of=desk.bonuses_quota)
    _allowed(used, order.kind, refuse)


def _allowed(used: _Used, kind: str, refuse: Refuse) -> None:
    force = used.desk.market.in_force
    if kind in force.forbidden.get(used.desk.player, ()):
        refuse("forbidden_by_council", winner=force.winner, coalition=used.desk.seat.coalition)


def _stake(used: _Used, order: Speculation, refuse: Refuse) -> None:
    desk, stake = used.desk, order.stake
    if stake < CONSTANTS.speculation_min_stake:
        refuse("stake_too_low", "stake", stake=stake, minimum=CONSTANTS.speculation_min_stake)
    if stake > desk.max_stake:
        refuse("stake_too_high", "stake", stake=stake, maximum=desk.max_stake)
    if stake % CONSTANTS.speculation_stake_step:
        refuse("stake_step", "stake", stake=stake, step=CONSTANTS.speculation_stake_step)
    if used.speculations >= desk.speculations_quota:
        refuse("speculation_quota", used=used.speculations + 1, of=desk.speculations_quota)


def _derivative(used: _Used, order: DerivativeSpeculation, refuse: Refuse) -> None:
    if order.derivative not in used.desk.market.derivatives:
        refuse("derivative_gone", "derivative", derivative=order.derivative)
    _stake(used, order, refuse)
    _allowed(used, "derivative_speculation", refuse)


def _rank(used: _Used, order: RankSpeculation, refuse: Refuse) -> None:
    _in_play(used, order.corporation, "corporation", refuse)
    size = used.desk.market.size
    if not 1 <= order.rank <= size:
        refuse("unknown_rank", "rank", rank=order.rank, of=size)
    _stake(used, order, refuse)
    _allowed(used, "rank_speculation", refuse)


_JUDGES: Final[dict[type[Any], Callable[[_Used, Any, Refuse], None]]] = {
    BuyShare: _share,
    CitizenshipClaim: _claim,
    Vote: _vote,
    Run: _run,
    DerivativeSpeculation: _derivative,
    RankSpeculation: _rank,
}

# The input one would change to make an order cheaper.
_PRICED: Final[dict[type[Any], str]] = {
    Run: "steps",
    DerivativeSpeculation: "stake",
    RankSpeculation: "stake",
}
