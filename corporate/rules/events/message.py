"""Private events: the lines of a resolution message (7.4), and what a player gets to know at once.

Money is in nuyens, chances are in percent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import PlayerId
from games.rulekit.events import EventData
from games.rulekit.judging import OrderDropped as OrderDropped


class Balance(EventData, frozen=True):
    """Money at the end of the previous message and of this one."""

    kind = "balance"
    before: int
    after: int


class NoForm(EventData, frozen=True):
    """The quarter closed without a form."""

    kind = "no_form"


class ShareBought(EventData, frozen=True):
    kind = "share_bought"
    corporation: str
    price: int
    owns: int


class SharesLost(EventData, frozen=True):
    """All shares of a corporation that crashed."""

    kind = "shares_lost"
    corporation: str
    count: int


class Dividend(EventData, frozen=True):
    """`amount` is `shares` times `assets` times `rate`, and at least 0."""

    kind = "dividend"
    corporation: str
    shares: int
    assets: int
    rate: int
    amount: int


class CitizenshipClaimed(EventData, frozen=True):
    """`points`: the VP it costs, negative."""

    kind = "citizenship_claimed"
    corporation: str
    points: int


class CitizenshipLost(EventData, frozen=True):
    """The corporation crashed."""

    kind = "citizenship_lost"
    corporation: str


class InfluenceBought(EventData, frozen=True):
    kind = "influence_bought"
    level: int
    price: int


class RunReport(EventData, frozen=True):
    """A run, told to its sponsor. An Information run has a `player`, any other a `target`. `percent`: before
    competing runs and Protections."""

    kind = "run_report"
    run: str
    target: str | None
    player: PlayerId | None
    beneficiary: str | None
    percent: int
    steps: int
    influence_bonus: bool
    paid: int
    success: bool
    refund: int


class ProtectionReport(EventData, frozen=True):
    """A Protection of `corporation` against one kind of run."""

    kind = "protection_report"
    corporation: str
    defence: str
    percent: int
    paid: int


class Detection(EventData, frozen=True):
    """A run, told to a citizen of the `corporation` that detected it. `player`: the target of an Information
    run. `percent`: including the effect of competing runs."""

    kind = "detection"
    run: str
    corporation: str
    player: PlayerId | None
    beneficiary: str | None
    sponsor: PlayerId
    success: bool
    percent: int


class DerivativeResult(EventData, frozen=True):
    """A bet on a derivative: its old and new value, and the money returned."""

    kind = "derivative_result"
    derivative: str
    direction: str
    was: int
    now: int
    stake: int
    odds: int
    won: bool
    received: int


class RankResult(EventData, frozen=True):
    """A bet on a rank: the `final` rank, and the money returned."""

    kind = "rank_result"
    corporation: str
    rank: int
    final: int
    stake: int
    odds: int
    won: bool
    received: int


class VoteCast(EventData, frozen=True):
    kind = "vote_cast"
    up: str
    down: str


class CoalitionJoined(EventData, frozen=True):
    kind = "coalition_joined"
    coalition: str
    won: bool


class Dossier(EventData, frozen=True):
    """The results of a successful Information run on `player`: the Secrets, the hidden Background, the
    Avenger's corporation, the Strategies, and the chapters whose messages its grant opens."""

    kind = "dossier"
    player: PlayerId
    secrets: str
    background: str | None
    avenger: str | None
    strategies: Mapping[str, int]
    chapters: tuple[int, ...]


MESSAGE: Final[tuple[type[EventData], ...]] = (
    Balance,  # always exactly one
    NoForm,
    ShareBought,
    SharesLost,
    Dividend,
    CitizenshipClaimed,
    CitizenshipLost,
    InfluenceBought,
    RunReport,
    ProtectionReport,
    Detection,
    DerivativeResult,
    RankResult,
    VoteCast,
    CoalitionJoined,
    OrderDropped,
    Dossier,
)
"""The lines in the order of the headings (7.4), the dossiers after them."""


# ---- events between two messages -------------------------------------------------------------


class NoCharacter(EventData, frozen=True):
    """The time for characters passed without a form."""

    kind = "no_character"


class TransferSent(EventData, frozen=True):
    """`player`: the recipient."""

    kind = "transfer_sent"
    player: PlayerId
    amount: int


class TransferReceived(EventData, frozen=True):
    """`player`: the sender."""

    kind = "transfer_received"
    player: PlayerId
    amount: int
