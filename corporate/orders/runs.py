"""Shared by all kinds of runs (steps, bonus, refund), and the runs against a corporation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from msgspec import Struct, field

from games.contract import Line, Order
from games.formkit.fields import Field, TickField
from games.formkit.kinds import Availability, Gauge, Priced
from games.formkit.reading import FieldReader
from games.skin import Scene

from ..rules import content
from ..rules.percent import capped, unaimed_percent
from ..texts import figures, names
from . import wording
from .kind import OrderKind, Question, corporation, forbidden, from_price, priced, short, too_few
from .odds import against, highest, mark_of, odds_field
from .picks import Column, corporations

PLAIN_STEPS = 9  # numbers of steps with a cell; more are typed
ADD: Final = {
    "datasteal": gettext_lazy("Add a datasteal"),
    "sabotage": gettext_lazy("Add a sabotage"),
    "extraction": gettext_lazy("Add an extraction"),
    "information": gettext_lazy("Add an Information run"),
    "protection": gettext_lazy("Add a protection"),
}
NOT_SAVED: Final = {
    "datasteal": gettext_lazy("Datasteal not saved."),
    "sabotage": gettext_lazy("Sabotage not saved."),
    "extraction": gettext_lazy("Extraction not saved."),
    "information": gettext_lazy("Information run not saved."),
    "protection": gettext_lazy("Protection not saved."),
}


class Cell(Struct):
    """One number of steps, with the run's percentage without and with the bonus. `marks`: CSS classes of its
    input, by which the style sheet shows its cost and its chances."""

    value: str
    steps: int
    raw: str
    plus: str
    price: str
    marks: str
    chosen: bool = False
    shut: bool = False


class StepsField(Field):
    """The number of steps: a row of cells, and a field `more` for larger numbers."""

    template: ClassVar[str] = "corporate/parts/steps.jinja"

    cells: list[Cell] = field(default_factory=list)
    value: str = ""
    more: str = ""
    highest: int = 0


class RunKind(OrderKind):
    """Any run."""

    def add_label(self, question: Question) -> str:
        return str(ADD[self.slug])

    def refused(self) -> str:
        return str(NOT_SAVED[self.slug])

    def aside(self) -> str:
        constants = content.CONSTANTS
        if not content.RUNS[self.slug].refund_on_failure:
            return _("Never refunded")
        if 2 * constants.run_refund_numerator == constants.run_refund_denominator:
            return _("Half comes back if it fails")
        return _("Part of it comes back if it fails")

    def available(self, question: Question) -> Availability:
        return forbidden(question) or first_step(question)

    def button_price(self, question: Question) -> str:
        return from_price(content.CONSTANTS.run_step_price, question.budget)

    def button_prices(self, question: Question, fields: Sequence[Field]) -> Sequence[Priced]:
        price = content.CONSTANTS.run_step_price
        affordable = min(PLAIN_STEPS, max(0, question.budget) // price)
        return [Priced(steps, priced(price * steps, question.budget)) for steps in range(1, affordable + 1)]

    def whole(self, scene: Scene, order: Order) -> str:
        return _("{run}: {target}").format(run=names.run(self.slug), target=self.what(scene, order))

    def note(self, question: Question, order: Order, line: Line) -> str:
        return wording.run_odds(line)

    def gauge(self, order: Order, line: Line) -> Gauge | None:
        return wording.gauge(order, line)


class Attack(RunKind):
    """Datasteal, sabotage, extraction: runs against a corporation, some of them for another one."""

    @property
    def serves(self) -> bool:
        """Whether another corporation benefits from it."""
        return content.RUNS[self.slug].beneficiary

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("target", content.CORPORATIONS)
        if self.serves:
            reader.choice("beneficiary", content.CORPORATIONS)
        read_effort(reader)

    def fields(self, question: Question) -> list[Field]:
        second = Column("beneficiary", _("Beneficiary"), _("for")) if self.serves else None
        aim = Column("target", _("Target"), pgettext("column", "target"))
        targets = [against(question, slug, self.slug) for slug in question.rules.market.ranks]
        return [
            *corporations(question, aim, self.slug, second),
            steps_field(question, self.slug),
            bonus_field(question),
            odds_field(question, self.slug, targets, PLAIN_STEPS),
        ]

    def say(self, question: Question) -> str:
        return run_effect(self.slug)

    def available(self, question: Question) -> Availability:
        if found := forbidden(question):
            return found
        if self.serves and question.rules.market.size < 2:
            return Availability(False, why_not=too_few())
        return first_step(question)

    def what(self, scene: Scene, order: Order) -> str:
        target = corporation(order, "target")
        return f"{target} → {corporation(order, 'beneficiary')}" if self.serves else target


def run_effect(kind: str) -> str:
    """A sentence about what a run does to assets, made from its data."""
    hits = content.RUNS[kind].assets
    target, gain = hits.get("target", 0), hits.get("beneficiary", 0)
    if not gain:
        return _("The target loses {loss}.").format(loss=-target)
    if not target:
        return _("The beneficiary gains {gain}, the target loses nothing.").format(gain=gain)
    return _("The target loses {loss}, the beneficiary gains {gain}.").format(loss=-target, gain=gain)


def first_step(question: Question) -> Availability:
    """Whether the money left is enough for the smallest number of steps."""
    price = content.CONSTANTS.run_step_price * content.CONSTANTS.run_min_steps
    if price > question.left:
        return Availability(False, why_not=short(_("A first step"), price - question.left))
    return Availability(True, from_price(price, question.left))


def read_steps(reader: FieldReader) -> None:
    """Read the chosen cell or, for ten steps and more, the number beside the cells."""
    if not reader.raw("steps") and not reader.raw("steps_more"):
        reader.refuse("choose_one", "steps")
    else:
        reader.number("steps", "steps_more" if reader.raw("steps") in ("", "more") else "steps")


def read_effort(reader: FieldReader) -> None:
    read_steps(reader)
    reader.tick("influence_bonus")


def _shown(kind: str, raw: int) -> str:
    """The text of a cell: "70 %", or "90 % +10" above the cap, which may break into two lines."""
    percent = capped(kind, raw)
    text = figures.percent(percent).replace(figures.FIXED, figures.NARROW)
    return text + (f" +{raw - percent}" if raw > percent and kind != "protection" else "")


def cell_of(question: Question, kind: str, steps: int, value: str, defence: str | None = None) -> Cell:
    price = content.CONSTANTS.run_step_price * steps
    raw = unaimed_percent(question.rules.market.in_force, question.rules.player, kind, steps, defence)
    plus = raw + content.CONSTANTS.run_influence_bonus_percent
    marks = f"i i{steps}" if steps <= PLAIN_STEPS else ""
    if defence is None:
        marks += f" r{mark_of(question, kind, raw)} b{mark_of(question, kind, plus)}"
    return Cell(
        value,
        steps,
        _shown(kind, raw),
        _shown(kind, plus),
        figures.number(price),
        marks,
        shut=price > question.budget,
    )


def steps_field(question: Question, kind: str) -> StepsField:
    """The field for the number of steps. Its percentages include everything except the target's modifier and
    Defence, which are in the list of targets."""
    cells = [cell_of(question, kind, count, str(count)) for count in range(1, PLAIN_STEPS + 1)]
    value, more = question.value("steps"), question.value("steps_more")
    if value.isascii() and value.isdigit() and int(value) > PLAIN_STEPS:
        value, more = "more", value
    for cell in cells:
        cell.chosen = cell.value == value
        cell.shut = cell.shut and not cell.chosen
    most = max(0, question.budget) // content.CONSTANTS.run_step_price
    hint = ngettext("Your money pays for {count} step.", "Your money pays for {count} steps.", most).format(
        count=figures.number(most)
    )
    hint = figures.sentence(hint, _("The percentages are those of success, before the target’s defence."))
    label = _("Steps of {price}").format(price=figures.money(content.CONSTANTS.run_step_price))
    return StepsField(
        "steps",
        label,
        cells=cells,
        value=value,
        more=more,
        highest=highest(question, kind),
        hint=hint,
        shut=most <= PLAIN_STEPS and value != "more",
    )


def bonus_field(question: Question) -> TickField:
    ticked = question.value("influence_bonus") not in ("", "0", "false")
    of = question.rules.bonuses_quota
    used = sum(bool(order.data.get("influence_bonus")) for order in question.others)
    return TickField(
        "influence_bonus",
        _("Influence bonus, {percent}").format(
            percent=figures.signed_percent(content.CONSTANTS.run_influence_bonus_percent)
        ),
        css="bonus",
        ticked=ticked,
        shut=used >= of and not ticked,
        hint=_("{used} of {of} on your other runs").format(used=used, of=of),
    )
