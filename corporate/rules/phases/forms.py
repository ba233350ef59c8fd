"""Steps 1 to 3: forms are locked, judged again and paid; bought shares are handed over."""

from __future__ import annotations

from games.contract import PlayerId
from games.rulekit.judging import dropped

from ..day import Book, Holdings, Placed, Start, Told
from ..desk import PlayerTurn
from ..events.message import NoForm, ShareBought
from ..events.news import ShareNews
from ..net import sift
from ..orders import SHAPES, BuyShare


def lock(start: Start, *, book: Book, told: Told) -> None:
    """Judge the forms against a snapshot of the start of the turn: influence, citizenships, shares, ranking,
    and last turn's decision of the MDC."""
    public = start.state.public
    for player in start.players:
        book.desks[player] = PlayerTurn(
            player, public.seats[player], start.state.private[player], start.market
        )
        citizenship = public.seats[player].citizenship
        if citizenship is not None:
            book.citizens[citizenship].append(player)
        if player not in start.forms:
            told.to(player, NoForm())


def debit(start: Start, *, book: Book, money: dict[PlayerId, int], told: Told) -> None:
    """Pay the orders accepted by the judge of 4.2, stakes included; refused ones are reported and cost
    nothing."""
    for number, player in enumerate(start.players):
        orders = start.forms.get(player, ())
        sifted = sift(book.desks[player], orders)
        told.messages[player] += dropped(SHAPES, orders, sifted.problems)
        book.kept[player] = sifted.kept
        for kept in sifted.kept:
            money[player] -= kept.cost
            book.orders[kept.kind].append(Placed(player, number, kept.place, kept.order, kept.cost))


def deliver_shares(book: Book, *, holdings: Holdings, told: Told) -> None:
    """Hand over bought shares, which count from now on, for the MDC and for dividends. One public line for
    each buyer and corporation (D64)."""
    bought: dict[tuple[PlayerId, str], None] = {}
    for placed in book.of(BuyShare):
        player, corporation = placed.player, placed.order.corporation
        shares = holdings.shares[player]
        shares[corporation] = shares.get(corporation, 0) + 1
        bought[player, corporation] = None
        told.to(player, ShareBought(corporation, placed.cost, owns=shares[corporation]))
    for player, corporation in bought:
        told.publish(ShareNews(player, corporation, owns=holdings.shares[player][corporation]))
