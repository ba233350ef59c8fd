"""Action E (7.1, 10): the offers, the answer, what a refusal costs."""

from __future__ import annotations

from games.contract import PlayerId
from games.rulekit.forms import Answers, first_of

from .. import orders as o
from ..board import own
from ..content import OFFICES, Mode
from ..events import (
    BribeAccepted,
    BribeAmount,
    BribeOffered,
    BribeRefused,
    CardCorrupt,
)
from ..points import settle
from ..state import Bribe, Envelope, Offer, OpenBribe, Question
from ..table import Table


def begin(table: Table, player: PlayerId, action: o.BribeOrder) -> None:
    """Make the offers, which scores once (D28) and is a step of its own (11.2). In mode `classic` the target
    of the first offer is asked; in `rounds` standing replies settle everything at once."""
    offers = tuple(Offer(each.card, each.amount, each.remove) for each in action.offers)
    table.score(player, "corruption", 1)
    table.set_hidden(offers=offers)
    _offer(table, player, 1)
    settle(table)
    while table.public.bribe is not None and table.public.mode is Mode.ROUNDS:
        bribe = table.public.bribe
        least = replies_of(table, bribe.target, bribe.card).accept_from
        close(table, least is not None and offers[bribe.offer - 1].amount >= least)


def replies_of(table: Table, player: PlayerId, card: str) -> o.Limits:
    """A player's standing reply for a card, whether or not they hold it."""
    reply = table.private[player].replies.get(card)
    return o.Limits(reply.accept_from, reply.refuse_below) if reply else o.Limits()


def _offer(table: Table, briber: PlayerId, number: int) -> None:
    """Put one offer to the holder of its card; no offer if nobody else holds it."""
    offer = table.hidden.offers[number - 1]
    target = table.public.cards[offer.card].holder
    if target is None or target == briber or table.cash(briber) < offer.amount:
        _end(table)
        return
    table.change(bribe=OpenBribe(briber, target, offer.card, number))
    table.tell(BribeOffered(briber, target, offer.card, number))
    table.tell_only(BribeAmount(briber, target, offer.card, offer.amount), briber, target)
    if table.public.mode is Mode.CLASSIC:
        table.set_private(target, envelope=Envelope(briber, offer.card, offer.amount))
        at = (table.public.turn, table.public.round, briber, number)
        table.change(question=Question("bribe_reply", at, (target,)))


def _end(table: Table) -> None:
    table.change(bribe=None)
    table.set_hidden(offers=())


def standing_reply(table: Table, player: PlayerId) -> o.ReplyOrder | None:
    """The standing reply to the open offer; None: the player is to be asked."""
    envelope = table.private[player].envelope
    if envelope is None:
        return None
    limits = replies_of(table, player, envelope.card)
    if limits.accept_from is not None and envelope.amount >= limits.accept_from:
        return o.ReplyOrder(True)
    if limits.refuse_below is not None and envelope.amount < limits.refuse_below:
        return o.ReplyOrder(False)
    return None


def answered(table: Table, question: Question, answers: Answers) -> None:
    """Handle the answer to the open offer in mode `classic`; without an answer a standing reply counts,
    otherwise it is refused."""
    target = question.asked[0]
    reply = first_of(answers, target, o.ReplyOrder) or standing_reply(table, target)
    table.change(question=None)
    table.set_private(target, envelope=None)
    close(table, reply is not None and reply.accept)


def close(table: Table, accept: bool) -> None:
    """Settle one offer; after a refusal put the second, if there is one."""
    bribe = table.public.bribe
    assert bribe is not None
    offer = table.hidden.offers[bribe.offer - 1]
    settled = Bribe(
        table.public.turn, table.public.round, bribe.briber, bribe.target, offer.card, offer.amount, accept
    )
    table.set_hidden(bribes=(*table.hidden.bribes, settled))
    if accept:
        _accept(table, bribe, offer)
        _end(table)
        settle(table)
        return
    _refuse(table, bribe, offer)
    settle(table)
    if bribe.offer < len(table.hidden.offers):
        _offer(table, bribe.briber, bribe.offer + 1)
    else:
        _end(table)


def _accept(table: Table, bribe: OpenBribe, offer: Offer) -> None:
    table.pay(bribe.briber, -offer.amount)
    table.pay(bribe.target, offer.amount)
    table.score(bribe.target, "corruption", 1)
    table.set_card(offer.card, holder=bribe.briber, corrupt=True)
    table.tell(BribeAccepted(bribe.briber, bribe.target, offer.card))
    table.tell(CardCorrupt(bribe.briber, offer.card))


def _refuse(table: Table, bribe: OpenBribe, offer: Offer) -> None:
    """Dismiss one employee of the target: from the first office of the list that can spare one, otherwise
    from the fullest."""
    office = next((each for each in offer.remove if _has_employee(table, bribe.target, each)), None)
    if office is None:
        left = [each for each in own(table.public, bribe.target) if _has_employee(table, bribe.target, each)]
        office = max(left, key=lambda each: (_employees(table, each), -OFFICES.index(each)), default=None)
    table.tell(BribeRefused(bribe.briber, bribe.target, offer.card, office))
    if office is not None:
        table.put(office, -1)
        table.supply(1)
        table.close_if_empty([office])


def _employees(table: Table, office: str) -> int:
    return table.public.offices[office].employees


def _has_employee(table: Table, player: PlayerId, office: str) -> bool:
    content = table.public.offices.get(office)
    return content is not None and content.owner == player and content.employees > 0
