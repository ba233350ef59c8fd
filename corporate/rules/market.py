"""The public data at the opening of a turn, and every price that follows from it (4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from games.contract import PlayerId

from .content import CONSTANTS, DERIVATIVES
from .council import InForce, in_force
from .ranking import in_play, ranking
from .state import Corporation, Public


class Market(Struct, frozen=True):
    """The start of a turn: no price and no limit depends on anything that happens later.

    `ranks`, `assets`: the corporations in play. `derivatives`: those with a member left, and their
    members in play. `citizenships`: the corporation each player is a citizen of, or None.
    """

    turn: int
    players: tuple[PlayerId, ...]
    citizenships: Mapping[str, str | None]
    corporations: Mapping[str, Corporation]
    ranks: Mapping[str, int]
    assets: Mapping[str, int]
    derivatives: Mapping[str, tuple[str, ...]]
    in_force: InForce

    @property
    def size(self) -> int:
        """N, the number of corporations in play: the last rank."""
        return len(self.ranks)


def market(public: Public) -> Market:
    """The market of the open turn."""
    assets = {slug: public.corporations[slug].assets for slug in in_play(public.corporations)}
    order = ranking(assets, public.corporations)
    return Market(
        turn=public.turn,
        players=public.players,
        citizenships={player: seat.citizenship for player, seat in public.seats.items()},
        corporations=public.corporations,
        ranks={slug: rank for rank, slug in enumerate(order, 1)},
        assets=assets,
        derivatives=derivatives(assets),
        in_force=in_force(public.council),
    )


def derivatives(assets: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The derivatives that have a member among these corporations, and those members (D24)."""
    left = {
        slug: tuple(member for member in row.members if member in assets) for slug, row in DERIVATIVES.items()
    }
    return {slug: members for slug, members in left.items() if members}


def share_price(here: Market, corporation: str, citizenship: str | None) -> int:
    """The price of one share in nuyens (O1): higher for the first corporation, except for its citizens."""
    dearer = here.ranks[corporation] == 1 and citizenship != corporation
    per_asset = (
        CONSTANTS.share_price_per_asset_first_non_citizen if dearer else CONSTANTS.share_price_per_asset
    )
    return per_asset * here.assets[corporation]


def influence_price(level: int) -> int:
    """The price of `level` of influence from the level below, in nuyens (O2)."""
    return CONSTANTS.influence_price_per_new_level * level


def dividend_rate(rank: int, size: int) -> int:
    """Nuyens per asset and share (5.8): the first corporation comes before the last (D27)."""
    if rank == 1:
        return CONSTANTS.dividend_per_asset_first
    return CONSTANTS.dividend_per_asset_last if rank == size else CONSTANTS.dividend_per_asset


def claim_points(turn: int, background: str | None) -> int:
    """The VP of one claim (8.3), negative; doubled for a Man of honour (8.7)."""
    points = CONSTANTS.citizenship_claim_victory_points_per_turn_number * turn
    return 2 * points if background == "man_of_honour" else points
