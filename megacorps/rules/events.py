"""The events, one class for each kind; `PRIVATE`: those for one or two players only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct

from games.contract import Order, PlayerId
from games.rulekit.events import EventData, event_kinds
from games.rulekit.judging import OrderDropped as OrderDropped

from .content import CompanyState, Government, Mode
from .orders import Bundle

Cause = Literal["action", "card"]


class Payment(Struct, frozen=True):
    """A player's share of a payout: `amount` euros for `companies` of the industry."""

    player: PlayerId
    companies: int
    amount: int


class Vote(Struct, frozen=True):
    """`votes` of a player, all cast for one; None abstains."""

    player: PlayerId
    votes: int
    vote: PlayerId | None


class Moved(Struct, frozen=True):
    """Things that change hands, as everybody sees them: cards only by their number."""

    money: int
    mercenaries: int
    companies: tuple[str, ...]
    countries: tuple[str, ...]
    cards: int


class LineRefused(Struct, frozen=True):
    """A line of a programme (from 0) that could not be taken, and why."""

    line: int
    order: str
    problem: str
    params: Mapping[str, Any]


# ---- the game, its rounds and its end ------------------------------------------------------------


class GameStarted(EventData, frozen=True):
    kind: ClassVar[str] = "game_started"
    mode: Mode
    rounds: int


class MegacorpDealt(EventData, frozen=True):
    kind: ClassVar[str] = "megacorp_dealt"
    player: PlayerId
    megacorp: str


class FirstPlayerDrawn(EventData, frozen=True):
    kind: ClassVar[str] = "first_player_drawn"
    player: PlayerId


class CountryDealt(EventData, frozen=True):
    """`drawn`: by chance, and not by the MegaCorp."""

    kind: ClassVar[str] = "country_dealt"
    player: PlayerId
    country: str
    drawn: bool


class CardsDealt(EventData, frozen=True):
    kind: ClassVar[str] = "cards_dealt"
    player: PlayerId
    cards: int


class CompanyTaken(EventData, frozen=True):
    """A first company, for free."""

    kind: ClassVar[str] = "company_taken"
    player: PlayerId
    company: str


class RoundBegan(EventData, frozen=True):
    """`player` has drawn a card and is the first; `deck` cards are left."""

    kind: ClassVar[str] = "round_began"
    round: int
    player: PlayerId
    deck: int


class NoAnswer(EventData, frozen=True):
    """A deadline has passed: the default of this kind of window was applied."""

    kind: ClassVar[str] = "no_answer"
    player: PlayerId
    window: str


class LastCallBegan(EventData, frozen=True):
    kind: ClassVar[str] = "last_call_began"
    players: tuple[PlayerId, ...]


class FinalPayout(EventData, frozen=True):
    kind: ClassVar[str] = "final_payout"
    industry: str
    competitors: int
    per_company: int
    payments: tuple[Payment, ...]


class GameEnded(EventData, frozen=True):
    kind: ClassVar[str] = "game_ended"
    winners: tuple[PlayerId, ...]
    money: int
    reason: Literal["rounds", "last_player"]


# ---- actions -------------------------------------------------------------------------------------


class Passed(EventData, frozen=True):
    kind: ClassVar[str] = "passed"
    player: PlayerId


class CompanyBought(EventData, frozen=True):
    kind: ClassVar[str] = "company_bought"
    player: PlayerId
    company: str
    price: int


class _Permission(EventData, frozen=True):
    player: PlayerId
    company: str
    controller: PlayerId


class PermissionAsked(_Permission, frozen=True):
    kind: ClassVar[str] = "permission_asked"


class PermissionGiven(_Permission, frozen=True):
    kind: ClassVar[str] = "permission_given"


class PermissionRefused(_Permission, frozen=True):
    kind: ClassVar[str] = "permission_refused"


class PayoutAnnounced(EventData, frozen=True):
    kind: ClassVar[str] = "payout_announced"
    player: PlayerId
    industry: str
    cause: Cause


class ReactionPlayed(EventData, frozen=True):
    """`cancels`: it answers the other reaction, so that neither counts."""

    kind: ClassVar[str] = "reaction_played"
    player: PlayerId
    card: str
    industry: str
    cancels: bool


class PaidOut(EventData, frozen=True):
    """`competitors` without the modifier of a card; `per_company` euros with it."""

    kind: ClassVar[str] = "paid_out"
    player: PlayerId
    industry: str
    cause: Cause
    competitors: int
    modifier: int
    per_company: int
    payments: tuple[Payment, ...]


class PaidTaken(EventData, frozen=True):
    kind: ClassVar[str] = "paid_taken"
    player: PlayerId


class Intervened(EventData, frozen=True):
    """`compensation` euros went to `owner`, who had the company; `after_war`: as spoils."""

    kind: ClassVar[str] = "intervened"
    player: PlayerId
    company: str
    government: Government
    owner: PlayerId
    compensation: int
    after_war: bool


