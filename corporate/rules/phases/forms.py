"""Steps 1 to 3: forms are locked, judged once more and paid; bought shares are handed over."""

from __future__ import annotations

from typing import Any

from games.rulekit.judging import dropped

from ..day import Day, Placed
from ..desk import Desk
from ..events.message import NoForm, ShareBought
from ..events.news import ShareNews
from ..net import sift
from ..orders import SHAPES


def lock(day: Day) -> None:
    """Every limit of the turn follows from this snapshot: influence, citizenships, shares, ranking,
    and what the MDC decided last turn."""
    public = day.state.public
    for player in day.players:
        day.desks[player] = Desk(player, public.seats[player], day.state.private[player], day.market)
        citizenship = public.seats[player].citizenship
        if citizenship is not None:
            day.citizens[citizenship].append(player)
        if player not in day.forms:
            day.told(player, NoForm())


def debit(day: Day) -> None:
    """What stands after the net of 4.2 is paid, stakes included; what does not is told and costs
    nothing."""
    for number, player in enumerate(day.players):
        orders = day.forms.get(player, ())
        sifted = sift(day.desks[player], orders)
        day.messages[player] += dropped(SHAPES, orders, sifted.problems)
        day.kept[player] = sifted.kept
        for kept in sifted.kept:
            day.money[player] -= kept.cost
            day.orders[kept.kind].append(Placed(player, number, kept.place, kept.order, kept.cost))


def deliver_shares(day: Day) -> None:
    """Bought shares count from now on: for the MDC, for dividends. One public line per buyer and
    corporation (D64)."""
    bought: dict[tuple[Any, str], None] = {}
    for placed in day.of("buy_share"):
        player, corporation = placed.player, placed.order.corporation
        shares = day.shares[player]
        shares[corporation] = shares.get(corporation, 0) + 1
        bought[player, corporation] = None
        day.told(player, ShareBought(corporation, placed.cost, owns=shares[corporation]))
    for player, corporation in bought:
        day.published(ShareNews(player, corporation, owns=day.shares[player][corporation]))
