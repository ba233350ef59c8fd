"""What the kinds of orders of this title have in common: their names, their cost, why they are shut."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.formkit import kinds
from games.formkit.kinds import Availability

from ..rules.desk import Desk as RulesDesk
from ..texts import figures, names
from . import wording

Question = kinds.Question[RulesDesk]


class OrderKind(kinds.OrderKind[RulesDesk]):
    """One kind of order of a Corporate Game."""

    def name(self) -> str:
        return names.kind(self.slug)

    def cost(self, line: Line) -> str:
        return wording.cost(line)


def corporation(order: Order, key: str) -> str:
    """The name of a corporation in an order, whatever stands there."""
    return names.corp(str(order.data.get(key) or ""))


def forbidden(question: Question) -> Availability | None:
    """The council's ban of last turn, if it hits this kind."""
    rules = question.rules
    if question.kind in rules.market.in_force.forbidden.get(rules.player, ()):
        return Availability(False, why_not=_("Not this turn: the council forbids it to you."))
    return None


def short(what: str, missing: int) -> str:
    return _("{what}: {missing} short").format(what=what, missing=figures.money(missing))


def too_few() -> str:
    return _("It takes two corporations, and one is left")
