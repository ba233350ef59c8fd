"""What every kind of order answers: what it asks, what it says and costs, how a post becomes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.skin import Desk, Scene

from ..rules.desk import Desk as RulesDesk
from ..texts import figures, names
from . import wording
from .fields import Bench, Field
from .reading import Typing


@dataclass(frozen=True, slots=True)
class Standing:
    """One kind on one player's form: how many orders of it are saved."""

    scene: Scene
    rules: RulesDesk
    desk: Desk
    kind: str
    saved: int

    @property
    def turn(self) -> int:
        return self.desk.window.chapter

    @property
    def left(self) -> int:
        return max(0, self.desk.quote.left)


@dataclass(frozen=True, slots=True)
class Way:
    """Whether an order of a kind may be added now, why not, and what it would cost."""

    open: bool
    cost: str = ""
    shut: str = ""


class OrderKind:
    """One kind of order. A kind says for itself what is not as here."""

    at_once: ClassVar[bool] = False  # a single button adds it: nothing to choose, nothing to change
    inputs: ClassVar[Sequence[str]] = ()  # the fields of a form that holds this one order alone

    def __init__(self, slug: str) -> None:
        self.slug = slug

    # ---- how a post becomes it ------------------------------------------------------------

    def read(self, typing: Typing, scene: Scene) -> None:
        """Put what was typed into `typing.data`, and into `typing.problems` what cannot be read."""

    # ---- what it asks ---------------------------------------------------------------------

    def fields(self, bench: Bench) -> list[Field]:
        """The fields of an open question: choices only from what is possible for this player."""
        return []

    def submit(self) -> str:
        """The button of a new order."""
        return _("Add")

    def aside(self) -> str:
        """The words beside that button: what happens if the order goes wrong."""
        return ""

    def refused(self) -> str:
        """What did not happen, before the reason."""
        return _("Not saved.")

    # ---- under its heading ----------------------------------------------------------------

    def count(self, at: Standing) -> str:
        """What stands at the end of the heading: "2 of 3", "1 order", "level 3"."""
        return ngettext("{count} order", "{count} orders", at.saved).format(count=at.saved)

    def say(self, at: Standing) -> str:
        """The one sentence under the heading."""
        return ""

    def add_label(self, at: Standing) -> str:
        """The button that opens the question."""
        return ""

    def way(self, at: Standing) -> Way:
        """May an order be added, and if not, the sentence that stands in its place."""
        return Way(False)

    # ---- what an order says and costs -----------------------------------------------------

    def what(self, scene: Scene, order: Order) -> str:
        """An order without its kind, as its line on the form has it: "Ares → Prometheus"."""
        return names.kind(self.slug)

    def whole(self, scene: Scene, order: Order) -> str:
        """An order with its kind, to stand alone: "Sabotage: Ares"."""
        return self.what(scene, order)

    def cost(self, line: Line) -> str:
        return wording.cost(line)

    def note(self, at: Standing, order: Order, line: Line) -> str:
        """What one should know of a saved order, on one line; "" if its figures say it all."""
        return ""


def corporation(order: Order, key: str) -> str:
    """The name of a corporation in an order, whatever stands there."""
    return names.corp(str(order.data.get(key) or ""))


def forbidden(at: Standing) -> Way | None:
    """The council's ban of last turn, if it hits this kind."""
    if at.kind in at.rules.market.in_force.forbidden.get(at.rules.player, ()):
        return Way(False, shut=_("Not this turn: the council forbids it to you."))
    return None


def short(what: str, missing: int) -> str:
    return _("{what}: {missing} short").format(what=what, missing=figures.money(missing))


def too_few() -> str:
    return _("It takes two corporations, and one is left")
