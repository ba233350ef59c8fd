"""The orders as typed values (16.6): one frozen dataclass per kind, whose annotations say how it is read."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Literal

from games.contract import Order, PlayerId
from games.rulekit.readers import MALFORMED, MAX_NUMBER, AtMost, Fault, Faults, OneOf, Text
from games.rulekit.shapes import OrderData, Shapes, order

from .content import COMPANIES, CONTENT, COUNTRIES, MEGACORPS, REACTIONS

NONE: Final = "none"
ANY: Final = "any"
MAX_ROUND: Final = 18
MOST_PLAYERS: Final = 6
MOST_RULES: Final = 40
MOST_CARDS: Final = 21
MAX_OFFER: Final = 20
MAX_PRICE: Final = 999_999  # the highest price of one mercenary, far more than any player can have


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number from 0 to a maximum."""

    maximum: int = MAX_NUMBER

    def read(self, value: Any) -> int | Faults:
        if type(value) is not int:
            return MALFORMED
        if value < 0:
            return Faults.one("negative_number")
        return Faults.one("number_too_big", maximum=self.maximum) if value > self.maximum else value


@dataclass(frozen=True, slots=True)
class Queued:
    """One action, as kind and data, stored as it was given."""

    def read(self, value: Any) -> Order | Faults:
        if not isinstance(value, Mapping) or not isinstance(value.get("kind"), str):
            return MALFORMED
        if not value.keys() <= {"kind", "data"}:
            return MALFORMED
        made = ACTIONS.read(Order(value["kind"], value.get("data", {})), 0)
        if isinstance(made, OrderData):
            return order(made)
        return Faults(
            Fault(one.code, one.params, ("data", one.input) if one.input else ("kind",)) for one in made
        )


PLAYERS: Final = tuple(f"p{number}" for number in range(1, MOST_PLAYERS + 1))
TRIGGERS: Final = (
    *(f"before_turn_of:{player}" for player in PLAYERS),
    *(f"round_start:{number}" for number in range(1, MAX_ROUND + 1)),
    "last_call",
)
BEFORE_TURN: Final = "before_turn_of:"
ROUND_START: Final = "round_start:"
LAST_CALL: Final = "last_call"


def _one_of(*words: str) -> OneOf:
    known: Container[str] = frozenset(words)
    return OneOf(known)


CompanyId = Annotated[str, _one_of(*COMPANIES)]
Preference = Annotated[str, _one_of(*COMPANIES, NONE)]
CountryId = Annotated[str, _one_of(*COUNTRIES)]
IndustryId = Annotated[str, _one_of(*CONTENT.industries)]
CardId = Annotated[str, _one_of(*CONTENT.cards)]
CardOrAny = Annotated[str, _one_of(*CONTENT.cards, ANY)]
MegacorpId = Annotated[str, _one_of(*MEGACORPS)]
Reaction = Annotated[str, _one_of(*REACTIONS)]
ReactionOrNone = Annotated[str, _one_of(*REACTIONS, NONE)]
Player = Annotated[PlayerId, _one_of(*PLAYERS)]
Trigger = Annotated[str, _one_of(*TRIGGERS)]
Number = Annotated[int, Amount()]
Price = Annotated[int, Amount(MAX_PRICE)]
Companies = Annotated[tuple[CompanyId, ...], AtMost(len(COMPANIES), distinct=True)]
Preferences = Annotated[tuple[Preference, ...], AtMost(len(COMPANIES) + 1, distinct=True)]
Countries = Annotated[tuple[CountryId, ...], AtMost(len(COUNTRIES), distinct=True)]
Reactions = Annotated[tuple[Reaction, ...], AtMost(len(REACTIONS), distinct=True)]
CardList = Annotated[tuple[CardId, ...], AtMost(MOST_CARDS)]
WantedCards = Annotated[tuple[CardOrAny, ...], AtMost(MOST_CARDS)]
Seen = int | None


# ---- set-up --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseMegacorp(OrderData):
    kind: ClassVar[str] = "choose_megacorp"
    ranking: Annotated[tuple[MegacorpId, ...], AtMost(len(MEGACORPS), distinct=True)]


@dataclass(frozen=True, slots=True)
class PickCompany(OrderData):
    kind: ClassVar[str] = "pick_company"
    company: CompanyId


@dataclass(frozen=True, slots=True)
class WishList(OrderData):
    kind: ClassVar[str] = "wish_list"
    companies: Companies


