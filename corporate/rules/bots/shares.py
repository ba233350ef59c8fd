"""A bot's purchases: shares, influence, citizenship."""

from __future__ import annotations

from ..content import VICTORY
from ..market import influence_price, share_price
from ..orders import BuyInfluence, BuyShare, CitizenshipClaim
from .counting import gain
from .plan import POINT, Plan

COUNTED = 3
"""So many turns before the end a bot that counts counts what a share adds to its score."""


def shares(plan: Plan) -> None:
    """Buy the shares with the best value for their price, at least one before influence."""
    spared = _for_influence(plan)
    for bought in range(min(plan.desk.shares_quota, plan.taste.most_shares)):
        chosen = _best(plan, bought)
        if chosen is None or (chosen != plan.desk.seat.first_share and not _pays(plan, chosen)):
            return
        if not plan.add(BuyShare(chosen), keep=spared if bought else 0):
            return
        plan.shares[chosen] = plan.shares.get(chosen, 0) + 1


def _for_influence(plan: Plan) -> int:
    """Nuyens to keep for the next level of influence, as long as it would be used often enough."""
    level = plan.desk.seat.influence
    early = plan.turns_left >= 3 + level // 2
    return influence_price(level + 1) if early or plan.wants("patriarch") else 0


def _price(plan: Plan, corporation: str) -> int:
    return share_price(plan.desk.market, corporation, plan.desk.seat.citizenship)


def _pays(plan: Plan, corporation: str) -> bool:
    """Whether a share is worth buying: on the last turn, money counts only in comparison with others."""
    cheap = plan.last_turn and not plan.wants("rentier") and plan.background != "celebrity"
    return _value(plan, corporation) >= _price(plan, corporation) // (3 if cheap else 1)


def _value(plan: Plan, corporation: str) -> int:
    """The value of a share: future dividends, and the points expected at the end, in nuyens."""
    rank = plan.desk.market.ranks[corporation]
    scale = VICTORY.shares_by_final_rank
    points = scale[rank - 1] if rank <= len(scale) else 0
    owned = plan.shares.get(corporation, 0)
    if plan.wants("opportunist") or plan.background == "old_hand":
        points += 2 * (owned == 0)
    if plan.wants("builder") or plan.wants("big_boss"):
        points += 2 * (corporation == plan.main)
    strength = plan.desk.market.assets[corporation]
    fragile = 0 if strength > 4 else (5 - strength) * 100_000  # it may crash
    if plan.taste.counts and plan.turns_left <= COUNTED:
        points = gain(plan, corporation)
    if plan.taste.hunts and plan.feeds(corporation) > 0 and rank == 1:
        points = min(points, 1)  # whoever leads there will be attacked
    return plan.worth(corporation) + points * POINT - fragile


def _best(plan: Plan, bought: int) -> str | None:
    first = plan.desk.seat.first_share
    if first is not None and bought == 0:
        return first
    affordable = [one for one in plan.desk.market.assets if _price(plan, one) <= plan.left]
    if not affordable:
        return None

    def score(corporation: str) -> int:
        gain = _value(plan, corporation) - _price(plan, corporation)
        return gain + plan.noise(plan.taste.noise, "share", str(bought), corporation) * 100_000

    return max(affordable, key=score)


def influence(plan: Plan) -> None:
    """Buy influence early, because every limit grows with it, or at the end, for a title within reach."""
    level = plan.desk.seat.influence
    others = max(plan.public.seats[rival].influence for rival in plan.rivals())
    within_reach = plan.last_turn and others - 1 <= level <= others + 1
    if within_reach or (_for_influence(plan) and plan.chance(plan.taste.influence, "influence")):
        plan.add(BuyInfluence())


def claim(plan: Plan) -> None:
    """Claim the citizenship of the best corporation owned, if it brings more points than it costs."""
    seat, market = plan.desk.seat, plan.desk.market

    def points(corporation: str) -> int:
        fellows = sum(plan.public.seats[rival].citizenship == corporation for rival in plan.rivals())
        base = VICTORY.citizenship_base + VICTORY.citizenship_per_rank * market.ranks[corporation]
        return base + VICTORY.citizenship_per_other_citizen * fellows

    owned = [corporation for corporation in market.assets if seat.shares.get(corporation)]
    if not owned:
        return
    best = max(owned, key=points)
    now = points(seat.citizenship) if seat.citizenship is not None else 0
    if best != seat.citizenship and points(best) + plan.desk.claim_points >= now + 2:
        plan.add(CitizenshipClaim(best))
