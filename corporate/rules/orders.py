"""The orders: one dataclass per kind, each field read as its type says (4.3, 4.4a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final

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


@dataclass(frozen=True, slots=True)
class BuyShare(OrderData):
    kind = "buy_share"
    corporation: CorporationSlug


@dataclass(frozen=True, slots=True)
class BuyInfluence(OrderData):
    kind = "buy_influence"


@dataclass(frozen=True, slots=True)
class CitizenshipClaim(OrderData):
    kind = "citizenship_claim"
    corporation: CorporationSlug


@dataclass(frozen=True, slots=True)
class Vote(OrderData):
    kind = "vote"
    up: CorporationSlug
    down: CorporationSlug


@dataclass(frozen=True, slots=True)
class JoinCoalition(OrderData):
    kind = "join_coalition"
    coalition: Annotated[str, OneOf(COALITIONS)]


# ---- runs ---------------------------------------------------------------------------------------


class Run(OrderData):
    """O6 to O10: properties of every kind of run. None: runs of this kind do not have the property."""

    __slots__ = ()
    steps: int
    influence_bonus: bool

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


# `field()` marks a required value: otherwise the value in `Run` would be the default


@dataclass(frozen=True, slots=True)
class Datasteal(Run):
    kind = "datasteal"
    target: CorporationSlug = field()
    beneficiary: CorporationSlug = field()
    steps: Steps
    influence_bonus: bool


@dataclass(frozen=True, slots=True)
class Sabotage(Run):
    kind = "sabotage"
    target: CorporationSlug = field()
    steps: Steps
    influence_bonus: bool


@dataclass(frozen=True, slots=True)
class Extraction(Run):
    kind = "extraction"
    target: CorporationSlug = field()
    beneficiary: CorporationSlug = field()
    steps: Steps
    influence_bonus: bool


@dataclass(frozen=True, slots=True)
class Information(Run):
    kind = "information"
    target: PlayerId = field()
    steps: Steps
    influence_bonus: bool


@dataclass(frozen=True, slots=True)
class Protection(Run):
    kind = "protection"
    beneficiary: CorporationSlug = field()
    defence: Annotated[str, OneOf(DEFENCES)] = field()
    steps: Steps
    influence_bonus: bool


# ---- speculations -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DerivativeSpeculation(OrderData):
    kind = "derivative_speculation"
    derivative: Annotated[str, OneOf(DERIVATIVES)]
    direction: Annotated[str, OneOf(DIRECTIONS)]
    stake: int


@dataclass(frozen=True, slots=True)
class RankSpeculation(OrderData):
    kind = "rank_speculation"
    corporation: CorporationSlug
    rank: int
    stake: int


SPECULATIONS: Final = (DerivativeSpeculation.kind, RankSpeculation.kind)


# ---- orders of other windows --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Character(OrderData):
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


@dataclass(frozen=True, slots=True)
class Transfer(OrderData):
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
