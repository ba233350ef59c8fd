"""A bet on a derivative: up or down."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.skin import Scene

from ..rules import content
from ..rules.desk import Desk as RulesDesk
from ..texts import figures, names
from .fields import Bench, Choice, Field, choose
from .kind import Standing, Way, forbidden
from .reading import Typing
from .speculations import Speculation, affordable, note, stake_field


class DerivativeSpeculation(Speculation):
    def read(self, typing: Typing, scene: Scene) -> None:
        typing.choice("derivative", content.DERIVATIVES)
        typing.choice("direction", ("up", "down"))
        typing.number("stake")

    def fields(self, bench: Bench) -> list[Field]:
        choices = [
            Choice(
                slug,
                _("{derivative}, {value} now").format(
                    derivative=names.derivative(slug), value=_value(bench.desk, slug)
                ),
            )
            for slug in bench.desk.market.derivatives
        ]
        ways = [Choice("up", _("Up")), Choice("down", _("Down"))]
        return [
            Field("derivative", _("Derivative"), "select", choices=choose(bench, "derivative", choices)),
            Field("direction", _("It will go"), "frames", choices=choose(bench, "direction", ways)),
            stake_field(bench),
        ]

    def say(self, at: Standing) -> str:
        if not at.rules.market.derivatives:
            return ""
        listed = [names.derivative(slug) for slug in at.rules.market.derivatives]
        return _("{derivatives}, up or down. Unchanged loses.").format(derivatives=_(" or ").join(listed))

    def add_label(self, at: Standing) -> str:
        return _("Bet on a derivative")

    def way(self, at: Standing) -> Way:
        if found := forbidden(at):
            return found
        if not at.rules.market.derivatives:
            return Way(False, shut=_("No derivative has a corporation left"))
        return affordable(at)

    def what(self, scene: Scene, order: Order) -> str:
        return _("{derivative} {direction}").format(
            derivative=names.derivative(str(order.data.get("derivative") or "")),
            direction=names.direction(str(order.data.get("direction") or "")),
        )

    def note(self, at: Standing, order: Order, line: Line) -> str:
        return note(_value(at.rules, str(order.data.get("derivative"))), line)


def _value(desk: RulesDesk, slug: str) -> str:
    """What the corporations of a derivative hold together as the turn opens."""
    members = desk.market.derivatives.get(slug, ())
    return figures.number(sum(desk.market.assets[member] for member in members))
