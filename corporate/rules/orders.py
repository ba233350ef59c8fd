"""The orders: one struct per kind, each field read as its type says (4.3, 4.4a)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import field

from games.contract import PlayerId
from games.rulekit.readers import MAX_NUMBER, Number, OneOf, Text
from games.rulekit.shapes import OrderData, Shapes

from .content import BACKGROUNDS, COALITIONS, CONSTANTS, CORPORATIONS, DERIVATIVES, LIMITS, RUNS

DEFENCES: Final = tuple(kind for kind in RUNS if kind in next(iter(CORPORATIONS.values())).defence)
DIRECTIONS: Final = ("up", "down")
RUN_KINDS: Final = tuple(RUNS)
# so that a price never has more digits than can be stored
MAX_STEPS: Final = MAX_NUMBER // CONSTANTS.run_step_price
MAX_POINTS: Final = 999

CorporationSlug = Annotated[str, OneOf(CORPORATIONS)]
BackgroundSlug = Annotated[str, OneOf(BACKGROUNDS)]
Steps = Annotated[int, Number(MAX_STEPS)]


class BuyShare(OrderData, frozen=True):
    kind = "buy_share"
    corporation: CorporationSlug


class BuyInfluence(OrderData, frozen=True):
    kind = "buy_influence"


class CitizenshipClaim(OrderData, frozen=True):
    kind = "citizenship_claim"
    corporation: CorporationSlug


class Vote(OrderData, frozen=True):
    kind = "vote"
    up: CorporationSlug
    down: CorporationSlug


class JoinCoalition(OrderData, frozen=True):
    kind = "join_coalition"
    coalition: Annotated[str, OneOf(COALITIONS)]


# ---- runs ---------------------------------------------------------------------------------------


class Run(OrderData, frozen=True):
    """O6 to O10: properties of every kind of run. None: runs of this kind do not have the property."""

    @property
    def steps(self) -> int:
        raise NotImplementedError

    @property
    def influence_bonus(self) -> bool:
        raise NotImplementedError

    @property
    def target(self) -> str | None:
        """A corporation, or a player for an Information run."""
        return None

    @property
    def beneficiary(self) -> str | None:
        return None

    @property
    def defence(self) -> str | None:
        """The kind of run that a Protection counters."""
        return None


class Datasteal(Run, frozen=True):
    kind = "datasteal"
    target: CorporationSlug
    beneficiary: CorporationSlug
    steps: Steps
    influence_bonus: bool


class Sabotage(Run, frozen=True):
    kind = "sabotage"
    target: CorporationSlug
    steps: Steps
    influence_bonus: bool


class Extraction(Run, frozen=True):
    kind = "extraction"
    target: CorporationSlug
    beneficiary: CorporationSlug
    steps: Steps
    influence_bonus: bool


class Information(Run, frozen=True):
    kind = "information"
    target: PlayerId
    steps: Steps
    influence_bonus: bool


class Protection(Run, frozen=True):
    kind = "protection"
    beneficiary: CorporationSlug
    defence: Annotated[str, OneOf(DEFENCES)]
    steps: Steps
    influence_bonus: bool


# ---- speculations -------------------------------------------------------------------------------


class DerivativeSpeculation(OrderData, frozen=True):
    kind = "derivative_speculation"
    derivative: Annotated[str, OneOf(DERIVATIVES)]
    direction: Annotated[str, OneOf(DIRECTIONS)]
    stake: int


class RankSpeculation(OrderData, frozen=True):
    kind = "rank_speculation"
    corporation: CorporationSlug
    rank: int
    stake: int


SPECULATIONS: Final = (DerivativeSpeculation.kind, RankSpeculation.kind)


# ---- orders of other windows --------------------------------------------------------------------


class Character(OrderData, frozen=True):
    """The form of the first window; None and empty values were not answered. `strategies`: title ->
    points."""

    kind = "character"
    public_text: Annotated[str, Text(LIMITS.public_text_characters)] = ""
    citizenship: CorporationSlug | None = None
    background: BackgroundSlug | None = None
    hidden: BackgroundSlug | None = None
    avenger: CorporationSlug | None = None
    strategies: Mapping[str, Annotated[int, Number(MAX_POINTS)]] = field(default_factory=dict)
    secrets: Annotated[str, Text(LIMITS.secrets_characters)] = ""


class Transfer(OrderData, frozen=True):
    kind = "transfer"
    to: PlayerId
    amount: int


Speculation = DerivativeSpeculation | RankSpeculation
QuarterOrder = BuyShare | BuyInfluence | CitizenshipClaim | Vote | JoinCoalition | Run | Speculation
AnyOrder = QuarterOrder | Character | Transfer

_RUNS: Final = (Datasteal, Sabotage, Extraction, Information, Protection)
_QUARTER: Final[tuple[type[QuarterOrder], ...]] = (
    BuyShare, BuyInfluence, CitizenshipClaim, Vote, JoinCoalition, *_RUNS,
    DerivativeSpeculation, RankSpeculation,
)  # fmt: skip

QUARTER: Final[Shapes[QuarterOrder]] = Shapes(*_QUARTER)
CHARACTERS: Final[Shapes[Character]] = Shapes(Character)
TRANSFERS: Final[Shapes[Transfer]] = Shapes(Transfer)
SHAPES: Final[Shapes[AnyOrder]] = Shapes(*_QUARTER, Character, Transfer)
"""The orders of each kind of window, and all there are."""

QUARTER_KINDS: Final = tuple(QUARTER)
