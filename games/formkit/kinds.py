"""What every kind of order answers: what it asks, what it says and costs, how a post becomes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..contract import Line, Order, Orders, Problem, View, Window
from ..skin import Desk, Scene
from .fields import Field
from .reading import FieldReader

R = TypeVar("R")
"""What a title's rules make of a reader's view: made once for a page, and handed to every question."""


@dataclass(frozen=True, slots=True)
class Question(Generic[R]):
    """A kind of order on one player's form. `place`: of the order on the form that is being changed, None
    for a new one; `values`: what stands in its fields (typed, saved or none)."""

    scene: Scene
    desk: Desk
    rules: R
    kind: str
    place: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def chapter(self) -> int:
        return self.desk.window.chapter

    @property
    def saved(self) -> int:
        """How many orders of this kind are on the form."""
        return sum(order.kind == self.kind for order in self.desk.orders)

    @property
    def left(self) -> int:
        """The money left, 0 at the least."""
        return max(0, self.desk.quote.left)

    @property
    def budget(self) -> int:
        """The money left, and that of the order that is being changed."""
        return self.desk.quote.left + (0 if self.place is None else self.desk.quote.orders[self.place].amount)

    @property
    def others(self) -> Orders:
        """The orders on the form but for the one that is being changed."""
        return tuple(order for place, order in enumerate(self.desk.orders) if place != self.place)

    @property
    def before(self) -> Orders:
        """The orders before this one."""
        return self.desk.orders[: self.place]

    def value(self, key: str) -> str:
        """What stands in a field, as a form has it: "" for nothing, "on" for a ticked box."""
        value = self.values.get(key, "")
        return "" if value is None or value is False else "on" if value is True else str(value)


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether an order of a kind may be added now, what it would cost, and why it may not."""

    open: bool
    cost: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A percentage of an order, and how it is written. `meter`: what it is of; `sum`: how it came about,
    `short` on a phone."""

    percent: int
    text: str
    meter: str
    sum: str
    short: str


class OrderKind(Generic[R]):
    """One kind of order. A kind says for itself what is not as here."""

    at_once: ClassVar[bool] = False  # a single button adds it: nothing to choose, nothing to change
    inputs: ClassVar[Sequence[str]] = ()  # the fields of a form that holds this one order alone

    def __init__(self, slug: str) -> None:
        self.slug = slug

    def name(self) -> str:
        """What it is called, as a heading."""
        return self.slug

    # ---- how a post becomes it ------------------------------------------------------------

    def read(self, reader: FieldReader, scene: Scene) -> None:
        """Put what was typed into `reader.data`, and into `reader.problems` what cannot be read."""

    # ---- what it asks ---------------------------------------------------------------------

    def fields(self, question: Question[R]) -> list[Field]:
        """The fields of an open question: choices only from what is possible for this player."""
        return []

    def field_of(self, key: str | None) -> str:
        """The name of the field that a key of the order's data is asked in."""
        return key or ""

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

    def count(self, question: Question[R]) -> str:
        """What stands at the end of the heading: "2 of 3", "1 order", "level 3"."""
        return ngettext("{count} order", "{count} orders", question.saved).format(count=question.saved)

    def say(self, question: Question[R]) -> str:
        """The one sentence under the heading."""
        return ""

    def add_label(self, question: Question[R]) -> str:
        """The button that opens the question."""
        return ""

    def available(self, question: Question[R]) -> Availability:
        """May an order be added, and if not, the sentence that stands in its place."""
        return Availability(False)

    # ---- what an order says and costs -----------------------------------------------------

    def what(self, scene: Scene, order: Order) -> str:
        """An order without its kind, as its line on the form has it: "Ares → Prometheus"."""
        return self.name()

    def whole(self, scene: Scene, order: Order) -> str:
        """An order with its kind, to stand alone: "Sabotage: Ares"."""
        return self.what(scene, order)

    def cost(self, line: Line) -> str:
        """What it costs, from its line of the quote."""
        return ""

    def note(self, question: Question[R], order: Order, line: Line) -> str:
        """What one should know of a saved order, on one line; "" if its figures say it all."""
        return ""

    def gauge(self, order: Order, line: Line) -> Gauge | None:
        """Its percentage, if it has one."""
        return None


@dataclass(frozen=True, slots=True)
class FormKinds(Generic[R]):
    """The kinds of orders of a title, and what its rules say of them. `unit`: of the title's money."""

    kinds: Mapping[str, OrderKind[R]]
    check: Callable[[View[Any, Any], Window, Orders], tuple[Problem, ...]]
    problem_text: Callable[[Problem], str]
    unit: str = ""
