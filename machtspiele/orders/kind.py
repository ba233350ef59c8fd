"""The base classes of this title's kinds of orders."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.formkit import kinds
from games.formkit.fields import Field
from games.formkit.kinds import Availability
from games.skin import Scene, figures

from ..rules.content import THRESHOLDS
from ..texts import names, receipts
from .ground import Ground
from .reading import filled

Question = kinds.Question[Ground]


class Kind(kinds.OrderKind[Ground]):
    """A kind of order, whose name and texts are those of the receipt. `counted`: the keys of its data that
    are lists of employees by office."""

    counted: ClassVar[tuple[str, ...]] = ()

    def name(self) -> str:
        return names.order(self.order)

    def what(self, scene: Scene, order: Order) -> str:
        return receipts.what(scene, order)

    def fields(self, question: Question) -> list[Field]:
        values = self.fill(filled(question.values, *self.counted))
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


class Action(Kind):
    """One of the actions A to G, or passing."""

    ranked = True

    def submit(self) -> str:
        return _("Keep as a choice")

    def refused(self) -> str:
        return _("Not kept.")

    def cost(self, line: Line) -> str:
        return receipts.cost(line) or _("free")

    def note(self, question: Question, order: Order, line: Line) -> str:
        return self.effect(question.rules, order)

    def effect(self, ground: Ground, order: Order) -> str:
        """The effect of the action beside its price; "" if there is nothing to add."""
        return ""

    def available(self, question: Question) -> Availability:
        why = self.why_not(question.rules)
        return Availability(not why, "" if why else self.price(question.rules), why)

    def why_not(self, ground: Ground) -> str:
        """Why the action cannot become possible in any way; "" if it can."""
        return ""

    def price(self, ground: Ground) -> str:
        return _("free")


def would_have(ground: Ground, track: str, more: int) -> str:
    """ "influence: 5 of 7"."""
    had = getattr(ground.public.seats[ground.me], track)
    told = _("{track}: you would have {count}, and {needed} make a point.")
    return told.format(track=names.competence(track), count=had + more, needed=THRESHOLDS[track])


def no_department() -> str:
    return _("You have no department now")


def reserve(ground: Ground, takes: int) -> str:
    """What an action takes of the player's executives, and how many there are."""
    told = ngettext(
        "It takes {count} executive; your reserve has {reserve}.",
        "It takes {count} executives; your reserve has {reserve}.",
        takes,
    )
    left = figures.number(ground.public.seats[ground.me].reserve)
    return told.format(count=figures.number(takes), reserve=left)
