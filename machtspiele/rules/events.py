"""Everything that is told (13.8), one class per kind of event; `PRIVATE`: those for one or two players alone.

Amounts are in Pinats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from games.contract import PlayerId
from games.rulekit.events import EventData, event_kinds
from games.rulekit.judging import OrderDropped

from .content import Mode
from .state import Bribe, Nemesis


@dataclass(frozen=True, slots=True)
class Counted:
    """Some employees in, or out of, an office."""

    office: str
    count: int


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """`amount` in all for `count` of what `per` names."""

    per: str
    count: int
    amount: int


@dataclass(frozen=True, slots=True)
class Share:
    """What one player gets of the Fool Card: so much from its victim, so much from the bank."""

    player: PlayerId
    paid: int
    bank: int


@dataclass(frozen=True, slots=True)
class InfluencePart:
    """The influence of a player in 6.5, by what it is for."""

    player: PlayerId
    members: int
    boss: int
    settling_in: int


@dataclass(frozen=True, slots=True)
class NewDepartment:
    """Where it stands, and the two offices its employees came from."""

    office: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moving:
    """From an office, or the supply, to another."""

    was: str
    now: str


@dataclass(frozen=True, slots=True)
class NotPossible:
    """A preference that could not be carried out: its place in the list, from 0, and the first reason."""

    place: int
    order: str
    problem: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A place at the end, with the kinds of points and what breaks ties."""

    player: PlayerId
    rank: int
    kinds: tuple[str, ...]
    cash: int


# ---- the game and its players --------------------------------------------------------------------


class GameStarted(EventData, frozen=True):
    kind = "game_started"
    first: PlayerId
    mode: Mode


class NemesisDealt(EventData, frozen=True):
    """To him alone. `nemesis` may be himself."""

    kind = "nemesis_dealt"
    nemesis: PlayerId
    card: str


class Missed(EventData, frozen=True):
    """His deadline passed: the default of this kind of window was carried out."""

    kind = "missed"
    player: PlayerId
    window: str


class Defaulted(EventData, frozen=True):
    """Nobody waited for him, and he had filed nothing: the default was carried out."""

    kind = "defaulted"
    player: PlayerId
    window: str


class WentAway(EventData, frozen=True):
    kind = "away"
    player: PlayerId


class PlayerLeft(EventData, frozen=True):
    kind = "left"
    player: PlayerId


class Returned(EventData, frozen=True):
    kind = "returned"
    player: PlayerId


class FellAsleep(EventData, frozen=True):
    kind = "fell_asleep"


class Filed(EventData, frozen=True):
    """To its author: what lies filed in advance now."""

    kind = "filed"
    actions: int
    replies: int


class PassedOver(EventData, frozen=True):
    """To him alone. `taken`: the kind of action carried out instead; `default`: because none was possible."""

    kind = "passed_over"
    taken: str
    default: bool
    refused: tuple[NotPossible, ...]


class NemesisOutdone(EventData, frozen=True):
    kind = "nemesis_outdone"


class NemesisLost(EventData, frozen=True):
    kind = "nemesis_lost"


class FourPoints(EventData, frozen=True):
    """`nemesis`, `card`: his two cards if that point is locked, or null."""

    kind = "four_points"
    player: PlayerId
    nemesis: PlayerId | None
    card: str | None


class GameOver(EventData, frozen=True):
    kind = "game_over"
    last_turn: bool
    places: tuple[Place, ...]
    nemesis: Mapping[PlayerId, Nemesis]
    bribes: tuple[Bribe, ...]
    row: tuple[str, ...]


# ---- the setup and phase I -----------------------------------------------------------------------


class Placed(EventData, frozen=True):
    """`office` null: on the board; `pushed`: whose figure fell off it."""

    kind = "placed"
    player: PlayerId
    office: str | None
    pushed: PlayerId | None


class BossThanked(EventData, frozen=True):
    kind = "boss_thanked"
    player: PlayerId


class BossElected(EventData, frozen=True):
    """`player` null: nobody is on the board. `tied`: others had as many members."""

    kind = "boss_elected"
    player: PlayerId | None
    members: int
    tied: bool


class DirectorAppointed(EventData, frozen=True):
    """`exit`: where `old` went, with whose figure he pushed off the board."""

    kind = "director"
    division: str
    old: PlayerId | None
    new: PlayerId
    exit: Literal["board", "consultant"] | None
    pushed: PlayerId | None


class PrivilegesDealt(EventData, frozen=True):
    kind = "privileges"
    holders: Mapping[str, PlayerId | None]
    marker: PlayerId


class InfluenceScored(EventData, frozen=True):
    kind = "influence"
    parts: tuple[InfluencePart, ...]


class MotivationChanged(EventData, frozen=True):
    kind = "motivation"
    was: int
    now: int


class EventsDrawn(EventData, frozen=True):
    """To the holder of the start marker alone."""

    kind = "events_drawn"
    cards: tuple[str, ...]


class EventsOrdered(EventData, frozen=True):
    kind = "events_ordered"
    player: PlayerId


# ---- events --------------------------------------------------------------------------------------


class EventRevealed(EventData, frozen=True):
    kind = "event"
    turn: int
    round: int
    card: str


class Income(EventData, frozen=True):
    kind = "income"
    player: PlayerId
    amount: int
    lines: tuple[MoneyLine, ...]


class Fined(EventData, frozen=True):
    """`due` was asked, `amount` paid."""

    kind = "fine"
    player: PlayerId
    amount: int
    due: int
    lines: tuple[MoneyLine, ...]


class FoolPaid(EventData, frozen=True):
    kind = "fool_paid"
    player: PlayerId
    shares: tuple[Share, ...]


class BossRemoved(EventData, frozen=True):
    """By a Board Scandal, with this consolation."""

    kind = "boss_removed"
    player: PlayerId
    amount: int


class CardTurnedDown(EventData, frozen=True):
    kind = "card_face_down"
    card: str


# ---- actions -------------------------------------------------------------------------------------


class Recruited(EventData, frozen=True):
    kind = "recruited"
    player: PlayerId
    place: tuple[Counted, ...]


class Opened(EventData, frozen=True):
    kind = "opened"
    player: PlayerId
    new: tuple[NewDepartment, ...]


class NewcomerOpened(EventData, frozen=True):
    """`supply`: employees from there; `moved`: those from own offices."""

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
    """`employees` in the new general department; `dismissed` in all."""

    kind = "merged"
    player: PlayerId
    merged: tuple[str, ...]
    office: str
    employees: int
    overflow: tuple[Counted, ...]
    dismissed: int


class Resigned(EventData, frozen=True):
    """`closed`: his departments there; `pushed`: whose figures fell off the board, in that order."""

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
    """To the two alone."""

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
    """`office`: where the target lost an employee, or null if he had none."""

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
    """`bonus`: shares by the Accounting card that were not paid for."""

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


KINDS: Final = event_kinds(globals())
PRIVATE: Final = (
    NemesisDealt, OrderDropped, Filed, PassedOver, NemesisOutdone, NemesisLost, EventsDrawn, BribeAmount,
)  # fmt: skip