# ---- the six actions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BuyCompany(OrderData):
    kind: ClassVar[str] = "buy_company"
    company: CompanyId
    fallbacks: Companies = ()
    then_pass: bool = False
    seen: Seen = None

    @property
    def companies(self) -> tuple[str, ...]:
        return (self.company, *self.fallbacks)


@dataclass(frozen=True, slots=True)
class Payout(OrderData):
    kind: ClassVar[str] = "payout"
    industry: IndustryId
    first: ReactionOrNone = NONE
    counter: Reactions = ()
    seen: Seen = None


@dataclass(frozen=True, slots=True)
class Intervention(OrderData):
    kind: ClassVar[str] = "intervention"
    company: CompanyId
    seen: Seen = None


@dataclass(frozen=True, slots=True)
class BuyMercenaries(OrderData):
    kind: ClassVar[str] = "buy_mercenaries"
    from_bank: Number = 0
    bids: Mapping[CompanyId, Number] = field(default_factory=dict)
    seen: Seen = None


@dataclass(frozen=True, slots=True)
class War(OrderData):
    kind: ClassVar[str] = "war"
    country: CountryId
    spoils: Preferences = ()
    seen: Seen = None


@dataclass(frozen=True, slots=True)
class Pass(OrderData):
    kind: ClassVar[str] = "pass"
    seen: Seen = None


@dataclass(frozen=True, slots=True)
class PlayCard(OrderData):
    """`amount`, `for_`: the author's own bid or vote, joined to the card."""

    kind: ClassVar[str] = "play_card"
    card: CardId
    country: CountryId | None = None
    industry: IndustryId | None = None
    company: CompanyId | None = None
    buy: bool | None = None
    first: ReactionOrNone = NONE
    counter: Reactions = ()
    amount: Number | None = None
    for_: Player | None = None
    seen: Seen = None


# ---- the other questions -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Antitrust(OrderData):
    kind: ClassVar[str] = "antitrust"
    allow: bool


@dataclass(frozen=True, slots=True)
class BuyAgain(OrderData):
    kind: ClassVar[str] = "buy_again"
    company: CompanyId | None


@dataclass(frozen=True, slots=True)
class MercenaryReply(OrderData):
    kind: ClassVar[str] = "mercenary_reply"
    company: CompanyId
    answer: Literal["accept", "refuse", "counter"]
    price: Price | None = None


@dataclass(frozen=True, slots=True)
class MercenaryCounter(OrderData):
    kind: ClassVar[str] = "mercenary_counter"
    company: CompanyId
    accept: bool


@dataclass(frozen=True, slots=True)
class WarAid(OrderData):
    kind: ClassVar[str] = "war_aid"
    to_attacker: Number = 0
    to_defender: Number = 0


@dataclass(frozen=True, slots=True)
class WarSpoils(OrderData):
    kind: ClassVar[str] = "war_spoils"
    company: CompanyId | None


@dataclass(frozen=True, slots=True)
class PayoutReaction(OrderData):
    kind: ClassVar[str] = "payout_reaction"
    first: ReactionOrNone = NONE
    counter: Reactions = ()


@dataclass(frozen=True, slots=True)
class AuctionBid(OrderData):
    kind: ClassVar[str] = "auction_bid"
    amount: Number


@dataclass(frozen=True, slots=True)
class ElectionVote(OrderData):
    kind: ClassVar[str] = "election_vote"
    for_: Player | None


# ---- doors ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bundle:
    """Things that change hands; if they are wanted, `cards` may contain `any`."""

    money: Number = 0
    mercenaries: Number = 0
    companies: Companies = ()
    countries: Countries = ()
    cards: WantedCards = ()

    def __bool__(self) -> bool:
        return bool(self.money or self.mercenaries or self.companies or self.countries or self.cards)


@dataclass(frozen=True, slots=True)
class Gift(OrderData):
    kind: ClassVar[str] = "gift"
    to: Player
    give: Bundle


@dataclass(frozen=True, slots=True)
class TradeOffer(OrderData):
    kind: ClassVar[str] = "trade_offer"
    to: Player
    give: Bundle
    want: Bundle


@dataclass(frozen=True, slots=True)
class TradeAnswer(OrderData):
    kind: ClassVar[str] = "trade_answer"
    offer: Annotated[str, Text(MAX_OFFER)]
    accept: bool
    cards: CardList = ()


@dataclass(frozen=True, slots=True)
class TradeWithdraw(OrderData):
    kind: ClassVar[str] = "trade_withdraw"
    offer: Annotated[str, Text(MAX_OFFER)]


