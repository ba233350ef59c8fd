"""A bet on a derivative: up or down."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.formkit.fields import Choice, Field, FramesField, SelectField
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.skin import Scene

from ..rules import content
from ..rules.desk import PlayerTurn
from ..texts import figures, names
from .fields import choose
from .kind import Question, forbidden
from .speculations import Speculation, affordable, note, stake_field


class DerivativeSpeculation(Speculation):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("derivative", content.DERIVATIVES)
        reader.choice("direction", ("up", "down"))
        reader.number("stake")

    def fields(self, question: Question) -> list[Field]:
        choices = [
            Choice(
                slug,
                _("{derivative}, {value} now").format(
                    derivative=names.derivative(slug), value=_value(question.rules, slug)
                ),
            )
            for slug in question.rules.market.derivatives
        ]
        ways = [Choice("up", _("Up")), Choice("down", _("Down"))]
        return [
            SelectField("derivative", _("Derivative"), choices=choose(question, "derivative", choices)),
            FramesField("direction", _("It will go"), choices=choose(question, "direction", ways)),
            stake_field(question),
        ]

    def say(self, question: Question) -> str:
        if not question.rules.market.derivatives:
            return ""
        listed = [names.derivative(slug) for slug in question.rules.market.derivatives]
        return _("{derivatives}, up or down. Unchanged loses.").format(derivatives=_(" or ").join(listed))

    def add_label(self, question: Question) -> str:
        return _("Bet on a derivative")

    def available(self, question: Question) -> Availability:
        if found := forbidden(question):
            return found
        if not question.rules.market.derivatives:
            return Availability(False, why_not=_("No derivative has a corporation left"))
        return affordable(question)

    def what(self, scene: Scene, order: Order) -> str:
        return _("{derivative} {direction}").format(
            derivative=names.derivative(str(order.data.get("derivative") or "")),
            direction=names.direction(str(order.data.get("direction") or "")),
        )

    def note(self, question: Question, order: Order, line: Line) -> str:
        return note(_value(question.rules, str(order.data.get("derivative"))), line)


def _value(desk: PlayerTurn, slug: str) -> str:
    """The sum of the assets of a derivative's corporations when the turn opens."""
    members = desk.market.derivatives.get(slug, ())
    return figures.number(sum(desk.market.assets[member] for member in members))
