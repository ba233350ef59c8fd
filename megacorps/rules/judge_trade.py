"""Judging gifts, offers and answers to offers, from their author's view (12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.contract import PlayerId
from games.rulekit.judging import Refusals
from games.rulekit.shapes import OrderData

from .board import board_locked, mercenaries_to_give, money_to_give
from .orders import ANY, Bundle, Gift, TradeAnswer, TradeOffer, TradeWithdraw
from .state import Offer, Private, Public


def at_trade(public: Public, private: Private, player: PlayerId, order: OrderData, refuse: Refusals) -> None:
    if isinstance(order, Gift):
        _partner(public, player, order.to, refuse)
        if not order.give:
            refuse("nothing_given", "give")
        may_give(public, player, order.give, "give", refuse)
        holds(private.hand, order.give.cards, "give.cards", refuse)
    elif isinstance(order, TradeOffer):
        _offer(public, private, player, order, refuse)
    elif isinstance(order, TradeAnswer):
        _answer(public, private, player, order, refuse)
    elif isinstance(order, TradeWithdraw) and not _is_mine(private, player, order.offer):
        refuse("no_such_offer", "offer")


def _is_mine(private: Private, player: PlayerId, offer: str) -> bool:
    return any(one.id == offer and one.by == player for one in private.offers)


def _partner(public: Public, player: PlayerId, to: PlayerId, refuse: Refusals) -> None:
    if to == player:
        refuse("to_oneself", "to")
    elif to not in public.present:
        refuse("has_left", "to", player=to)


def _offer(public: Public, private: Private, player: PlayerId, order: TradeOffer, refuse: Refusals) -> None:
    """What is offered must be there now, and so must what is wanted, as far as everybody sees it; locks do
    not matter."""
    _partner(public, player, order.to, refuse)
    if not order.give and not order.want:
        refuse("nothing_given", "give")
    _has(public, player, order.give, "give", "not_yours", refuse)
    holds(private.hand, order.give.cards, "give.cards", refuse)
    _has(public, order.to, order.want, "want", "not_theirs", refuse)


def _answer(public: Public, private: Private, player: PlayerId, order: TradeAnswer, refuse: Refusals) -> None:
    offer = next((one for one in private.offers if one.id == order.offer and one.to == player), None)
    if offer is None:
        refuse("no_such_offer", "offer")
    elif order.accept:
        exchange(public, offer, refuse)
        holds(private.hand, order.cards, "cards", refuse)
        if not answers(order.cards, offer.want.cards):
            refuse("wrong_cards", "cards")
    elif order.cards:
        refuse("wrong_cards", "cards")


def exchange(public: Public, offer: Offer, refuse: Refusals) -> None:
    """Refuse an offer of which everybody can see that it cannot be accepted now."""
    may_give(public, offer.by, offer.give, "offer", refuse, "not_theirs")
    may_give(public, offer.to, offer.want, "offer", refuse)


def answers(given: Iterable[str], wanted: tuple[str, ...]) -> bool:
    """Whether these cards are those that were asked for; `any` stands for one card of any type."""
    named = Counter(card for card in wanted if card != ANY)
    cards = Counter(given)
    return cards.total() == len(wanted) and named <= cards


def may_give(
    public: Public, player: PlayerId, give: Bundle, at: str, refuse: Refusals, code: str = "not_yours"
) -> None:
    """Refuse things that the player does not have, or that are locked."""
    _has(public, player, give, at, code, refuse)
    if board_locked(public):
        for what in ("companies", "countries"):
            if getattr(give, what):
                refuse("locked", _place(at, what), what=what, free=0)
    money, mercenaries = money_to_give(public, player), mercenaries_to_give(public, player)
    for what, asked, free, own in (
        ("money", give.money, money, public.seats[player].money),
        ("mercenaries", give.mercenaries, mercenaries, public.seats[player].mercenaries),
    ):
        if free < asked <= own:
            refuse("locked", _place(at, what), what=what, free=free)


def _has(public: Public, player: PlayerId, give: Bundle, at: str, code: str, refuse: Refusals) -> None:
    seat = public.seats[player]
    for what, asked, own in (
        ("money", give.money, seat.money),
        ("mercenaries", give.mercenaries, seat.mercenaries),
        ("cards", len(give.cards), seat.cards),
    ):
        if asked > own and (what != "cards" or code == "not_theirs"):
            refuse("too_few", _place(at, what), what=what, asked=asked, free=own)
    for company in give.companies:
        if public.companies[company].owner != player:
            refuse(code, _place(at, "companies"), what=company)
    for country in give.countries:
        if public.countries[country].controller != player:
            refuse(code, _place(at, "countries"), what=country)


def _place(at: str, what: str) -> str:
    return at if at == "offer" else f"{at}.{what}"


def holds(hand: tuple[str, ...], cards: Iterable[str], at: str, refuse: Refusals) -> None:
    """Refuse cards that the hand does not contain as often as they are given; `any` cannot be given."""
    for card in Counter(cards) - Counter(hand):
        refuse("card_not_held", at, card=card)
