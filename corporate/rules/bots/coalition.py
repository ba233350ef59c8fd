"""A bot's free choices: its vote and its coalition."""

from __future__ import annotations

from games.contract import PlayerId

from ..content import COALITIONS
from ..day import most
from ..orders import JoinCoalition, Vote
from .plan import Plan


def vote(plan: Plan) -> None:
    """Vote up for the bot's main corporation, down for one that feeds a rival."""
    others = [corporation for corporation in plan.desk.market.assets if corporation != plan.main]
    if not others:
        return

    def grudge(corporation: str) -> int:
        if plan.taste.hunts:
            return plan.feeds(corporation)
        return plan.threat(corporation) * 3 + plan.noise(2, "vote", corporation)

    plan.up, plan.down = plan.main, max(others, key=grudge)
    plan.add(Vote(plan.up, plan.down))


def join(plan: Plan) -> None:
    """Join the coalition that fits the bot's shares and orders; sometimes another one, to be
    unpredictable."""
    if plan.chance(8, "no coalition"):
        return
    weights = _weights(plan)
    tickets = [coalition for coalition in COALITIONS for _ in range(weights.get(coalition, 1))]
    plan.add(JoinCoalition(plan.pick(tickets, "coalition")))


def _weights(plan: Plan) -> dict[str, int]:
    dominated = sum(_leads(plan, corporation) for corporation in plan.desk.market.assets)
    weights = {"public_contracts": 2 + 4 * dominated, "urban_development": 2 + 3 * dominated}
    if plan.last_turn:
        return weights  # the other four only act next turn
    if plan.desk.seat.influence >= 2 and plan.background != "winning_ticket":
        weights["deregulation"] = 2 + 2 * plan.desk.seat.influence
        weights["banking_safeguards"] = 2
    if plan.background in ("shadow_veteran", "made_man", "avenger"):
        weights["transparency"] = 5
    if plan.shares.get(plan.main, 0) >= 2 and _leads(plan, plan.main):
        weights["targeted_controls"] = 4
    return weights


def _leads(plan: Plan, corporation: str) -> bool:
    owned: dict[PlayerId, int] = {player: plan.holding(player, corporation) for player in plan.public.players}
    return most(owned) == plan.desk.player
