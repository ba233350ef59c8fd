"""A bot's speculations: modest ones, on outcomes that its own orders favour."""

from __future__ import annotations

from ..content import CONSTANTS
from ..orders import DerivativeSpeculation, RankSpeculation
from .plan import Plan


def stakes(plan: Plan) -> None:
    """Place some speculations; with a Background that earns points for it, all at the maximum."""
    force = plan.desk.market.in_force
    if plan.background == "winning_ticket" or "rank_speculation" in force.forbidden.get(plan.desk.player, ()):
        return
    bold = plan.background == "golden_boy" or plan.wants("wall_street_man")
    lucky = plan.desk.player in force.profit_bonus or plan.desk.player in force.keep_stakes
    for number in range(plan.desk.speculations_quota):
        if not (bold or lucky or plan.chance(plan.taste.bets, "bet", str(number))):
            continue
        stake, keep = _stake(plan, number, bold), 0 if bold else max(plan.reserve, plan.left // 2)
        if number % 2 or not _on_derivative(plan, stake, keep):
            _on_rank(plan, number, stake, keep)


def _stake(plan: Plan, number: int, bold: bool) -> int:
    """A stake in nuyens, from a third of the maximum to the maximum."""
    most = plan.desk.max_stake
    if bold:
        return most
    thirds = 1 + plan.dice.below(3, "bot", "stake", str(number))
    step = CONSTANTS.speculation_stake_step
    return max(step, most * thirds // 3 // step * step)


def _on_derivative(plan: Plan, stake: int, keep: int) -> bool:
    """Bet on the derivative that the bot's vote moves, if it moves only one. Returns whether it did."""
    for derivative, members in plan.desk.market.derivatives.items():
        push = (plan.up in members) - (plan.down in members)
        if push:
            direction = "up" if push > 0 else "down"
            return plan.add(DerivativeSpeculation(derivative, direction, stake), keep=keep)
    return False


def _on_rank(plan: Plan, number: int, stake: int, keep: int) -> None:
    """Bet that the first stays first, or the last stays last, whichever has the larger distance to the next
    one; sometimes on an unlikely rank."""
    market = plan.desk.market
    order = sorted(market.ranks, key=lambda corporation: market.ranks[corporation])
    if len(order) < 2:
        return
    assets = market.assets
    ahead, behind = assets[order[0]] - assets[order[1]], assets[order[-2]] - assets[order[-1]]
    corporation = order[0] if ahead >= behind else order[-1]
    if plan.down == corporation == order[0]:
        corporation = order[-1]
    rank = market.ranks[corporation]
    if plan.chance(20, "long shot", str(number)):
        corporation, rank = plan.main, max(1, market.ranks[plan.main] - 1)
    plan.add(RankSpeculation(corporation, rank, stake), keep=keep)
