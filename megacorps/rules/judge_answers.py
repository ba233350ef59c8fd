"""Judging answers to the smaller questions, from their author's view (16.6)."""

from __future__ import annotations

from games.contract import PlayerId, Problem
from games.rulekit.judging import Refusals
from games.rulekit.shapes import OrderData

from .board import spoils
from .content import CONSTANTS, MEGACORPS
from .judge import for_sale, refute_reaction
from .orders import (
    AuctionBid,
    BuyAgain,
    ChooseMegacorp,
    ElectionVote,
    MercenaryCounter,
    MercenaryReply,
    PayoutReaction,
    PickCompany,
    WarAid,
    WarSpoils,
)
from .state import Private, Public


def ranking(
    public: Public, private: Private, player: PlayerId, order: ChooseMegacorp, refuse: Refusals
) -> None:
    if len(order.ranking) != len(MEGACORPS):
        refuse("not_all_six", "ranking")


def pick(public: Public, private: Private, player: PlayerId, order: PickCompany, refuse: Refusals) -> None:
    if not for_sale(public, order.company):
        refuse("not_for_sale", "company")


def buy_again(public: Public, private: Private, player: PlayerId, order: BuyAgain, refuse: Refusals) -> None:
    if order.company is None:
        return
    if public.question is not None and order.company in public.question.companies:
        refuse("already_refused", "company")
    elif not for_sale(public, order.company):
        refuse("not_for_sale", "company")
    money = public.seats[player].money
    if money < CONSTANTS.company_price:
        refuse("not_enough_money", needed=CONSTANTS.company_price, money=money)


def mercenary_reply(
    public: Public, private: Private, player: PlayerId, order: MercenaryReply, refuse: Refusals
) -> None:
    if order.company not in private.bids:
        refuse("not_asked_about", "company")
        return
    if order.answer != "counter":
        return
    bid = private.bids[order.company]
    if order.price is None:
        refuse("price_missing", "price")
    elif order.price <= bid:
        refuse("price_not_above", "price", bid=bid)


def mercenary_counter(
    public: Public, private: Private, player: PlayerId, order: MercenaryCounter, refuse: Refusals
) -> None:
    if order.company not in private.counters:
        refuse("not_asked_about", "company")


def war_aid(public: Public, private: Private, player: PlayerId, order: WarAid, refuse: Refusals) -> None:
    total, own = order.to_attacker + order.to_defender, public.seats[player].mercenaries
    if total > own:
        refuse("too_many_mercenaries", sum=total, mercenaries=own)


def war_spoils(
    public: Public, private: Private, player: PlayerId, order: WarSpoils, refuse: Refusals
) -> None:
    question = public.question
    if order.company is None or question is None or question.country is None or question.other is None:
        return
    if order.company not in spoils(public, player, question.other, question.country):
        refuse("not_asked_about", "company")


def payout_reaction(
    public: Public, private: Private, player: PlayerId, order: PayoutReaction, refuse: Refusals
) -> None:
    refute_reaction(private.hand, order, refuse)


def auction_bid(
    public: Public, private: Private, player: PlayerId, order: AuctionBid, refuse: Refusals
) -> None:
    money = public.seats[player].money
    if order.amount > money:
        refuse("bid_too_high", "amount", amount=order.amount, money=money)


def election_vote(
    public: Public, private: Private, player: PlayerId, order: ElectionVote, refuse: Refusals
) -> None:
    if order.for_ is not None and order.for_ not in public.present:
        refuse("has_left", "for", player=order.for_)


def sum_up(
    public: Public,
    private: Private,
    player: PlayerId,
    window: str,
    kept: list[OrderData],
    problems: list[Problem],
) -> None:
    """The counter-prices that the buyer accepts may not exceed the buyer's money in total (8); refuse those
    that do."""
    if window != "mercenary_counter":
        return
    taken = [one for one in kept if isinstance(one, MercenaryCounter) and one.accept]
    total, money = sum(private.counters[one.company] for one in taken), public.seats[player].money
    if total > money:
        problems.append(Problem("counters_too_high", params={"sum": total, "money": money}))
        kept[:] = [one for one in kept if one not in taken]
