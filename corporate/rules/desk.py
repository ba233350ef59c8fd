"""One player at the start of a turn: the limits that follow from the market, the seat and the drawer."""

from __future__ import annotations

from msgspec import Struct

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


class PlayerTurn(Struct, frozen=True):
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
        """The maximum stake of one speculation, in nuyens."""
        return CONSTANTS.speculation_max_stake_per_influence * self.seat.influence

    @property
    def claim_points(self) -> int:
        """The VP of a claim this turn (negative)."""
        return claim_points(self.market.turn, scoring_background(self.private))


def scoring_background(private: Private) -> str | None:
    """The Background that earns points: the hidden one if the public one is `nobody`."""
    return private.hidden_background or private.background


def cost(desk: PlayerTurn, order: QuarterOrder) -> int:
    """The price of an order in nuyens (4.3), known when it is entered; 0 for a share nobody can buy."""
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
