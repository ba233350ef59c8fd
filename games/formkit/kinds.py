"""The interface of a kind of order: its question, its texts and costs, and how it is read from a POST."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct, field

from ..contract import Line, Order, Orders, Problem, View, Window
from ..skin import Desk, Scene
from .fields import Field
from .reading import FieldReader

R = TypeVar("R")
"""What a title's rules computed from a player's view: computed once per page, passed to every question."""


class Question(Struct, Generic[R], frozen=True):
    """The question for an order of one kind. `place`: of the saved order that is being changed; None for a
    new one. `values`: the values of its fields (typed, saved or empty)."""

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
        """The money left; at least 0."""
        return max(0, self.desk.quote.left)

    @property
    def budget(self) -> int:
        """The money left plus the cost of the order that is being changed."""
        return self.desk.quote.left + (0 if self.place is None else self.desk.quote.orders[self.place].amount)

    @property
    def others(self) -> Orders:
        """The orders on the form except the one that is being changed."""
        return tuple(order for place, order in enumerate(self.desk.orders) if place != self.place)

    @property
    def before(self) -> Orders:
        """The orders before this one."""
        return self.desk.orders[: self.place]

    def value(self, key: str) -> str:
        """The value of a field as a string: "" if empty, "on" for a ticked box."""
        value = self.values.get(key, "")
        return "" if value is None or value is False else "on" if value is True else str(value)


class Availability(Struct, frozen=True):
    """Whether an order of a kind may be added now, what it would cost, or why it may not be added."""

    open: bool
    cost: str = ""
    why_not: str = ""


class Gauge(Struct, frozen=True):
    """A percentage of an order, with its texts. `meter`: what it measures; `sum`: how it is computed;
    `short`: the same for a phone."""

    percent: int
    text: str
    meter: str
    sum: str
    short: str


class Priced(Struct, frozen=True):
    """What a button says once a choice with this mark is made: inputs of the class `i3` have the mark 3."""

    mark: int
    text: str


class OrderKind(Generic[R]):
    """One kind of order. Subclasses override what differs from these defaults."""

    at_once: ClassVar[bool] = False  # added by its button, without a question
    ranked: ClassVar[bool] = False  # orders of such kinds have an order of preference among themselves
    inputs: ClassVar[Sequence[str]] = ()  # the fields of a form that consists of this one order

    def __init__(self, slug: str) -> None:
        self.slug = slug

    @property
    def order(self) -> str:
        """The kind of the orders that it makes; several questions may ask for orders of one kind."""
        return self.slug

    def makes(self, order: Order) -> bool:
        """Whether an order is one of those that this question asks for."""
        return order.kind == self.order

    def name(self) -> str:
        """Its name, as a heading."""
        return self.slug

    # ---- reading a POST -------------------------------------------------------------------

    def read(self, reader: FieldReader, scene: Scene) -> None:
        """Read the typed values into `reader.data`, and what cannot be read into `reader.problems`."""

    # ---- the question ---------------------------------------------------------------------

    def fields(self, question: Question[R]) -> list[Field]:
        """The fields of an open question, with only those choices that are possible for this player."""
        return []

    def field_of(self, key: str | None) -> str:
        """The name of the field for a key of the order's data."""
        return key or ""

    def submit(self) -> str:
        """The label of the button that adds a new order."""
        return _("Add")

    def button_prices(self, question: Question[R], fields: Sequence[Field]) -> Sequence[Priced]:
        """What the button of an open question costs and leaves, where a choice in its fields decides it."""
        return ()

    def button_price(self, question: Question[R]) -> str:
        """What it costs and leaves before such a choice, or whatever is chosen; "" for nothing to say."""
        return ""

    def aside(self) -> str:
        """The text beside that button: what happens if the order fails."""
        return ""

    def refused(self) -> str:
        """The beginning of a refusal: what was not done."""
        return _("Not saved.")

    # ---- under its heading ----------------------------------------------------------------

    def count(self, question: Question[R]) -> str:
        """The text at the end of the heading: "2 of 3", "1 order", "level 3"."""
        return ngettext("{count} order", "{count} orders", question.saved).format(count=question.saved)

    def say(self, question: Question[R]) -> str:
        """The one sentence under the heading."""
        return ""

    def add_label(self, question: Question[R]) -> str:
        """The label of the button that opens the question."""
        return ""

    def available(self, question: Question[R]) -> Availability:
        """Whether an order may be added; if not, the sentence to show instead of the button."""
        return Availability(False)

    # ---- texts and costs of an order ------------------------------------------------------

    def what(self, scene: Scene, order: Order) -> str:
        """An order without its kind, for its line on the form: "Ares → Prometheus"."""
        return self.name()

    def whole(self, scene: Scene, order: Order) -> str:
        """An order with its kind: "Sabotage: Ares"."""
        return self.what(scene, order)

    def cost(self, line: Line) -> str:
        """Its cost as text, from its line of the quote."""
        return ""

    def note(self, question: Question[R], order: Order, line: Line) -> str:
        """A remark on a saved order, in one line; "" if there is none."""
        return ""

    def gauge(self, order: Order, line: Line) -> Gauge | None:
        """Its percentage; None if it has none."""
        return None


class FormKinds(Struct, Generic[R], frozen=True):
    """The kinds of orders of a title, with its rules. `unit`: the unit of the title's money."""

    kinds: Mapping[str, OrderKind[R]]
    check: Callable[[View[Any, Any], Window, Orders], tuple[Problem, ...]]
    problem_text: Callable[[Problem], str]
    unit: str = ""

    def slug_of(self, order: Order) -> str:
        """The kind that an order belongs to; its own `kind` if there is none."""
        if order.kind in self.kinds:
            return order.kind
        return next((slug for slug, kind in self.kinds.items() if kind.makes(order)), order.kind)