class MercenariesBought(EventData, frozen=True):
    """`free` from one's own arms companies, `bank` from the bank for `cost` euros."""

    kind: ClassVar[str] = "mercenaries_bought"
    player: PlayerId
    free: int
    bank: int
    cost: int


class MercenaryBargained(EventData, frozen=True):
    """The outcome of one bid. `counter`: the counter-price, if any; `price` was paid if `sold`."""

    kind: ClassVar[str] = "mercenary_bargained"
    player: PlayerId
    owner: PlayerId
    company: str
    bid: int
    counter: int | None
    price: int | None
    result: Literal["sold", "refused", "declined"]


class WarDeclared(EventData, frozen=True):
    kind: ClassVar[str] = "war_declared"
    player: PlayerId
    country: str
    defender: PlayerId | None


class AidGiven(EventData, frozen=True):
    kind: ClassVar[str] = "aid_given"
    player: PlayerId
    to_attacker: int
    to_defender: int


class WarFought(EventData, frozen=True):
    """`attackers`, `defenders`: the mercenaries on each side; `_lost`: how many of them were lost."""

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


class CardPlayed(EventData, frozen=True):
    kind: ClassVar[str] = "card_played"
    player: PlayerId
    card: str
    country: str | None
    industry: str | None
    company: str | None
    buy: bool | None


class GovernmentChanged(EventData, frozen=True):
    kind: ClassVar[str] = "government_changed"
    country: str
    government: Government


class CompanyChanged(EventData, frozen=True):
    """By a card. `compensation` euros went to `owner`, who had it."""

    kind: ClassVar[str] = "company_changed"
    company: str
    state: CompanyState
    owner: PlayerId | None
    compensation: int


class AuctionHeld(EventData, frozen=True):
    """`winner` None: after a tie, when nobody controls the country, or without a bid above 0."""

    kind: ClassVar[str] = "auction_held"
    country: str
    bids: Mapping[PlayerId, int]
    winner: PlayerId | None
    price: int
    controller: PlayerId | None
    before: PlayerId | None = None  # who controlled it


class ElectionHeld(EventData, frozen=True):
    kind: ClassVar[str] = "election_held"
    country: str
    votes: tuple[Vote, ...]
    winner: PlayerId | None
    controller: PlayerId | None
    before: PlayerId | None = None


# ---- players -------------------------------------------------------------------------------------


class Given(EventData, frozen=True):
    kind: ClassVar[str] = "given"
    player: PlayerId
    to: PlayerId
    give: Moved


class Traded(EventData, frozen=True):
    """`player` made the offer, `to` accepted it."""

    kind: ClassVar[str] = "traded"
    player: PlayerId
    to: PlayerId
    give: Moved
    want: Moved


class BecameAbsent(EventData, frozen=True):
    kind: ClassVar[str] = "became_absent"
    player: PlayerId


class CameBack(EventData, frozen=True):
    kind: ClassVar[str] = "came_back"
    player: PlayerId


class FellAsleep(EventData, frozen=True):
    kind: ClassVar[str] = "fell_asleep"


class PlayerLeft(EventData, frozen=True):
    """`cards`: those of the hand, which are in the discard pile now."""

    kind: ClassVar[str] = "player_left"
    player: PlayerId
    companies: tuple[str, ...]
    countries: tuple[str, ...]
    cards: tuple[str, ...]


# ---- private events -------------------------------------------------------------------------------


class CardsDrawn(EventData, frozen=True):
    kind: ClassVar[str] = "cards_drawn"
    cards: tuple[str, ...]


class CardsMoved(EventData, frozen=True):
    """Which cards changed hands: told to both."""

    kind: ClassVar[str] = "cards_moved"
    player: PlayerId
    to: PlayerId
    given: tuple[str, ...]
    got: tuple[str, ...]


class PlayDropped(EventData, frozen=True):
    """A card order (`trigger`), a play on a programme or at the last call that was not possible."""

    kind: ClassVar[str] = "play_dropped"
    card: str
    problem: str
    params: Mapping[str, Any]
    trigger: str | None


class QueuedActionTaken(EventData, frozen=True):
    kind: ClassVar[str] = "queued_action_taken"
    order: str


class QueuedActionDropped(EventData, frozen=True):
    kind: ClassVar[str] = "queued_action_dropped"
    order: str
    problem: str
    params: Mapping[str, Any]


class ProgrammeRead(EventData, frozen=True):
    """`taken`: the line (from 0) that was taken, None if none could be. `lines`: all, as handed in."""

    kind: ClassVar[str] = "programme_read"
    taken: int | None
    order: str
    refused: tuple[LineRefused, ...]
    lines: tuple[Order, ...] = ()


class StandingOrdersFiled(EventData, frozen=True):
    kind: ClassVar[str] = "standing_orders_filed"
    orders: tuple[str, ...]


class OfferMade(EventData, frozen=True):
    kind: ClassVar[str] = "offer_made"
    offer: str
    player: PlayerId
    to: PlayerId
    give: Bundle
    want: Bundle
    until: int


class OfferEnded(EventData, frozen=True):
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
