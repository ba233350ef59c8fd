"""The judge of 4.2: a form's orders are judged one by one, each together with those accepted before it.

`check` shows what is refused before noon, and the resolution drops it at noon: both use this judge.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct, field

from games.contract import Orders, Problem
from games.rulekit.judging import Refusals
from games.rulekit.judging import sift as sift_form

from .content import CONSTANTS
from .desk import PlayerTurn, cost
from .orders import (
    QUARTER,
    BuyInfluence,
    BuyShare,
    CitizenshipClaim,
    DerivativeSpeculation,
    Information,
    JoinCoalition,
    QuarterOrder,
    RankSpeculation,
    Run,
    Speculation,
    Vote,
)

AT_MOST: Final = {
    BuyInfluence.kind: CONSTANTS.influence_purchases_per_turn,
    CitizenshipClaim.kind: CONSTANTS.citizenship_claims_per_turn,
    Vote.kind: CONSTANTS.votes_per_turn,
    JoinCoalition.kind: CONSTANTS.coalitions_joined_per_turn,
}


class Kept(NamedTuple):
    """An accepted order: its place on the form, from 0, and its cost in nuyens."""

    place: int
    order: QuarterOrder
    cost: int

    @property
    def kind(self) -> str:
        return self.order.kind


class Sifted(Struct, frozen=True):
    """A judged form: the accepted orders, and all problems of the others."""

    kept: tuple[Kept, ...]
    problems: tuple[Problem, ...]


class _Used(Struct):
    """What the orders accepted so far have used up. `price`: of the order judged last, in nuyens."""

    desk: PlayerTurn
    left: int
    first_share: str | None
    price: int = 0
    shares: int = 0
    bonuses: int = 0
    speculations: int = 0
    kept: list[Kept] = field(default_factory=list)

    def judge(self, order: QuarterOrder, refuse: Refusals) -> None:
        match order:
            case BuyShare():
                _share(self, order, refuse)
            case CitizenshipClaim():
                _claim(self, order, refuse)
            case Vote():
                _vote(self, order, refuse)
            case Run():
                _run(self, order, refuse)
            case DerivativeSpeculation():
                _derivative(self, order, refuse)
            case RankSpeculation():
                _rank(self, order, refuse)
        self.price = price = cost(self.desk, order)
        left = self.left
        if price > left:
            refuse("not_enough_money", _priced(order), price=price, left=left, missing=price - left)

    def keep(self, order: QuarterOrder, place: int) -> None:
        self.left -= self.price
        self.kept.append(Kept(place, order, self.price))
        match order:
            case BuyShare():
                self.shares += 1
                self.first_share = None
            case Run():
                self.bonuses += order.influence_bonus
            case DerivativeSpeculation() | RankSpeculation():
                self.speculations += 1


def _priced(order: QuarterOrder) -> str | None:
    """The input that makes an order cheaper, to put the problem beside it."""
    match order:
        case Run():
            return "steps"
        case DerivativeSpeculation() | RankSpeculation():
            return "stake"
    return None


def sift(desk: PlayerTurn, orders: Orders) -> Sifted:
    """The accepted orders of a quarter's form, and its problems. Linear in the orders; never raises."""
    net = _Used(desk, desk.private.money, desk.seat.first_share)
    problems = sift_form(QUARTER, orders, net, AT_MOST)
    return Sifted(tuple(net.kept), problems)


def _in_play(used: _Used, corporation: str, at: str, refuse: Refusals) -> bool:
    market = used.desk.market
    if corporation in market.assets:
        return True
    crashed = market.corporations.get(corporation)
    if crashed is None:  # a corporation of the tables that is not in this game
        refuse("unknown_choice", at)
    else:
        refuse("not_in_play", at, corporation=corporation, turn=crashed.crashed)
    return False


def _share(used: _Used, order: BuyShare, refuse: Refusals) -> None:
    _in_play(used, order.corporation, "corporation", refuse)
    if used.first_share not in (None, order.corporation):
        refuse("first_share", "corporation", corporation=used.first_share)
    if used.shares >= used.desk.shares_quota:
        refuse("share_quota", used=used.shares + 1, of=used.desk.shares_quota)


def _claim(used: _Used, order: CitizenshipClaim, refuse: Refusals) -> None:
    if not _in_play(used, order.corporation, "corporation", refuse):
        return
    seat = used.desk.seat
    if seat.citizenship == order.corporation:
        refuse("already_citizen", "corporation", corporation=order.corporation)
    elif seat.shares.get(order.corporation, 0) < 1:
        refuse("no_share_to_claim", "corporation", corporation=order.corporation)


def _vote(used: _Used, order: Vote, refuse: Refusals) -> None:
    _in_play(used, order.up, "up", refuse)
    _in_play(used, order.down, "down", refuse)
    if order.up == order.down:
        refuse("same_corporation", "down", corporation=order.down)


def _run(used: _Used, order: Run, refuse: Refusals) -> None:
    desk = used.desk
    if isinstance(order, Information):
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


def _allowed(used: _Used, kind: str, refuse: Refusals) -> None:
    force = used.desk.market.in_force
    if kind in force.forbidden.get(used.desk.player, ()):
        refuse("forbidden_by_council", winner=force.winner, coalition=used.desk.seat.coalition)


def _stake(used: _Used, order: Speculation, refuse: Refusals) -> None:
    desk, stake = used.desk, order.stake
    if stake < CONSTANTS.speculation_min_stake:
        refuse("stake_too_low", "stake", stake=stake, minimum=CONSTANTS.speculation_min_stake)
    if stake > desk.max_stake:
        refuse("stake_too_high", "stake", stake=stake, maximum=desk.max_stake)
    if stake % CONSTANTS.speculation_stake_step:
        refuse("stake_step", "stake", stake=stake, step=CONSTANTS.speculation_stake_step)
    if used.speculations >= desk.speculations_quota:
        refuse("speculation_quota", used=used.speculations + 1, of=desk.speculations_quota)


def _derivative(used: _Used, order: DerivativeSpeculation, refuse: Refusals) -> None:
    if order.derivative not in used.desk.market.derivatives:
        refuse("derivative_gone", "derivative", derivative=order.derivative)
    _stake(used, order, refuse)
    _allowed(used, order.kind, refuse)


def _rank(used: _Used, order: RankSpeculation, refuse: Refusals) -> None:
    _in_play(used, order.corporation, "corporation", refuse)
    size = used.desk.market.size
    if not 1 <= order.rank <= size:
        refuse("unknown_rank", "rank", rank=order.rank, of=size)
    _stake(used, order, refuse)
    _allowed(used, order.kind, refuse)
