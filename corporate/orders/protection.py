"""Protection: one more Defence for a corporation, this turn."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.contract import Order
from games.skin import Scene

from ..rules import content
from ..texts import figures, names
from .fields import Bench, CellGroup, Field, corporations
from .kind import Standing, corporation
from .reading import Typing, read_number
from .runs import RunKind, bonus_field, cell_of, read_steps


class Protection(RunKind):
    def read(self, typing: Typing, scene: Scene) -> None:
        """Kind of Defence and steps come in one cell, "sabotage-3", or as two fields."""
        typing.choice("beneficiary", content.CORPORATIONS)
        defences = tuple(_bases())
        cell = typing.raw("effort")
        if cell:
            defence, _dash, steps = cell.partition("-")
            value = read_number(steps)
            if defence in defences and isinstance(value, int):
                typing.data |= {"defence": defence, "steps": value}
            else:
                typing.refuse("unknown_choice", "steps")
        elif "defence" in typing.post or "steps" in typing.post:
            typing.choice("defence", defences)
            read_steps(typing)
        else:
            typing.refuse("choose_one", "steps")
        typing.tick("influence_bonus")

    def fields(self, bench: Bench) -> list[Field]:
        return [
            corporations(bench, "beneficiary", _("Corporation to protect")),
            protections_field(bench),
            bonus_field(bench),
        ]

    def say(self, at: Standing) -> str:
        return _("One more defence this turn, {percent} at best. Never refunded.").format(
            percent=figures.percent(content.RUNS["protection"].max_percent)
        )

    def what(self, scene: Scene, order: Order) -> str:
        return _("{corporation}, against {defence}").format(
            corporation=corporation(order, "beneficiary"),
            defence=names.defence(str(order.data.get("defence") or "")),
        )


def _bases() -> Mapping[str, int]:
    """The percentage a Protection begins with, by the kind of run it counters."""
    bases = content.RUNS["protection"].base_percent
    assert isinstance(bases, Mapping)
    return bases


def _useful_steps(base: int) -> int:
    """How many steps bring a Protection to its cap without a bonus; one at least."""
    rest = content.RUNS["protection"].max_percent - base
    return max(1, -(-rest // content.CONSTANTS.run_step_percent))


def protections_field(bench: Bench) -> Field:
    """One row of cells per kind of Defence, as far as a step still adds something."""
    chosen = bench.value("effort") or f"{bench.value('defence')}-{bench.value('steps')}"
    groups = []
    for kind, base in _bases().items():
        counts = list(range(1, _useful_steps(base) + 1))
        against, _dash, steps = chosen.partition("-")
        if against == kind and steps.isascii() and steps.isdigit() and counts[-1] < int(steps) < 10**6:
            counts.append(int(steps))
        cells = [cell_of(bench, "protection", count, f"{kind}-{count}", kind) for count in counts]
        for cell in cells:
            cell.chosen = cell.value == chosen
            cell.shut = cell.shut and not cell.chosen
        groups.append(CellGroup(_("Against {defence}").format(defence=names.defence(kind)), cells))
    label = _("What against, and with how many steps of {price}").format(
        price=figures.money(content.CONSTANTS.run_step_price)
    )
    return Field("steps", label, "protections", groups=groups)
