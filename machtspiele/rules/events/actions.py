"""Events of actions A to G and of the Boss card (7.1, 9.7). Amounts are in Pinats."""

from __future__ import annotations

from typing import Literal

from games.contract import PlayerId
from games.rulekit.events import EventData

from .values import Counted, Moving, NewDepartment


class Recruited(EventData, frozen=True):
    kind = "recruited"
    player: PlayerId
    place: tuple[Counted, ...]


class Opened(EventData, frozen=True):
    kind = "opened"
    player: PlayerId
    new: tuple[NewDepartment, ...]


class NewcomerOpened(EventData, frozen=True):
    """`supply`: employees from the supply; `moved`: employees from the player's own offices."""

    kind = "newcomer_opened"
    player: PlayerId
    office: str
    supply: int
    moved: tuple[Counted, ...]


class DepartmentsMoved(EventData, frozen=True):
    kind = "moved"
    player: PlayerId
    moves: tuple[Moving, ...]


class Merged(EventData, frozen=True):
    """`employees`: those in the new general department; `dismissed`: how many were dismissed in total."""

    kind = "merged"
    player: PlayerId
    merged: tuple[str, ...]
    office: str
    employees: int
    overflow: tuple[Counted, ...]
    dismissed: int


class Resigned(EventData, frozen=True):
    """`closed`: the player's departments that closed; `pushed`: the owners of figures pushed off the board,
    in order."""

    kind = "resigned"
    player: PlayerId
    division: str
    to: Literal["board", "consultant"]
    closed: tuple[str, ...]
    dismissed: int
    pushed: tuple[PlayerId, ...]


class BribeOffered(EventData, frozen=True):
    kind = "bribe"
    player: PlayerId
    target: PlayerId
    card: str
    offer: int


class BribeAmount(EventData, frozen=True):
    """Told to these two players only."""

    kind = "bribe_amount"
    player: PlayerId
    target: PlayerId
    card: str
    amount: int


class BribeAccepted(EventData, frozen=True):
    kind = "bribe_accepted"
    player: PlayerId
    target: PlayerId
    card: str


class BribeRefused(EventData, frozen=True):
    """`office`: where the target lost an employee; null if the target had none."""

    kind = "bribe_refused"
    player: PlayerId
    target: PlayerId
    card: str
    office: str | None


class CardCorrupt(EventData, frozen=True):
    kind = "card_corrupt"
    player: PlayerId
    card: str


class InfluenceBought(EventData, frozen=True):
    kind = "influence_bought"
    player: PlayerId
    dismissed: tuple[Counted, ...]


class GeneralBought(EventData, frozen=True):
    kind = "general_bought"
    player: PlayerId
    office: str
    cost: int


class ConsultantBought(EventData, frozen=True):
    kind = "consultant_bought"
    player: PlayerId
    division: str
    cost: int


class SharesBought(EventData, frozen=True):
    """`bonus`: free shares by the Accounting card."""

    kind = "shares_bought"
    player: PlayerId
    value: int
    cost: int
    bonus: int


class DevelopmentUsed(EventData, frozen=True):
    kind = "development_used"
    player: PlayerId
    takes: tuple[Moving, ...]


class LegalUsed(EventData, frozen=True):
    kind = "legal_used"
    player: PlayerId
    dismissed: tuple[Counted, ...]


class Passed(EventData, frozen=True):
    kind = "passed"
    player: PlayerId


class BossUsed(EventData, frozen=True):
    kind = "boss_used"
    player: PlayerId
    office: str
    general: bool


class BossDeclined(EventData, frozen=True):
    kind = "boss_declined"
    player: PlayerId


class DepartmentClosed(EventData, frozen=True):
    kind = "closed"
    player: PlayerId
    office: str
