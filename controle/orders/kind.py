"""The base class of this title's kinds of orders."""

from __future__ import annotations

from typing import Any

from games.contract import Order
from games.formkit import kinds
from games.formkit.fields import Field
from games.skin import Scene

from ..texts import names, receipts
from .ground import Ground

Question = kinds.Question[Ground]


class Kind(kinds.OrderKind[Ground]):
    """A kind of order, whose name and texts are those of the receipt."""

    def name(self) -> str:
        return names.order(self.order)

    def what(self, scene: Scene, order: Order) -> str:
        return receipts.what(scene, order)

    def fields(self, question: Question) -> list[Field]:
        values = self.fill(dict(question.values))
        place = question.place
        return self.ask(
            kinds.Question(question.scene, question.desk, question.rules, question.kind, place, values)
        )

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        """The values of its fields, if their names differ from the keys of the data."""
        return values

    def ask(self, question: Question) -> list[Field]:
        """Its fields, for the given values."""
        return []
