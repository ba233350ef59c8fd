"""Buying a company: permission, fallbacks, buying again (section 5.1, D6, D33, D51)."""

from __future__ import annotations

from msgspec.structs import replace

from games.contract import PlayerId
from games.rulekit.forms import Answers, first_of

from ..board import permission_from
from ..content import CONSTANTS, CONTENT
from ..events import CompanyBought, Passed, PermissionAsked, PermissionGiven, PermissionRefused
from ..frames import BuyOther, Purchase
from ..judge import PRICE, for_sale
from ..orders import Antitrust, BuyAgain
from ..policies import allows
from ..state import Question
from ..table import Table
from .asking import numbered, put


def purchase(table: Table, frame: Purchase) -> None:
    """Buy the first company of the list that can be bought, or ask for permission; others are skipped
    (16.4)."""
    if frame.asking is not None:  # the controller has left: no permission is needed any more (D51)
        _buy(table, frame.player, frame.asking)
        return
    rich = table.seat(frame.player).money >= PRICE
    wanted = next((one for one in frame.companies if rich and for_sale(table.public, one)), None)
    if wanted is None:
        _nothing_left(table, frame)
        return
    rest = replace(frame, companies=frame.companies[frame.companies.index(wanted) + 1 :])
    controller = permission_from(table.public, frame.player, wanted)
    if controller is None:
        _buy(table, frame.player, wanted)
    else:
        _ask(table, replace(rest, asking=wanted), wanted, controller)


def _ask(table: Table, frame: Purchase, company: str, controller: PlayerId) -> None:
    country = CONTENT.boxes[company].country
    answer = allows(table.standing(controller), country, frame.player)
    question = replace(
        numbered(table, "antitrust", (controller,)),
        player=frame.player, other=controller, country=country, companies=(company,),
    )  # fmt: skip
    if answer is None and (table.public.programmed or table.seat(controller).absent):
        answer = table.seat(controller).absent  # the default; absent players do not block a purchase (D32)
    if answer is None:
        table.tell(PermissionAsked(frame.player, company, controller))
        put(table, frame, question, answered)
    else:
        table.push(frame)
        _settle(table, question, answer)


def answered(table: Table, question: Question, answers: Answers) -> None:
    """Handle the answer: allowed or forbidden; without an answer it is forbidden."""
    assert question.other is not None
    order = first_of(answers, question.other, Antitrust)
    _settle(table, question, order is not None and order.allow)


def by_policy(table: Table, controller: PlayerId) -> None:
    """Apply a policy that is filed while only its author is asked: it answers at once (D68)."""
    question = table.public.question
    if question is None or question.kind != "antitrust" or question.other != controller:
        return
    assert question.player is not None and question.country is not None
    answer = allows(table.standing(controller), question.country, question.player)
    if answer is not None:
        _settle(table, question, answer)


def _settle(table: Table, question: Question, allow: bool) -> None:
    frame: Purchase = table.pop()
    table.change(question=None)
    company, controller = frame.asking, question.other
    assert company is not None and controller is not None
    if allow:
        table.tell(PermissionGiven(frame.player, company, controller))
        _buy(table, frame.player, company)
    else:
        table.tell(PermissionRefused(frame.player, company, controller))
        left = tuple(one for one in frame.companies if one != company)
        table.push(replace(frame, companies=left, asking=None, refused=(*frame.refused, company)))


def _nothing_left(table: Table, frame: Purchase) -> None:
    """No fallback is left: after a refusal the buyer may name another company (D33), unless the order says
    not to."""
    may_ask = frame.refused and not frame.then_pass and not table.public.programmed
    if may_ask and can_buy_other(table, frame.player, frame.refused):
        table.push(BuyOther(frame.player, frame.refused))
    else:
        table.tell(Passed(frame.player))


def can_buy_other(table: Table, player: PlayerId, refused: tuple[str, ...]) -> bool:
    others = any(
        for_sale(table.public, company) for company in table.public.companies if company not in refused
    )
    return others and table.seat(player).money >= PRICE


def buy_other(table: Table, frame: BuyOther) -> None:
    question = replace(
        numbered(table, "buy_again", (frame.player,)), player=frame.player, companies=frame.refused
    )
    put(table, frame, question, bought_other)


def bought_other(table: Table, question: Question, answers: Answers) -> None:
    frame: BuyOther = table.pop()
    table.change(question=None)
    order = first_of(answers, frame.player, BuyAgain)
    if order is None or order.company is None:
        table.tell(Passed(frame.player))
    else:
        table.push(Purchase(frame.player, (order.company,), False, frame.refused))


def _buy(table: Table, player: PlayerId, company: str) -> None:
    table.pay(player, -CONSTANTS.company_price)
    table.own(company, player)
    table.tell(CompanyBought(player, company, CONSTANTS.company_price))
