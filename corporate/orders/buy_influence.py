"""Buying one more level of influence."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.formkit.kinds import Availability
from games.rulekit.quotes import read_figures
from games.skin import Scene

from ..rules import content
from ..rules.market import influence_price
from ..rules.quote_lines import InfluenceFigures
from ..texts import figures
from .kind import OrderKind, Question, priced, short


class BuyInfluence(OrderKind):
    at_once = True

    def refused(self) -> str:
        return _("Influence not bought.")

    def count(self, question: Question) -> str:
        return _("level {level}").format(level=question.rules.seat.influence)

    def say(self, question: Question) -> str:
        if question.chapter >= content.CONSTANTS.total_turns:
            return _("One more level, for the score: no turn is left to use it.")
        return _("One more level from turn {turn}: more shares, bonuses, speculations.").format(
            turn=question.chapter + 1
        )

    def add_label(self, question: Question) -> str:
        level = question.rules.seat.influence + 1
        return _("Buy level {level} · {price}").format(
            level=level, price=priced(influence_price(level), question.left)
        )

    def available(self, question: Question) -> Availability:
        level = question.rules.seat.influence + 1
        price = influence_price(level)
        if question.saved:
            return Availability(False)
        if price > question.left:
            missing = short(_("Level {level}").format(level=level), price - question.left)
            return Availability(False, figures.money(price), missing)
        return Availability(True)

    def what(self, scene: Scene, order: Order) -> str:
        return _("One more level")

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Influence: one more level")

    def note(self, question: Question, order: Order, line: Line) -> str:
        last = question.rules.market.turn >= content.CONSTANTS.total_turns
        text = _("Level {level}, for the score") if last else _("Level {level}, from next turn")
        bought = read_figures(line, InfluenceFigures)
        return text.format(level=bought.level if bought else 0)
