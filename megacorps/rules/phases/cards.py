"""Playing a card: it is resolved at once and completely, then discarded (section 10.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.contract import PlayerId

from ..content import CONSTANTS, CONTENT, CardData, CompanyState, Effect
from ..events import CardPlayed, CompanyBought, CompanyChanged, GovernmentChanged, PlayDropped
from ..frames import Auction, Election, Play
from ..judge import PRICE, can_play, held, why_not
from ..orders import PayoutReaction, PlayCard
from ..table import Table
from .actions import announce


def play(table: Table, frame: Play) -> None:
    """Play a card. If it cannot be played now, only its author learns of it (16.5)."""
    player, order = frame.player, frame.play
    if not table.is_in(player):
        return
    found = why_not(lambda refuse: held(table.hand(player), order, refuse)).problems
    found += why_not(lambda refuse: can_play(table.public, player, order, frame.own_turn, refuse)).problems
    if found:
        dropped = PlayDropped(order.card, found[0].code, found[0].params, frame.trigger)
        table.tell_only(dropped, player)
        return
    table.discard(player, (order.card,))
    table.tell(CardPlayed(player, order.card, order.country, order.industry, order.company, order.buy))
    card = CONTENT.cards[order.card]
    EFFECTS[card.effect](table, player, order, card)


def _auction(table: Table, player: PlayerId, order: PlayCard, card: CardData) -> None:
    assert order.country is not None
    money = table.seat(player).money
    given = {} if order.amount is None else {player: min(order.amount, money)}
    table.push(Auction(player, order.country, given))


def _election(table: Table, player: PlayerId, order: PlayCard, card: CardData) -> None:
    assert order.country is not None
    given = {} if order.for_ is None else {player: order.for_}
    table.push(Election(player, order.country, given))


def _clone_soldiers(table: Table, player: PlayerId, order: PlayCard, card: CardData) -> None:
    table.change(clone_soldiers=True)


def _enter(table: Table, player: PlayerId, order: PlayCard, card: CardData) -> None:
    """The company enters the game, and goes to the card's player if they pay (D45)."""
    assert card.company is not None
    table.set_company(card.company, CompanyState.UNOWNED)
    table.tell(CompanyChanged(card.company, CompanyState.UNOWNED, None, 0))
    if order.buy:
        table.pay(player, -PRICE)
        table.own(card.company, player)
        table.tell(CompanyBought(player, card.company, PRICE))


def _government(table: Table, player: PlayerId, order: PlayCard, card: CardData) -> None:
    """Change the government of a country; control is not affected (section 7)."""
    assert order.country is not None and card.government is not None
    table.set_country(order.country, government=card.government)
    table.tell(GovernmentChanged(order.country, card.government))


def _payout(table: Table, player: PlayerId, order: PlayCard, card: CardData) -> None:
    assert order.industry is not None
    announce(table, player, order.industry, "card", PayoutReaction(order.first, order.counter))


def _syndicalise(table: Table, player: PlayerId, order: PlayCard, card: CardData) -> None:
    assert order.company is not None
    owner = table.public.companies[order.company].owner
    table.set_company(order.company, CompanyState.SYNDICALISED)
    compensation = CONSTANTS.compensation if owner else 0
    if owner is not None:
        table.pay(owner, compensation)
    table.tell(CompanyChanged(order.company, CompanyState.SYNDICALISED, owner, compensation))


def _privatise(table: Table, player: PlayerId, order: PlayCard, card: CardData) -> None:
    assert order.company is not None
    table.set_company(order.company, CompanyState.UNOWNED)
    table.tell(CompanyChanged(order.company, CompanyState.UNOWNED, None, 0))


EFFECTS: Final[Mapping[Effect, Callable[[Table, PlayerId, PlayCard, CardData], None]]] = {
    Effect.AUCTION: _auction,
    Effect.ELECTION: _election,
    Effect.CLONE_SOLDIERS: _clone_soldiers,
    Effect.ENTER: _enter,
    Effect.GOVERNMENT: _government,
    Effect.PAYOUT: _payout,
    Effect.SYNDICALISE: _syndicalise,
    Effect.PRIVATISE: _privatise,
}
"""What each card does; those of a payout are played as answers (`payout.py`)."""
