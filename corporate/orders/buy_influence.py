"""Buying one more level of influence."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.skin import Scene

from ..rules import content
from ..rules.market import influence_price
from ..texts import figures
from .kind import OrderKind, Standing, Way, short


class BuyInfluence(OrderKind):
    at_once = True

    def refused(self) -> str:
        return _("Influence not bought.")

    def count(self, at: Standing) -> str:
        return _("level {level}").format(level=at.rules.seat.influence)

    def say(self, at: Standing) -> str:
        if at.turn >= content.CONSTANTS.total_turns:
            return _("One more level, for the score: no turn is left to use it.")
        return _("One more level from turn {turn}: more shares, bonuses, speculations.").format(
            turn=at.turn + 1
        )

    def add_label(self, at: Standing) -> str:
        level = at.rules.seat.influence + 1
        return _("Buy level {level} · {price}").format(
            level=level, price=figures.money(influence_price(level))
        )

    def way(self, at: Standing) -> Way:
        level = at.rules.seat.influence + 1
        price = influence_price(level)
        if at.saved:
            return Way(False)
        if price > at.left:
            missing = short(_("Level {level}").format(level=level), price - at.left)
            return Way(False, figures.money(price), missing)
        return Way(True)

    def what(self, scene: Scene, order: Order) -> str:
        return _("One more level")

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Influence: one more level")

    def note(self, at: Standing, order: Order, line: Line) -> str:
        last = at.rules.market.turn >= content.CONSTANTS.total_turns
        text = _("Level {level}, for the score") if last else _("Level {level}, from next turn")
        return text.format(level=line.params.get("level", 0))
