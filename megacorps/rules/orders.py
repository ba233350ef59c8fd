"""The orders as typed values (16.6): one frozen struct per kind, whose annotations say how it is read."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Struct, field

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


class Amount(Struct, frozen=True):
    """A whole number from 0 to a maximum."""

    maximum: int = MAX_NUMBER

    def read(self, value: Any) -> int | Faults:
        if type(value) is not int:
            return MALFORMED
        if value < 0:
            return Faults.one("negative_number")
        return Faults.one("number_too_big", maximum=self.maximum) if value > self.maximum else value


class Queued(Struct, frozen=True):
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


class ChooseMegacorp(OrderData, frozen=True):
    kind: ClassVar[str] = "choose_megacorp"
    ranking: Annotated[tuple[MegacorpId, ...], AtMost(len(MEGACORPS), distinct=True)]


class PickCompany(OrderData, frozen=True):
    kind: ClassVar[str] = "pick_company"
    company: CompanyId


class WishList(OrderData, frozen=True):
    kind: ClassVar[str] = "wish_list"
    companies: Companies


# ---- the six actions -----------------------------------------------------------------------------


class BuyCompany(OrderData, frozen=True):
    kind: ClassVar[str] = "buy_company"
    company: CompanyId
    fallbacks: Companies = ()
    then_pass: bool = False
    seen: Seen = None

    @property
    def companies(self) -> tuple[str, ...]:
        return (self.company, *self.fallbacks)


class Payout(OrderData, frozen=True):
    kind: ClassVar[str] = "payout"
    industry: IndustryId
    first: ReactionOrNone = NONE
    counter: Reactions = ()
    seen: Seen = None


class Intervention(OrderData, frozen=True):
    kind: ClassVar[str] = "intervention"
    company: CompanyId
    seen: Seen = None


class BuyMercenaries(OrderData, frozen=True):
    kind: ClassVar[str] = "buy_mercenaries"
    from_bank: Number = 0
    bids: Mapping[CompanyId, Number] = field(default_factory=dict)
    seen: Seen = None


class War(OrderData, frozen=True):
    kind: ClassVar[str] = "war"
    country: CountryId
    spoils: Preferences = ()
    seen: Seen = None


class Pass(OrderData, frozen=True):
    kind: ClassVar[str] = "pass"
    seen: Seen = None


class PlayCard(OrderData, frozen=True):
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


class Antitrust(OrderData, frozen=True):
    kind: ClassVar[str] = "antitrust"
    allow: bool


class BuyAgain(OrderData, frozen=True):
    kind: ClassVar[str] = "buy_again"
    company: CompanyId | None


class MercenaryReply(OrderData, frozen=True):
    kind: ClassVar[str] = "mercenary_reply"
    company: CompanyId
    answer: Literal["accept", "refuse", "counter"]
    price: Price | None = None


class MercenaryCounter(OrderData, frozen=True):
    kind: ClassVar[str] = "mercenary_counter"
    company: CompanyId
    accept: bool


class WarAid(OrderData, frozen=True):
    kind: ClassVar[str] = "war_aid"
    to_attacker: Number = 0
    to_defender: Number = 0


class WarSpoils(OrderData, frozen=True):
    kind: ClassVar[str] = "war_spoils"
    company: CompanyId | None


class PayoutReaction(OrderData, frozen=True):
    kind: ClassVar[str] = "payout_reaction"
    first: ReactionOrNone = NONE
    counter: Reactions = ()


class AuctionBid(OrderData, frozen=True):
    kind: ClassVar[str] = "auction_bid"
    amount: Number


class ElectionVote(OrderData, frozen=True):
    kind: ClassVar[str] = "election_vote"
    for_: Player | None


# ---- doors ---------------------------------------------------------------------------------------


class Bundle(Struct, frozen=True):
    """Things that change hands; if they are wanted, `cards` may contain `any`."""

    money: Number = 0
    mercenaries: Number = 0
    companies: Companies = ()
    countries: Countries = ()
    cards: WantedCards = ()

    def __bool__(self) -> bool:
        return bool(self.money or self.mercenaries or self.companies or self.countries or self.cards)


class Gift(OrderData, frozen=True):
    kind: ClassVar[str] = "gift"
    to: Player
    give: Bundle


class TradeOffer(OrderData, frozen=True):
    kind: ClassVar[str] = "trade_offer"
    to: Player
    give: Bundle
    want: Bundle


class TradeAnswer(OrderData, frozen=True):
    kind: ClassVar[str] = "trade_answer"
    offer: Annotated[str, Text(MAX_OFFER)]
    accept: bool
    cards: CardList = ()


class TradeWithdraw(OrderData, frozen=True):
    kind: ClassVar[str] = "trade_withdraw"
    offer: Annotated[str, Text(MAX_OFFER)]


class Leave(OrderData, frozen=True):
    kind: ClassVar[str] = "leave"


class ComeBack(OrderData, frozen=True):
    kind: ClassVar[str] = "come_back"


# ---- standing orders (16.5) ----------------------------------------------------------------------


class AntitrustRule(Struct, frozen=True):
    answer: Literal["ask", "allow", "forbid"]
    country: CountryId | None = None
    buyer: Player | None = None


class PriceRule(Struct, frozen=True):
    """`price` if and only if the answer is `price`."""

    answer: Literal["ask", "refuse", "price"]
    price: Price | None = None
    buyer: Player | None = None


class AidRule(Struct, frozen=True):
    answer: Literal["ask", "never", "pledge"]
    to_attacker: Number = 0
    to_defender: Number = 0
    attacker: Player | None = None
    country: CountryId | None = None


class ReactionRule(Struct, frozen=True):
    answer: Literal["ask", "pass", "play"]
    first: ReactionOrNone = NONE
    counter: Reactions = ()
    industry: IndustryId | None = None
    trigger: Player | None = None


class CardOrder(Struct, frozen=True):
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


class QueuedAction(OrderData, frozen=True):
    """`action`: kind and data as on a form, stored as typed; None cancels the queued action."""

    kind: ClassVar[str] = "queued_action"
    action: Annotated[Order, Queued()] | None


class CompanyWishList(OrderData, frozen=True):
    kind: ClassVar[str] = "company_wish_list"
    companies: Companies


class AntitrustPolicy(OrderData, frozen=True):
    kind: ClassVar[str] = "antitrust_policy"
    rules: Annotated[tuple[AntitrustRule, ...], AtMost(MOST_RULES)]


class MercenaryPrices(OrderData, frozen=True):
    kind: ClassVar[str] = "mercenary_prices"
    rules: Annotated[tuple[PriceRule, ...], AtMost(MOST_RULES)]


class SpoilsPreferences(OrderData, frozen=True):
    kind: ClassVar[str] = "spoils_preferences"
    companies: Preferences


class WarAidPolicy(OrderData, frozen=True):
    kind: ClassVar[str] = "war_aid_policy"
    rules: Annotated[tuple[AidRule, ...], AtMost(MOST_RULES)]


class PayoutReactionPolicy(OrderData, frozen=True):
    kind: ClassVar[str] = "payout_reaction_policy"
    rules: Annotated[tuple[ReactionRule, ...], AtMost(MOST_RULES)]


class CardOrders(OrderData, frozen=True):
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
