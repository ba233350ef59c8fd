"""Shared by the kinds of orders of this title: names, costs, reasons why one is not available."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.formkit import kinds
from games.formkit.kinds import Availability

from ..rules.desk import PlayerTurn
from ..texts import figures, names
from . import wording

Question = kinds.Question[PlayerTurn]


class OrderKind(kinds.OrderKind[PlayerTurn]):
    """One kind of order of a Corporate Game."""

    def name(self) -> str:
        return names.kind(self.slug)

    def cost(self, line: Line) -> str:
        return wording.cost(line)


def corporation(order: Order, key: str) -> str:
    """The name of the corporation under a key of an order, even if the value is damaged."""
    return names.corp(str(order.data.get(key) or ""))


def forbidden(question: Question) -> Availability | None:
    """The council's ban from last turn, if it applies to this kind; otherwise None."""
    rules = question.rules
    if question.kind in rules.market.in_force.forbidden.get(rules.player, ()):
        return Availability(False, why_not=_("Not this turn: the council forbids it to you."))
    return None


def priced(price: int, money: int) -> str:
    """A price, and the money it leaves: "150,000 ny, leaves 1,100,000 ny"."""
    return _("{price}, leaves {left}").format(price=figures.money(price), left=figures.money(money - price))


def from_price(price: int, money: int) -> str:
    """The same for the cheapest order of a kind."""
    return _("from {price}").format(price=priced(price, money))


def short(what: str, missing: int) -> str:
    return _("{what}: {missing} short").format(what=what, missing=figures.money(missing))


def too_few() -> str:
    return _("It takes two corporations, and one is left")
