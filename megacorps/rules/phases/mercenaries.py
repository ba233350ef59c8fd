"""Bargaining with the owners of arms companies: bid, reply, one counter-price, final answer (section 8)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from games.contract import PlayerId
from games.rulekit.forms import Answers

from ..events import MercenaryBargained
from ..frames import AnswerCounters, Bargain
from ..orders import MercenaryCounter, MercenaryReply
from ..policies import price
from ..state import Question
from ..table import Table
from .asking import numbered, put

Result = Literal["sold", "refused", "declined"]


def bargain(table: Table, frame: Bargain) -> None:
    """Standing prices answer at once; the other owners are asked at the same time."""
    open_bids, counters = {}, {}
    for company in sorted(frame.bids):
        bid, owner = frame.bids[company], table.public.companies[company].owner
        if owner is None:
            continue
        rule = price(table.standing(owner), frame.player)
        if rule is None:
            open_bids[company] = bid
        elif rule.price is None:
            _settle(table, frame.player, company, bid, None, "refused")
        elif rule.price <= bid:
            _sell(table, frame.player, company, bid, None, rule.price)
        else:
            counters[company] = rule.price
    table.push(AnswerCounters(frame.player, frame.bids, counters))
    if open_bids:
        _ask(table, replace(frame, bids=open_bids))


def _ask(table: Table, frame: Bargain) -> None:
    owners = {company: table.public.companies[company].owner for company in frame.bids}
    asked = tuple(p for p in table.public.order_from(frame.player) if p in owners.values())
    for player in asked:
        table.set_private(player, bids={c: bid for c, bid in frame.bids.items() if owners[c] == player})
    table.set_private(frame.player, bids=frame.bids)
    question = replace(
        numbered(table, "mercenary_reply", asked), player=frame.player, companies=tuple(frame.bids)
    )
    put(table, frame, question, replied, shown=not table.public.programmed)


def replied(table: Table, question: Question, answers: Answers) -> None:
    """Handle the replies: accepted, refused (also without an answer), or a counter-price, which is put to the
    buyer."""
    frame: Bargain = table.pop()
    after: AnswerCounters = table.pop()
    clear(table)
    replies = {
        order.company: order
        for orders in answers.values()
        for order in orders
        if isinstance(order, MercenaryReply)
    }
    counters = dict(after.counters)
    for company, bid in frame.bids.items():
        reply = replies.get(company)
        if table.public.companies[company].owner is None:  # its owner has left: refused (D56)
            continue
        if reply is not None and reply.answer == "accept":
            _sell(table, frame.player, company, bid, None, bid)
        elif reply is not None and reply.answer == "counter" and reply.price is not None:
            counters[company] = reply.price
        else:
            _settle(table, frame.player, company, bid, None, "refused")
    table.push(replace(after, counters=counters))


def clear(table: Table) -> None:
    """End the question: delete its bids and prices from every private drawer."""
    table.change(question=None)
    for player in table.public.players:
        if table.private[player].bids or table.private[player].counters:
            table.set_private(player, bids={}, counters={})


def keep_only(table: Table, companies: tuple[str, ...]) -> None:
    """Keep only the bids and prices for these companies: the owner of the others has left."""
    for player, drawer in table.private.items():
        bids = {one: bid for one, bid in drawer.bids.items() if one in companies}
        counters = {one: asked for one, asked in drawer.counters.items() if one in companies}
        if (bids, counters) != (drawer.bids, drawer.counters):
            table.set_private(player, bids=bids, counters=counters)


def answer_counters(table: Table, frame: AnswerCounters) -> None:
    """Put the counter-prices to the buyer; those that the buyer could not pay are declined without asking."""
    money, put_to_buyer = table.seat(frame.player).money, {}
    for company, asked in sorted(frame.counters.items()):
        if table.public.companies[company].owner is None:
            continue
        if asked > money:
            _settle(table, frame.player, company, frame.bids[company], asked, "declined")
        else:
            put_to_buyer[company] = asked
    if not put_to_buyer:
        return
    table.set_private(frame.player, bids=frame.bids, counters=put_to_buyer)
    question = replace(
        numbered(table, "mercenary_counter", (frame.player,)),
        player=frame.player,
        companies=tuple(put_to_buyer),
    )
    put(table, replace(frame, counters=put_to_buyer), question, countered, shown=not table.public.programmed)


def countered(table: Table, question: Question, answers: Answers) -> None:
    frame: AnswerCounters = table.pop()
    clear(table)
    given = answers.get(frame.player, ())
    taken = {order.company for order in given if isinstance(order, MercenaryCounter) and order.accept}
    for company, asked in frame.counters.items():
        bid = frame.bids[company]
        if table.public.companies[company].owner is None:
            continue
        if company in taken:
            _sell(table, frame.player, company, bid, asked, asked)
        else:
            _settle(table, frame.player, company, bid, asked, "declined")


def _sell(table: Table, buyer: PlayerId, company: str, bid: int, counter: int | None, paid: int) -> None:
    """Sell a mercenary: it comes from the supply, the money goes to the owner."""
    owner = table.public.companies[company].owner
    assert owner is not None
    table.pay(buyer, -paid)
    table.pay(owner, paid)
    table.arm(buyer, 1)
    _settle(table, buyer, company, bid, counter, "sold", paid)


def _settle(
    table: Table,
    buyer: PlayerId,
    company: str,
    bid: int,
    counter: int | None,
    result: Result,
    paid: int | None = None,
) -> None:
    owner = table.public.companies[company].owner
    assert owner is not None
    table.tell(MercenaryBargained(buyer, owner, company, bid, counter, paid, result))
