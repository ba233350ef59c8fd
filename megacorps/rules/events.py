"""Everything that is told, one dataclass per kind of event; `PRIVATE`: those for one or two players alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from games.contract import PlayerId
from games.rulekit.events import EventData, event_kinds

from .content import CompanyState, Government, Mode
from .orders import Bundle

Cause = Literal["action", "card"]


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player receives of a payout: `amount` euros for `companies` of the industry."""

    player: PlayerId
    companies: int
    amount: int


@dataclass(frozen=True, slots=True)
class Vote:
    """`votes` of a player, all cast for one; None abstains."""

    player: PlayerId
    votes: int
    vote: PlayerId | None


@dataclass(frozen=True, slots=True)
class Moved:
    """What changes hands, as everybody sees it: cards are counted."""

    money: int
    mercenaries: int
    companies: tuple[str, ...]
    countries: tuple[str, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class LineRefused:
    """A line of a programme (from 0) that could not be taken, and why."""

    line: int
    order: str
    problem: str
    params: Mapping[str, Any]


# ---- the game, its rounds and its end ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameStarted(EventData):
    kind: ClassVar[str] = "game_started"
    mode: Mode
    rounds: int


@dataclass(frozen=True, slots=True)
class MegacorpDealt(EventData):
    kind: ClassVar[str] = "megacorp_dealt"
    player: PlayerId
    megacorp: str


@dataclass(frozen=True, slots=True)
class FirstPlayerDrawn(EventData):
    kind: ClassVar[str] = "first_player_drawn"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CountryDealt(EventData):
    """`drawn`: by chance, and not by the MegaCorp."""

    kind: ClassVar[str] = "country_dealt"
    player: PlayerId
    country: str
    drawn: bool


@dataclass(frozen=True, slots=True)
class CardsDealt(EventData):
    kind: ClassVar[str] = "cards_dealt"
    player: PlayerId
    cards: int


@dataclass(frozen=True, slots=True)
class CompanyTaken(EventData):
    """A first company, for free."""

    kind: ClassVar[str] = "company_taken"
    player: PlayerId
    company: str


@dataclass(frozen=True, slots=True)
class RoundBegan(EventData):
    """`player` has drawn a card and is the first; `deck` cards are left."""

    kind: ClassVar[str] = "round_began"
    round: int
    player: PlayerId
    deck: int


@dataclass(frozen=True, slots=True)
class NoAnswer(EventData):
    """A deadline gave the default of this kind of window."""

    kind: ClassVar[str] = "no_answer"
    player: PlayerId
    window: str


@dataclass(frozen=True, slots=True)
class LastCallBegan(EventData):
    kind: ClassVar[str] = "last_call_began"
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class FinalPayout(EventData):
    kind: ClassVar[str] = "final_payout"
    industry: str
    competitors: int
    per_company: int
    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(EventData):
    kind: ClassVar[str] = "game_ended"
    winners: tuple[PlayerId, ...]
    money: int
    reason: Literal["rounds", "last_player"]


# ---- actions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Passed(EventData):
    kind: ClassVar[str] = "passed"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CompanyBought(EventData):
    kind: ClassVar[str] = "company_bought"
    player: PlayerId
    company: str
    price: int


@dataclass(frozen=True, slots=True)
class _Permission(EventData):
    player: PlayerId
    company: str
    controller: PlayerId


@dataclass(frozen=True, slots=True)
class PermissionAsked(_Permission):
    kind: ClassVar[str] = "permission_asked"


@dataclass(frozen=True, slots=True)
class PermissionGiven(_Permission):
    kind: ClassVar[str] = "permission_given"


@dataclass(frozen=True, slots=True)
class PermissionRefused(_Permission):
    kind: ClassVar[str] = "permission_refused"


@dataclass(frozen=True, slots=True)
class PayoutAnnounced(EventData):
    kind: ClassVar[str] = "payout_announced"
    player: PlayerId
    industry: str
    cause: Cause


@dataclass(frozen=True, slots=True)
class ReactionPlayed(EventData):
    """`cancels`: it answers the other card, so that neither counts."""

    kind: ClassVar[str] = "reaction_played"
    player: PlayerId
    card: str
    industry: str
    cancels: bool


@dataclass(frozen=True, slots=True)
class PaidOut(EventData):
    """`competitors` without the modifier of a card; `per_company` euros with it."""

    kind: ClassVar[str] = "paid_out"
    player: PlayerId
    industry: str
    cause: Cause
    competitors: int
    modifier: int
    per_company: int
    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class PaidTaken(EventData):
    kind: ClassVar[str] = "paid_taken"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Intervened(EventData):
    """`compensation` euros went to `owner`, who had the company; `after_war`: as spoils."""

    kind: ClassVar[str] = "intervened"
    player: PlayerId
    company: str
    government: Government
    owner: PlayerId
    compensation: int
    after_war: bool


@dataclass(frozen=True, slots=True)
class MercenariesBought(EventData):
    """`free` from one's own arms companies, `bank` from the bank for `cost` euros."""

    kind: ClassVar[str] = "mercenaries_bought"
    player: PlayerId
    free: int
    bank: int
    cost: int


@dataclass(frozen=True, slots=True)
class MercenaryBargained(EventData):
    """One bid settled. `counter`: the price that was asked instead, if any; `price` was paid if `sold`."""

    kind: ClassVar[str] = "mercenary_bargained"
    player: PlayerId
    owner: PlayerId
    company: str
    bid: int
    counter: int | None
    price: int | None
    result: Literal["sold", "refused", "declined"]


@dataclass(frozen=True, slots=True)
class WarDeclared(EventData):
    kind: ClassVar[str] = "war_declared"
    player: PlayerId
    country: str
    defender: PlayerId | None


@dataclass(frozen=True, slots=True)
class AidGiven(EventData):
    kind: ClassVar[str] = "aid_given"
    player: PlayerId
    to_attacker: int
    to_defender: int


@dataclass(frozen=True, slots=True)
class WarFought(EventData):
    """`attackers`, `defenders`: mercenaries on each side; of them so many were lost."""

    kind: ClassVar[str] = "war_fought"
    player: PlayerId
    country: str
    defender: PlayerId | None
    attack: int
    defence: int
    attackers: int
    defenders: int
    attackers_lost: int
    defenders_lost: int
    won: bool


# ---- cards ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPlayed(EventData):
    kind: ClassVar[str] = "card_played"
    player: PlayerId
    card: str
    country: str | None
    industry: str | None
    company: str | None
    buy: bool | None


@dataclass(frozen=True, slots=True)
class GovernmentChanged(EventData):
    kind: ClassVar[str] = "government_changed"
    country: str
    government: Government


@dataclass(frozen=True, slots=True)
class CompanyChanged(EventData):
    """By a card. `compensation` euros went to `owner`, who had it."""

    kind: ClassVar[str] = "company_changed"
    company: str
    state: CompanyState
    owner: PlayerId | None
    compensation: int


@dataclass(frozen=True, slots=True)
class AuctionHeld(EventData):
    """`winner` None: a tie, after which nobody controls the country, or no bid above 0."""

    kind: ClassVar[str] = "auction_held"
    country: str
    bids: Mapping[PlayerId, int]
    winner: PlayerId | None
    price: int
    controller: PlayerId | None


@dataclass(frozen=True, slots=True)
class ElectionHeld(EventData):
    kind: ClassVar[str] = "election_held"
    country: str
    votes: tuple[Vote, ...]
    winner: PlayerId | None
    controller: PlayerId | None


# ---- players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given(EventData):
    kind: ClassVar[str] = "given"
    player: PlayerId
    to: PlayerId
    give: Moved


@dataclass(frozen=True, slots=True)
class Traded(EventData):
    """`player` made the offer, `to` accepted it."""

    kind: ClassVar[str] = "traded"
    player: PlayerId
    to: PlayerId
    give: Moved
    want: Moved


@dataclass(frozen=True, slots=True)
class BecameAbsent(EventData):
    kind: ClassVar[str] = "became_absent"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CameBack(EventData):
    kind: ClassVar[str] = "came_back"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class FellAsleep(EventData):
    kind: ClassVar[str] = "fell_asleep"


@dataclass(frozen=True, slots=True)
class PlayerLeft(EventData):
    """`cards`: those of the hand, which lie in the discard pile now."""

    kind: ClassVar[str] = "player_left"
    player: PlayerId
    companies: tuple[str, ...]
    countries: tuple[str, ...]
    cards: tuple[str, ...]


# ---- what one player, or two, are told alone -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardsDrawn(EventData):
    kind: ClassVar[str] = "cards_drawn"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsMoved(EventData):
    """Which cards changed hands: told to both."""

    kind: ClassVar[str] = "cards_moved"
    player: PlayerId
    to: PlayerId
    given: tuple[str, ...]
    got: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderDropped(EventData):
    kind: ClassVar[str] = "order_dropped"
    order: str
    data: Mapping[str, Any]
    problem: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlayDropped(EventData):
    """A card order (`trigger`), a play on a programme or at the last call that was not possible."""

    kind: ClassVar[str] = "play_dropped"
    card: str
    problem: str
    params: Mapping[str, Any]
    trigger: str | None


@dataclass(frozen=True, slots=True)
class QueuedActionTaken(EventData):
    kind: ClassVar[str] = "queued_action_taken"
    order: str


@dataclass(frozen=True, slots=True)
class QueuedActionDropped(EventData):
    kind: ClassVar[str] = "queued_action_dropped"
    order: str
    problem: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ProgrammeRead(EventData):
    """`taken`: the line (from 0) that was taken, None if none could be."""

    kind: ClassVar[str] = "programme_read"
    taken: int | None
    order: str
    refused: tuple[LineRefused, ...]


@dataclass(frozen=True, slots=True)
class StandingOrdersFiled(EventData):
    kind: ClassVar[str] = "standing_orders_filed"
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferMade(EventData):
    kind: ClassVar[str] = "offer_made"
    offer: str
    player: PlayerId
    to: PlayerId
    give: Bundle
    want: Bundle
    until: int


@dataclass(frozen=True, slots=True)
class OfferEnded(EventData):
    kind: ClassVar[str] = "offer_ended"
    offer: str
    player: PlayerId
    to: PlayerId
    why: Literal["refused", "withdrawn", "expired", "left", "failed"]


KINDS: Final = event_kinds(globals())
PRIVATE: Final = (
    CardsDrawn, CardsMoved, OrderDropped, PlayDropped, QueuedActionTaken, QueuedActionDropped, ProgrammeRead,
    StandingOrdersFiled, OfferMade, OfferEnded,
)  # fmt: skip
