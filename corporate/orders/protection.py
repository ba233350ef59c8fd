"""Protection: one more Defence for a corporation, this turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.contract import Order
from games.formkit.fields import Field
from games.formkit.reading import FieldReader, read_number
from games.skin import Scene

from ..rules import content
from ..texts import figures, names
from .kind import Question, corporation
from .picks import Column, corporations
from .runs import Cell, RunKind, bonus_field, cell_of, read_steps


class CellGroup(Struct):
    label: str
    cells: list[Cell]


class ProtectionsField(Field):
    """The kind of run and the number of steps: a row of cells for each kind. `effort`: the name of the field
    that the cells fill in."""

    template: ClassVar[str] = "corporate/parts/protections.jinja"

    groups: list[CellGroup] = field(default_factory=list)
    effort: str = ""

    def rename(self, key: str) -> None:
        self.id, self.effort = f"{key}-{self.name}", f"{key}-effort"


class Protection(RunKind):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        """Read the kind of run and the steps from one cell ("sabotage-3") or from two fields."""
        reader.choice("beneficiary", content.CORPORATIONS)
        defences = tuple(_bases())
        cell = reader.raw("effort")
        if cell:
            defence, _dash, steps = cell.partition("-")
            value = read_number(steps)
            if defence in defences and isinstance(value, int):
                reader.data |= {"defence": defence, "steps": value}
            else:
                reader.refuse("unknown_choice", "steps")
        elif "defence" in reader.post or "steps" in reader.post:
            reader.choice("defence", defences)
            read_steps(reader)
        else:
            reader.refuse("choose_one", "steps")
        reader.tick("influence_bonus")

    def fields(self, question: Question) -> list[Field]:
        return [
            *corporations(question, Column("beneficiary", _("Corporation to protect"))),
            protections_field(question),
            bonus_field(question),
        ]

    def field_of(self, key: str | None) -> str:
        return "steps" if key == "defence" else key or ""

    def say(self, question: Question) -> str:
        return _("One more defence this turn, {percent} at best. Never refunded.").format(
            percent=figures.percent(content.RUNS["protection"].max_percent)
        )

    def what(self, scene: Scene, order: Order) -> str:
        return _("{corporation}, against {defence}").format(
            corporation=corporation(order, "beneficiary"),
            defence=names.defence(str(order.data.get("defence") or "")),
        )


def _bases() -> Mapping[str, int]:
    """The base percentage of a Protection, by the kind of run it counters."""
    bases = content.RUNS["protection"].base_percent
    assert isinstance(bases, Mapping)
    return bases


def _useful_steps(base: int) -> int:
    """The number of steps with which a Protection reaches its cap without a bonus; at least one."""
    rest = content.RUNS["protection"].max_percent - base
    return max(1, -(-rest // content.CONSTANTS.run_step_percent))


def protections_field(question: Question) -> ProtectionsField:
    """A row of cells per kind of run, as long as another step still adds something."""
    chosen = question.value("effort") or f"{question.value('defence')}-{question.value('steps')}"
    groups = []
    for kind, base in _bases().items():
        counts = list(range(1, _useful_steps(base) + 1))
        against, _dash, steps = chosen.partition("-")
        if against == kind and steps.isascii() and steps.isdigit() and counts[-1] < int(steps) < 10**6:
            counts.append(int(steps))
        cells = [cell_of(question, "protection", count, f"{kind}-{count}", kind) for count in counts]
        for cell in cells:
            cell.chosen = cell.value == chosen
            cell.shut = cell.shut and not cell.chosen
        groups.append(CellGroup(_("Against {defence}").format(defence=names.defence(kind)), cells))
    label = _("What against, and with how many steps of {price}").format(
        price=figures.money(content.CONSTANTS.run_step_price)
    )
    return ProtectionsField("steps", label, groups=groups)
