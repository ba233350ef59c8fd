"""What all runs share: steps, the bonus, what comes back if they fail; and the runs against a corporation."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.skin import Scene

from ..rules import content
from ..rules.percent import capped, unaimed_percent
from ..texts import figures, names
from . import wording
from .fields import Bench, Cell, CellGroup, Field, corporations
from .kind import OrderKind, Standing, Way, corporation, forbidden, short, too_few
from .reading import Typing

PLAIN_STEPS = 9  # cells of the picker; beyond, a number


class RunKind(OrderKind):
    """Any run."""

    def add_label(self, at: Standing) -> str:
        return {
            "datasteal": _("Add a datasteal"),
            "sabotage": _("Add a sabotage"),
            "extraction": _("Add an extraction"),
            "information": _("Add an Information run"),
            "protection": _("Add a protection"),
        }[self.slug]

    def refused(self) -> str:
        return {
            "datasteal": _("Datasteal not saved."),
            "sabotage": _("Sabotage not saved."),
            "extraction": _("Extraction not saved."),
            "information": _("Information run not saved."),
            "protection": _("Protection not saved."),
        }[self.slug]

    def aside(self) -> str:
        constants = content.CONSTANTS
        if not content.RUNS[self.slug].refund_on_failure:
            return _("Never refunded")
        if 2 * constants.run_refund_numerator == constants.run_refund_denominator:
            return _("Half comes back if it fails")
        return _("Part of it comes back if it fails")

    def way(self, at: Standing) -> Way:
        return forbidden(at) or first_step(at)

    def whole(self, scene: Scene, order: Order) -> str:
        return _("{run}: {target}").format(run=names.run(self.slug), target=self.what(scene, order))

    def note(self, at: Standing, order: Order, line: Line) -> str:
        return wording.run_odds(line)


class Attack(RunKind):
    """Datasteal, sabotage, extraction: runs against a corporation, some of them for another one."""

    @property
    def serves(self) -> bool:
        """Whether another corporation gains by it."""
        return content.RUNS[self.slug].beneficiary

    def read(self, typing: Typing, scene: Scene) -> None:
        typing.choice("target", content.CORPORATIONS)
        if self.serves:
            typing.choice("beneficiary", content.CORPORATIONS)
        read_effort(typing)

    def fields(self, bench: Bench) -> list[Field]:
        found = [corporations(bench, "target", _("Target"), self.slug)]
        if self.serves:
            found.append(corporations(bench, "beneficiary", _("Beneficiary")))
        return [*found, steps_field(bench, self.slug), bonus_field(bench)]

    def say(self, at: Standing) -> str:
        return run_effect(self.slug)

    def way(self, at: Standing) -> Way:
        if found := forbidden(at):
            return found
        if self.serves and at.rules.market.size < 2:
            return Way(False, shut=too_few())
        return first_step(at)

    def what(self, scene: Scene, order: Order) -> str:
        target = corporation(order, "target")
        return f"{target} → {corporation(order, 'beneficiary')}" if self.serves else target


def run_effect(kind: str) -> str:
    """What a run does to assets, in a sentence made from its figures."""
    hits = content.RUNS[kind].assets
    target, gain = hits.get("target", 0), hits.get("beneficiary", 0)
    if not gain:
        return _("The target loses {loss}.").format(loss=-target)
    if not target:
        return _("The beneficiary gains {gain}, the target loses nothing.").format(gain=gain)
    return _("The target loses {loss}, the beneficiary gains {gain}.").format(loss=-target, gain=gain)


def first_step(at: Standing) -> Way:
    """Whether the money left pays for the fewest steps of a run."""
    price = content.CONSTANTS.run_step_price * content.CONSTANTS.run_min_steps
    if price > at.left:
        return Way(False, shut=short(_("A first step"), price - at.left))
    return Way(True, _("from {price}").format(price=figures.money(price)))


def read_steps(typing: Typing) -> None:
    """The chosen cell, or the number beside it for ten and more."""
    if not typing.raw("steps") and not typing.raw("steps_more"):
        typing.refuse("choose_one", "steps")
    else:
        typing.number("steps", "steps_more" if typing.raw("steps") in ("", "more") else "steps")


def read_effort(typing: Typing) -> None:
    read_steps(typing)
    typing.tick("influence_bonus")


def _shown(kind: str, raw: int) -> str:
    """A cell's percentage: "70 %", or "90 % +10" beyond the cap, in two lines where a cell is narrow."""
    percent = capped(kind, raw)
    text = figures.percent(percent).replace(figures.FIXED, figures.NARROW)
    return text + (f" +{raw - percent}" if raw > percent and kind != "protection" else "")


def cell_of(bench: Bench, kind: str, steps: int, value: str, defence: str | None = None) -> Cell:
    price = content.CONSTANTS.run_step_price * steps
    raw = unaimed_percent(bench.desk.market.in_force, bench.desk.player, kind, steps, defence)
    plus = raw + content.CONSTANTS.run_influence_bonus_percent
    return Cell(
        value,
        steps,
        _shown(kind, raw),
        _shown(kind, plus),
        figures.number(price),
        shut=price > bench.budget,
    )


def steps_field(bench: Bench, kind: str) -> Field:
    """The picker. Its percentages know everything but the target's own modifier and its Defence, which the
    list of targets tells."""
    cells = [cell_of(bench, kind, count, str(count)) for count in range(1, PLAIN_STEPS + 1)]
    value, more = bench.value("steps"), bench.value("steps_more")
    if value.isascii() and value.isdigit() and int(value) > PLAIN_STEPS:
        value, more = "more", value
    for cell in cells:
        cell.chosen = cell.value == value
        cell.shut = cell.shut and not cell.chosen
    most = max(0, bench.budget) // content.CONSTANTS.run_step_price
    hint = ngettext("Your money pays for {count} step.", "Your money pays for {count} steps.", most).format(
        count=figures.number(most)
    )
    hint = figures.sentence(hint, _("The percentages are those of success, before the target’s defence."))
    label = _("Steps of {price}").format(price=figures.money(content.CONSTANTS.run_step_price))
    return Field(
        "steps",
        label,
        "steps",
        groups=[CellGroup("", cells)],
        value=value,
        more=more,
        hint=hint,
        shut=most <= PLAIN_STEPS and value != "more",
    )


def bonus_field(bench: Bench) -> Field:
    ticked = bench.value("influence_bonus") not in ("", "0", "false")
    of = bench.desk.bonuses_quota
    return Field(
        "influence_bonus",
        _("Influence bonus, {percent}").format(
            percent=figures.signed_percent(content.CONSTANTS.run_influence_bonus_percent)
        ),
        "tick",
        ticked=ticked,
        shut=bench.bonuses_left < 1 and not ticked,
        hint=_("{used} of {of} on your other runs").format(used=bench.bonuses_used, of=of),
    )
