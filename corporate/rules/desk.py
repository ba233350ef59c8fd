"""One player at the start of a turn: what he is held to by the market, his seat and his drawer."""

from __future__ import annotations

from dataclasses import dataclass

from games.contract import PlayerId

from .content import CONSTANTS
from .market import Market, claim_points, influence_price, share_price
from .orders import (
    BuyInfluence,
    BuyShare,
    CitizenshipClaim,
    DerivativeSpeculation,
    QuarterOrder,
    RankSpeculation,
    Run,
)
from .state import Private, Seat


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything `check`, `quote` and the net need to know to judge one player's form."""

    player: PlayerId
    seat: Seat
    private: Private
    market: Market

    @property
    def shares_quota(self) -> int:
        return CONSTANTS.shares_per_turn_per_influence * self.seat.influence

    @property
    def bonuses_quota(self) -> int:
        return CONSTANTS.run_influence_bonuses_per_turn_per_influence * self.seat.influence

    @property
    def speculations_quota(self) -> int:
        return CONSTANTS.speculations_per_turn_per_influence * self.seat.influence

    @property
    def max_stake(self) -> int:
        """Nuyens one speculation may be of."""
        return CONSTANTS.speculation_max_stake_per_influence * self.seat.influence

    @property
    def claim_points(self) -> int:
        """VP that a claim of this turn costs, negative."""
        return claim_points(self.market.turn, scoring_background(self.private))


def scoring_background(private: Private) -> str | None:
    """The Background that earns points beside `nobody`."""
    return private.hidden_background or private.background


def cost(desk: Desk, order: QuarterOrder) -> int:
    """Nuyens of one order (4.3), known when it is entered; 0 for a share nobody can buy any more."""
    match order:
        case BuyShare(corporation):
            if corporation not in desk.market.assets:
                return 0
            return share_price(desk.market, corporation, desk.seat.citizenship)
        case BuyInfluence():
            return influence_price(desk.seat.influence + 1)
        case Run():
            return max(0, CONSTANTS.run_step_price * order.steps)
        case DerivativeSpeculation() | RankSpeculation():
            return max(0, order.stake)
        case CitizenshipClaim() | _:
            return 0
