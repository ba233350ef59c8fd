"""An announced payout: the reactions, then the money (sections 6 and 10.3)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games.contract import PlayerId
from games.rulekit.forms import Answers, first_of

from ..board import payout
from ..content import CONTENT, REACTIONS
from ..events import PaidOut, PaidTaken, ReactionPlayed
from ..frames import Pay
from ..orders import PayoutReaction
from ..policies import reaction
from ..state import Question
from ..table import Table
from .asking import numbered, put

Given = Mapping[PlayerId, PayoutReaction]


def pay(table: Table, frame: Pay) -> None:
    """Ask everybody else who holds any card, so that waiting reveals nothing (15)."""
    around = table.public.order_from(frame.player)
    asked = tuple(player for player in around if player != frame.player and table.seat(player).cards)
    given = dict(frame.given)
    for player in asked:
        answer = reaction(table.standing(player), frame.industry, frame.player)
        if answer is not None:
            given[player] = answer
    question = replace(
        numbered(table, "payout_reaction", asked),
        policy=tuple(player for player in asked if player in given),
        player=frame.player, industry=frame.industry,
    )  # fmt: skip
    shown = not table.public.programmed
    put(table, replace(frame, given=given), question, reacted, shown=shown)


def reacted(table: Table, question: Question, answers: Answers) -> None:
    frame: Pay = table.pop()
    table.change(question=None)
    given = dict(frame.given)
    for player in answers:
        given[player] = first_of(answers, player, PayoutReaction) or PayoutReaction()
    modifier = _react(table, frame, given)
    _pay_out(table, frame, modifier)


def _react(table: Table, frame: Pay, given: Given) -> int:
    """Apply the reactions: the earliest `first` sets the modifier; the earliest opposite card of another
    player cancels it."""
    around = [player for player in table.public.order_from(frame.player) if player in given]
    first = {p: given[p].first for p in around if given[p].first in table.hand(p)}
    setter = next(iter(first), None)
    if setter is None:
        return 0
    card = first[setter]
    _play(table, frame, setter, card, cancels=False)
    opposite = next(other for other in REACTIONS if other != card)
    others = [player for player in around if player != setter and opposite in table.hand(player)]
    by_first = [player for player in others if first.get(player) == opposite]
    by_counter = [player for player in others if opposite in given[player].counter]
    answering = next(iter((*by_first, *by_counter)), None)
    if answering is None:
        return CONTENT.cards[card].delta
    _play(table, frame, answering, opposite, cancels=True)
    return 0


def _play(table: Table, frame: Pay, player: PlayerId, card: str, *, cancels: bool) -> None:
    table.discard(player, (card,))
    table.tell(ReactionPlayed(player, card, frame.industry, cancels))


def _pay_out(table: Table, frame: Pay, modifier: int) -> None:
    industry, public = frame.industry, table.public
    found = payout(public, industry, modifier)
    for payment in found.payments:
        table.pay(payment.player, payment.amount)
    table.tell(
        PaidOut(frame.player, industry, frame.cause, found.competitors, modifier, found.each, found.payments)
    )
    if frame.cause == "action" and table.is_in(frame.player):
        table.change(paid=frame.player)
        table.tell(PaidTaken(frame.player))
