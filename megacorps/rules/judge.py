"""Whether an action can begin and a card can be played, and why not (5, 10, D52)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.contract import PlayerId
from games.rulekit.judging import Refusals
from games.rulekit.shapes import OrderData

from .board import arms_companies, bank_mercenaries, can_intervene, controller_of
from .content import CONSTANTS, CONTENT, NEVER_BOUGHT, REACTIONS, CompanyState, Effect, Timing
from .orders import (
    NONE,
    BuyCompany,
    BuyMercenaries,
    CardOrder,
    Intervention,
    Pass,
    Payout,
    PayoutReaction,
    PlayCard,
    War,
)
from .state import Public

PRICE: Final = CONSTANTS.company_price


# ---- actions -------------------------------------------------------------------------------------


def begin(public: Public, player: PlayerId, action: OrderData, refuse: Refusals) -> None:
    """Refuse an action that cannot begin now (16.4)."""
    if isinstance(action, BuyCompany):
        _begin_purchase(public, player, action, refuse)
    elif isinstance(action, Payout):
        _begin_payout(public, player, refuse)
    elif isinstance(action, Intervention):
        _begin_intervention(public, player, action, refuse)
    elif isinstance(action, War):
        _begin_war(public, player, action, refuse)
    else:
        assert isinstance(action, BuyMercenaries | Pass)


def for_sale(public: Public, company: str) -> bool:
    return public.companies[company].state is CompanyState.UNOWNED


def _begin_purchase(public: Public, player: PlayerId, action: BuyCompany, refuse: Refusals) -> None:
    money = public.seats[player].money
    if not any(for_sale(public, company) for company in action.companies):
        refuse("not_for_sale", "company")
    if money < PRICE:
        refuse("not_enough_money", needed=PRICE, money=money)


def _begin_payout(public: Public, player: PlayerId, refuse: Refusals) -> None:
    if public.paid == player:
        refuse("holds_paid")
    if public.payout_taken:
        refuse("payout_taken")


def _begin_intervention(public: Public, player: PlayerId, action: Intervention, refuse: Refusals) -> None:
    company = action.company
    if controller_of(public, company) != player:
        refuse("not_controlled", "company", country=CONTENT.boxes[company].country)
    elif public.companies[company].owner is None:
        refuse("not_owned", "company")
    elif not can_intervene(public, player, company):
        refuse("own_company", "company")


def _begin_war(public: Public, player: PlayerId, action: War, refuse: Refusals) -> None:
    if public.seats[player].mercenaries < 1:
        refuse("no_mercenary")
    if public.countries[action.country].controller == player:
        refuse("own_country", "country")


def refute(
    public: Public, player: PlayerId, hand: tuple[str, ...], action: OrderData, refuse: Refusals
) -> None:
    """Refuse what the author's own view shows to be impossible in an action taken now: bids that cannot
    stand, reactions with cards that are not in the hand."""
    if isinstance(action, Payout):
        refute_reaction(hand, action, refuse)
    if not isinstance(action, BuyMercenaries):
        return
    arms, money = arms_companies(public), public.seats[player].money
    for company in action.bids:
        if company not in arms or public.companies[company].owner in (None, player):
            refuse("no_bid_there", f"bids.{company}", company=company)
    left = money - bought_from_bank(public, player, action.from_bank)
    if sum(action.bids.values()) > left:
        refuse("bids_too_high", "bids", bids=sum(action.bids.values()), left=left)


def bought_from_bank(public: Public, player: PlayerId, wanted: int) -> int:
    """The mercenaries that the bank has and the player can pay for (D52)."""
    price = CONSTANTS.bank_mercenary_price
    return min(wanted, bank_mercenaries(public), public.seats[player].money // price)


def refute_reaction(
    hand: tuple[str, ...], answer: Payout | PlayCard | PayoutReaction, refuse: Refusals
) -> None:
    """Refuse cards in an answer to a payout that its author does not hold."""
    if answer.first != NONE and answer.first not in hand:
        refuse("card_not_held", "first", card=answer.first)
    for card in answer.counter:
        if card not in hand:
            refuse("card_not_held", "counter", card=card)


# ---- cards ---------------------------------------------------------------------------------------


def shape_of_play(play: PlayCard | CardOrder, refuse: Refusals) -> None:
    """Refuse a play that is wrong in every state: its card, missing choices, choices that it does not
    have."""
    card = CONTENT.cards[play.card]
    if card.timing is Timing.PAYOUT_REACTION:
        refuse("reaction_only", "card")
        return
    needed = {
        "country": bool(card.governments),
        "industry": card.effect is Effect.PAYOUT,
        "company": bool(card.states),
        "buy": card.effect is Effect.ENTER,
    }
    for key, is_needed in needed.items():
        given = getattr(play, key) is not None
        if is_needed and not given:
            refuse("missing", key)
        elif given and not is_needed:
            refuse("not_a_choice", key)
    if play.company is not None and CONTENT.countries[CONTENT.boxes[play.company].country].neutral:
        refuse("neutral_country", "company")
    _shape_of_joined(play, card.effect, refuse)


def _shape_of_joined(play: PlayCard | CardOrder, effect: Effect, refuse: Refusals) -> None:
    """Judge the bid, vote or reactions joined to a card; each kind is allowed with its own card only."""
    joined = {
        "amount": (play.amount is not None, Effect.AUCTION),
        "for": (play.for_ is not None, Effect.ELECTION),
        "first": (play.first != NONE, Effect.PAYOUT),
        "counter": (bool(play.counter), Effect.PAYOUT),
    }
    for key, (given, of) in joined.items():
        if given and effect is not of:
            refuse("not_a_choice", key)


def can_play(public: Public, player: PlayerId, play: PlayCard, own_turn: bool, refuse: Refusals) -> None:
    """Refuse a card of the hand that cannot be played now."""
    shape_of_play(play, refuse)
    if refuse.problems:
        return
    card = CONTENT.cards[play.card]
    if card.timing is Timing.OWN_TURN and not own_turn:
        refuse("own_turn_only", "card")
    if play.country is not None:
        country = public.countries[play.country]
        if country.government not in card.governments:
            refuse("wrong_government", "country", government=country.government.value)
        elif card.controlled and country.controller is None:
            refuse("no_controller", "country")
    if play.company is not None and public.companies[play.company].state not in card.states:
        refuse("wrong_state", "company", state=public.companies[play.company].state.value)
    money = public.seats[player].money
    if play.buy and money < PRICE:
        refuse("not_enough_money", "buy", needed=PRICE, money=money)


def refute_play(
    public: Public, player: PlayerId, hand: tuple[str, ...], play: PlayCard, refuse: Refusals
) -> None:
    """Refuse what the author's own view shows to be impossible in what is joined to a card played now."""
    refute_reaction(hand, play, refuse)
    money = public.seats[player].money
    if play.amount is not None and play.amount > money:
        refuse("bid_too_high", "amount", amount=play.amount, money=money)
    if play.for_ is not None and play.for_ not in public.present:
        refuse("has_left", "for", player=play.for_)


def held(hand: tuple[str, ...], play: PlayCard, refuse: Refusals) -> None:
    if play.card not in hand:
        refuse("card_not_held", "card", card=play.card)


# ---- what is refused before its moment -----------------------------------------------------------


def shape_of_action(action: OrderData, refuse: Refusals) -> None:
    """Refuse what is never possible: buying companies that are never for sale."""
    if isinstance(action, BuyCompany) and set(action.companies) <= set(NEVER_BOUGHT):
        refuse("never_for_sale", "company")


def why_not(judge: Callable[[Refusals], None]) -> Refusals:
    """The problems that a judge finds."""
    refuse = Refusals(None)
    judge(refuse)
    return refuse


assert len(REACTIONS) == 2  # one answers the other (10.3)