@dataclass(frozen=True, slots=True)
class Leave(OrderData):
    kind: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class ComeBack(OrderData):
    kind: ClassVar[str] = "come_back"


# ---- standing orders (16.5) ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AntitrustRule:
    answer: Literal["ask", "allow", "forbid"]
    country: CountryId | None = None
    buyer: Player | None = None


@dataclass(frozen=True, slots=True)
class PriceRule:
    """`price` if and only if the answer is `price`."""

    answer: Literal["ask", "refuse", "price"]
    price: Price | None = None
    buyer: Player | None = None


@dataclass(frozen=True, slots=True)
class AidRule:
    answer: Literal["ask", "never", "pledge"]
    to_attacker: Number = 0
    to_defender: Number = 0
    attacker: Player | None = None
    country: CountryId | None = None


@dataclass(frozen=True, slots=True)
class ReactionRule:
    answer: Literal["ask", "pass", "play"]
    first: ReactionOrNone = NONE
    counter: Reactions = ()
    industry: IndustryId | None = None
    trigger: Player | None = None


@dataclass(frozen=True, slots=True)
class CardOrder:
    """A card to be played at its trigger: `before_turn_of:p2`, `round_start:3`, `last_call`."""

    trigger: Trigger
    card: CardId
    country: CountryId | None = None
    industry: IndustryId | None = None
    company: CompanyId | None = None
    buy: bool | None = None
    first: ReactionOrNone = NONE
    counter: Reactions = ()
    amount: Number | None = None
    for_: Player | None = None

    @property
    def play(self) -> PlayCard:
        return PlayCard(
            self.card, self.country, self.industry, self.company, self.buy, self.first, self.counter,
            self.amount, self.for_,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class QueuedAction(OrderData):
    """`action`: kind and data as on a form, stored as typed; None cancels the queued action."""

    kind: ClassVar[str] = "queued_action"
    action: Annotated[Order, Queued()] | None


@dataclass(frozen=True, slots=True)
class CompanyWishList(OrderData):
    kind: ClassVar[str] = "company_wish_list"
    companies: Companies


@dataclass(frozen=True, slots=True)
class AntitrustPolicy(OrderData):
    kind: ClassVar[str] = "antitrust_policy"
    rules: Annotated[tuple[AntitrustRule, ...], AtMost(MOST_RULES)]


@dataclass(frozen=True, slots=True)
class MercenaryPrices(OrderData):
    kind: ClassVar[str] = "mercenary_prices"
    rules: Annotated[tuple[PriceRule, ...], AtMost(MOST_RULES)]


@dataclass(frozen=True, slots=True)
class SpoilsPreferences(OrderData):
    kind: ClassVar[str] = "spoils_preferences"
    companies: Preferences


@dataclass(frozen=True, slots=True)
class WarAidPolicy(OrderData):
    kind: ClassVar[str] = "war_aid_policy"
    rules: Annotated[tuple[AidRule, ...], AtMost(MOST_RULES)]


@dataclass(frozen=True, slots=True)
class PayoutReactionPolicy(OrderData):
    kind: ClassVar[str] = "payout_reaction_policy"
    rules: Annotated[tuple[ReactionRule, ...], AtMost(MOST_RULES)]


@dataclass(frozen=True, slots=True)
class CardOrders(OrderData):
    kind: ClassVar[str] = "card_orders"
    orders: Annotated[tuple[CardOrder, ...], AtMost(MOST_RULES)]


ACTIONS: Final[Shapes[OrderData]] = Shapes(BuyCompany, Payout, Intervention, BuyMercenaries, War, Pass)
STANDING: Final[Shapes[OrderData]] = Shapes(
    QueuedAction, CompanyWishList, AntitrustPolicy, MercenaryPrices, SpoilsPreferences, WarAidPolicy,
    PayoutReactionPolicy, CardOrders,
)  # fmt: skip
SHAPES: Final[Shapes[OrderData]] = Shapes(
    ChooseMegacorp, PickCompany, WishList, BuyCompany, Payout, Intervention, BuyMercenaries, War, Pass,
    PlayCard, Antitrust, BuyAgain, MercenaryReply, MercenaryCounter, WarAid, WarSpoils, PayoutReaction,
    AuctionBid, ElectionVote, Gift, TradeOffer, TradeAnswer, TradeWithdraw, QueuedAction, CompanyWishList,
    AntitrustPolicy, MercenaryPrices, SpoilsPreferences, WarAidPolicy, PayoutReactionPolicy, CardOrders,
    Leave, ComeBack,
)  # fmt: skip
"""Every kind of order, and the keys of its data."""
