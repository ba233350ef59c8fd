"""The tables of sections 2 and 8, read once from `corporate/data/*.toml` into typed values."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any, Final, Literal

from msgspec import Struct, field

from games.contract.codec import from_plain

DATA: Final = "corporate.data"


class Name(Struct, frozen=True):
    en: str
    fr: str


class Effect(Struct, frozen=True):
    """What a corporation does when it leads or closes the ranking: `delta` assets to a rank
    (1 first, -1 last) or to a corporation; exactly one of the two is given."""

    when: Literal["first", "last"]
    delta: int
    rank: int | None = None
    corporation: str | None = None


class CorporationData(Struct, frozen=True):
    """A row of 2.1; `defence` by kind of run and `detection` in percent."""

    slug: str
    name: str
    detection: int
    best_initial_rank: int
    defence: Mapping[str, int]
    effects: tuple[Effect, ...]
    derivative: str | None = None


class DerivativeData(Struct, frozen=True):
    slug: str
    name: str
    members: tuple[str, ...]


class CouncilEffect(Struct, frozen=True):
    """One effect of a victory at the MDC (2.3), on this turn or the next, for those recorded in
    `coalition`; `runs` and `orders` are the kinds it concerns."""

    turn: Literal["this", "next"]
    scope: Literal["corporations_of", "players_of"]
    coalition: str
    kind: Literal[
        "assets",
        "percent_of_runs_targeting",
        "percent_of_runs_sponsored",
        "forbid",
        "keep_lost_stakes",
        "profit_multiplier_bonus",
    ]
    delta: int = 0
    runs: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()


class CoalitionData(Struct, frozen=True):
    slug: str
    code: str
    name: Name
    opposite: str
    effects: tuple[CouncilEffect, ...]


class RunData(Struct, frozen=True):
    """A row of 2.4. `assets`: what a success adds to `target` and `beneficiary`; `base_percent` by
    kind of Defence for a Protection."""

    slug: str
    base_percent: int | Mapping[str, int]
    beneficiary: bool
    assets: Mapping[str, int]
    max_percent: int
    timing_malus: bool
    refund_on_failure: bool
    detectable: bool
    newsfeed_if_detected: bool
    newsfeed_on_success: bool
    target: Literal["corporation", "player"] | None = None
    defence: str | None = None

    def told(self, *, success: bool, detected: bool) -> bool:
        """Whether the Newsfeeds tell of such a run (7.2)."""
        return (detected and self.newsfeed_if_detected) or (success and self.newsfeed_on_success)


class Constants(Struct, frozen=True):
    """The table of 2.5: money in nuyens, percentages in points."""

    total_turns: int
    initial_money: int
    initial_influence: int
    resolution_hour: str
    share_price_per_asset: int
    share_price_per_asset_first_non_citizen: int
    dividend_per_asset: int
    dividend_per_asset_first: int
    dividend_per_asset_last: int
    shares_per_turn_per_influence: int
    influence_price_per_new_level: int
    influence_purchases_per_turn: int
    votes_per_turn: int
    vote_up_delta: int
    vote_down_delta: int
    invisible_hand_up_delta: int
    invisible_hand_down_delta: int
    citizenship_claims_per_turn: int
    citizenship_claim_victory_points_per_turn_number: int
    coalitions_joined_per_turn: int
    run_step_price: int
    run_step_percent: int
    run_min_steps: int
    run_influence_bonus_percent: int
    run_influence_bonuses_per_turn_per_influence: int
    protection_max_percent: int
    timing_malus_percent: int
    run_refund_numerator: int
    run_refund_denominator: int
    speculations_per_turn_per_influence: int
    speculation_max_stake_per_influence: int
    speculation_min_stake: int
    speculation_stake_step: int
    speculation_profit_derivative: int
    speculation_profit_first_or_last: int
    speculation_profit_other_rank: int
    crash_at_or_below_assets: int


class Limits(Struct, frozen=True):
    """Sizes given in 4.4 and 4.4a: texts in characters, money in nuyens."""

    public_text_characters: int
    secrets_characters: int
    transfers_per_turn: int
    transfer_min: int
    transfer_step: int
    avenger_choices: int


class VictoryPoints(Struct, frozen=True):
    """The figures of section 8; `shares_by_final_rank` from rank 1 on."""

    shares_by_final_rank: tuple[int, ...]
    citizenship_base: int
    citizenship_per_rank: int
    citizenship_per_other_citizen: int
    no_background: int
    strategy_max_points: int
    strategy_min_points: int
    strategies_max_total: int
    title_minimum_measure: int


class TitleData(Struct, frozen=True):
    slug: str
    name: Name
    points: int


class BackgroundData(Struct, frozen=True):
    """A row of 8.7: one sum of `points` (per turn or per unit), or a `scale` by case. `last_rank`: the last
    of the ranks it speaks of; `runs`: the kinds of runs that it counts."""

    slug: str
    name: Name
    when: Literal["turn", "end"]
    points: int = 0
    flat_points: int = 0
    scale: Mapping[str, int] = field(default_factory=dict)
    last_rank: int = 0
    runs: tuple[str, ...] = ()


class _Corporations(Struct, frozen=True):
    initial_assets_by_rank: tuple[int, ...]
    drawn_first: tuple[str, ...]
    corporations: tuple[CorporationData, ...]
    derivatives: tuple[DerivativeData, ...]


class _Council(Struct, frozen=True):
    coalitions: tuple[CoalitionData, ...]


class _Runs(Struct, frozen=True):
    runs: tuple[RunData, ...]


class _Constants(Struct, frozen=True):
    constants: Constants
    limits: Limits


class _Scoring(Struct, frozen=True):
    victory_points: VictoryPoints
    titles: tuple[TitleData, ...]
    backgrounds: tuple[BackgroundData, ...]


def read(name: str) -> dict[str, Any]:
    """One data file as plain values."""
    return tomllib.loads(resources.files(DATA).joinpath(f"{name}.toml").read_text("utf-8"))


_corporations = from_plain(read("corporations"), _Corporations)
_constants = from_plain(read("constants"), _Constants)
_scoring = from_plain(read("scoring"), _Scoring)

# Loops over corporations, coalitions, titles or Backgrounds always use the order of these tables, because
# the order of a mapping may change when a state is stored and loaded again.
INITIAL_ASSETS: Final = _corporations.initial_assets_by_rank
DRAWN_FIRST: Final = _corporations.drawn_first
CORPORATIONS: Final = {row.slug: row for row in _corporations.corporations}
DERIVATIVES: Final = {row.slug: row for row in _corporations.derivatives}
COALITIONS: Final = {row.slug: row for row in from_plain(read("council"), _Council).coalitions}
RUNS: Final = {row.slug: row for row in from_plain(read("runs"), _Runs).runs}
CONSTANTS: Final = _constants.constants
LIMITS: Final = _constants.limits
VICTORY: Final = _scoring.victory_points
TITLES: Final = {row.slug: row for row in _scoring.titles}
BACKGROUNDS: Final = {row.slug: row for row in _scoring.backgrounds}
