"""The door `trade`: gifts, offers, answers, withdrawals (section 12)."""

from __future__ import annotations

from typing import Literal

from games.contract import PlayerId
from games.rulekit.shapes import OrderData

from ..events import CardsMoved, Given, Moved, OfferEnded, OfferMade, Traded
from ..judge import why_not
from ..judge_trade import exchange
from ..orders import Bundle, Gift, TradeAnswer, TradeOffer, TradeWithdraw
from ..state import Offer
from ..table import Table


def trade(table: Table, player: PlayerId, order: OrderData) -> None:
    if isinstance(order, Gift):
        _move(table, player, order.to, order.give, order.give.cards)
        table.tell(Given(player, order.to, _moved(order.give)))
        if order.give.cards:
            table.tell_only(CardsMoved(player, order.to, order.give.cards, ()), player, order.to)
    elif isinstance(order, TradeOffer):
        _offer(table, player, order)
    elif isinstance(order, TradeAnswer):
        _answer(table, player, order)
    elif isinstance(order, TradeWithdraw):
        _end(table, _find(table, player, order.offer), "withdrawn")


def _offer(table: Table, player: PlayerId, order: TradeOffer) -> None:
    """Make an offer, which ends with the next round. Its number counts offers between these two players
    only."""
    made = dict(table.private[player].offers_made)
    made[order.to] = made.get(order.to, 0) + 1
    table.set_private(player, offers_made=made)
    name = f"{player}-{order.to}-{made[order.to]}"
    offer = Offer(name, player, order.to, order.give, order.want, table.public.round + 1)
    table.set_offer(offer, kept=True)
    told = OfferMade(offer.id, offer.by, offer.to, offer.give, offer.want, offer.until)
    table.tell_only(told, player, order.to)


def _answer(table: Table, player: PlayerId, order: TradeAnswer) -> None:
    offer = _find(table, player, order.offer)
    if not order.accept:
        _end(table, offer, "refused")
        return
    if not _still_holds(table, offer):
        _end(table, offer, "failed")
        return
    assert not why_not(lambda refuse: exchange(table.public, offer, refuse)).problems
    table.set_offer(offer, kept=False)
    _move(table, offer.by, offer.to, offer.give, offer.give.cards)
    _move(table, offer.to, offer.by, offer.want, order.cards)
    table.tell(Traded(offer.by, offer.to, _moved(offer.give), _moved(offer.want)))
    if offer.give.cards or order.cards:
        table.tell_only(CardsMoved(offer.by, offer.to, offer.give.cards, order.cards), offer.by, offer.to)


def _still_holds(table: Table, offer: Offer) -> bool:
    """Whether the offered cards are still in the hand, which the other player cannot see."""
    hand = list(table.hand(offer.by))
    return all(hand.count(card) >= offer.give.cards.count(card) for card in offer.give.cards)


def _find(table: Table, player: PlayerId, name: str) -> Offer:
    return next(offer for offer in table.private[player].offers if offer.id == name)


def _end(table: Table, offer: Offer, why: Literal["refused", "withdrawn", "failed"]) -> None:
    table.set_offer(offer, kept=False)
    table.tell_only(OfferEnded(offer.id, offer.by, offer.to, why), offer.by, offer.to)


def _moved(bundle: Bundle) -> Moved:
    return Moved(bundle.money, bundle.mercenaries, bundle.companies, bundle.countries, len(bundle.cards))


def _move(table: Table, player: PlayerId, to: PlayerId, give: Bundle, cards: tuple[str, ...]) -> None:
    """Move things from one player to another; governments and states of companies stay as they are."""
    table.pay(player, -give.money)
    table.pay(to, give.money)
    table.arm(player, -give.mercenaries)
    table.arm(to, give.mercenaries)
    for company in give.companies:
        table.own(company, to)
    for country in give.countries:
        table.set_country(country, controller=to)
    if cards:
        table.take_cards(player, cards)
        table.set_hand(to, (*table.hand(to), *cards))
