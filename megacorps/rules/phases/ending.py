"""The last call, the final payouts, and the end (section 14)."""

from __future__ import annotations

from itertools import zip_longest

from games.rulekit.forms import Answers

from ..board import payout
from ..content import CONTENT
from ..events import FinalPayout, GameEnded, LastCallBegan
from ..frames import FinalPayouts, LastCall, Play
from ..orders import LAST_CALL, PlayCard
from ..standings import by_payouts, last_one
from ..state import Question
from ..table import Table
from .asking import put


def last_call(table: Table, frame: LastCall) -> None:
    """Ask all players who hold a card again; after that no card may be played."""
    asked = tuple(player for player in table.public.in_order if table.seat(player).cards)
    if asked:
        table.tell(LastCallBegan(asked))
    put(table, frame, Question("last_call", (table.public.round,), asked), called)


def called(table: Table, question: Question, answers: Answers) -> None:
    """Play the first card of each list in turn order, then the second, and so on; the default are the card
    orders."""
    table.pop()
    table.change(question=None)
    lists = []
    for player in table.public.in_order:
        orders = table.standing(player).card_orders
        mine = [order for order in orders if order.trigger == LAST_CALL]
        table.set_standing(player, card_orders=tuple(order for order in orders if order not in mine))
        if player in answers:
            plays = [order for order in answers[player] if isinstance(order, PlayCard)]
            lists.append([Play(player, order, None, True) for order in plays])
        else:
            lists.append([Play(player, order.play, LAST_CALL, True) for order in mine])
    turns = zip_longest(*lists)
    table.push(*(play for turn in turns for play in turn if play is not None))


def final_payouts(table: Table, frame: FinalPayouts) -> None:
    """Discard all hands; each industry pays once, without any card; the most money wins."""
    for player in table.public.present:
        table.discard(player, table.hand(player))
    before = {player: table.seat(player).money for player in table.public.players}
    paid = {}
    for industry in CONTENT.industries:
        found = payout(table.public, industry)
        paid[industry] = found.payments
        for payment in found.payments:
            table.pay(payment.player, payment.amount)
        table.tell(FinalPayout(industry, found.competitors, found.each, found.payments))
    table.write_down_money()
    most = max(table.seat(player).money for player in table.public.present)
    winners = tuple(player for player in table.public.present if table.seat(player).money == most)
    table.change(standings=by_payouts(table.public, before, paid), turn=None, question=None)
    table.set_frames(())
    table.tell(GameEnded(winners, most, "rounds"))


def one_is_left(table: Table) -> None:
    """End the game for the last player, who wins at once, without final payouts (D14)."""
    (winner,) = table.public.present
    table.write_down_money()
    table.change(standings=last_one(table.public, winner), turn=None, question=None)
    table.set_frames(())
    table.tell(GameEnded((winner,), table.seat(winner).money, "last_player"))
