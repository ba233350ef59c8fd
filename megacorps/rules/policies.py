"""Standing policies: the first rule whose conditions all hold answers; without one, or with *ask*, the player
is asked."""

from __future__ import annotations

from games.contract import PlayerId

from .orders import AidRule, AntitrustRule, PayoutReaction, PriceRule, ReactionRule, WarAid
from .state import StandingOrders


def _holds(condition: str | None, fact: str | None) -> bool:
    return condition is None or condition == fact


def allows(standing: StandingOrders, country: str, buyer: PlayerId) -> bool | None:
    """Whether a purchase is allowed; None: ask."""
    rule: AntitrustRule | None = next(
        (r for r in standing.antitrust_policy if _holds(r.country, country) and _holds(r.buyer, buyer)), None
    )
    return None if rule is None or rule.answer == "ask" else rule.answer == "allow"


def price(standing: StandingOrders, buyer: PlayerId) -> PriceRule | None:
    """The price rule for a buyer of mercenaries; None: ask."""
    rule = next((r for r in standing.mercenary_prices if _holds(r.buyer, buyer)), None)
    return None if rule is None or rule.answer == "ask" else rule


def aid(standing: StandingOrders, attacker: PlayerId, country: str) -> WarAid | None:
    """The pledge in a war; None: ask."""
    rule: AidRule | None = next(
        (r for r in standing.war_aid_policy if _holds(r.attacker, attacker) and _holds(r.country, country)),
        None,
    )
    if rule is None or rule.answer == "ask":
        return None
    return WarAid() if rule.answer == "never" else WarAid(rule.to_attacker, rule.to_defender)


def reaction(standing: StandingOrders, industry: str, trigger: PlayerId) -> PayoutReaction | None:
    """The answers to a payout; None: ask."""
    rule: ReactionRule | None = next(
        (
            r
            for r in standing.payout_reaction_policy
            if _holds(r.industry, industry) and _holds(r.trigger, trigger)
        ),
        None,
    )
    if rule is None or rule.answer == "ask":
        return None
    return PayoutReaction() if rule.answer == "pass" else PayoutReaction(rule.first, rule.counter)
