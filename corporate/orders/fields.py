"""The fields an open form is made of: choices, the picker of steps, the bonus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import Scene

from ..rules import content
from ..rules.desk import Desk as RulesDesk
from ..rules.orders import Run
from ..rules.percent import capped, defence, raw_percent
from ..texts import figures, names

PLAIN_STEPS = 9  # cells of the picker; beyond, a number


@dataclass(slots=True)
class Choice:
    value: str
    label: str
    hint: str = ""
    chosen: bool = False


@dataclass(slots=True)
class Cell:
    """One number of steps, with what it makes of the run: without the bonus, and with it."""

    value: str
    steps: int
    raw: str
    plus: str
    price: str
    chosen: bool = False
    shut: bool = False


@dataclass(slots=True)
class CellGroup:
    label: str
    cells: list[Cell]
    name: str = ""  # of the field of these cells, that of the question's own by default


@dataclass(slots=True)
class Field:
    """One field of an open question. `shape`: select, frames, steps, protections, tick, number. `id`:
    also its name in the form. `was`: what the page puts there by itself, "" for nothing."""

    name: str
    label: str
    shape: str
    id: str = ""
    choices: list[Choice] = field(default_factory=list)
    groups: list[CellGroup] = field(default_factory=list)
    value: str = ""
    was: str = ""
    more: str | None = None  # the number of steps beyond the cells
    hint: str = ""
    ticked: bool = False
    shut: bool = False
    refusals: list[str] = field(default_factory=list)

    @property
    def invalid(self) -> bool:
        return bool(self.refusals)


@dataclass(frozen=True, slots=True)
class Bench:
    """What an open form is made from: the player's desk, what he may still spend and use, and the
    values that stand in the fields (typed, saved or none)."""

    scene: Scene
    desk: RulesDesk
    budget: int
    bonuses_left: int
    bonuses_used: int
    values: Mapping[str, Any]
    shares_on_form: bool = False

    def value(self, key: str) -> str:
        value = self.values.get(key, "")
        return "" if value is None or value is False else "on" if value is True else str(value)


def choose(bench: Bench, key: str, choices: Iterable[Choice]) -> list[Choice]:
    """The choices with the standing one marked, and kept even where it is no longer possible."""
    found, value = list(choices), bench.value(key)
    for choice in found:
        choice.chosen = choice.value == value
    if len(found) == 1 and not value:
        found[0].chosen = True
    if value in content.CORPORATIONS and not any(choice.chosen for choice in found):
        found.append(Choice(value, names.corp(value), chosen=True))
    return found


def ranked(desk: RulesDesk) -> list[str]:
    """The corporations in play, best first."""
    return sorted(desk.market.ranks, key=desk.market.ranks.__getitem__)


def corporations(bench: Bench, key: str, label: str, run: str = "", hint: str = "") -> Field:
    """Any corporation in play; for the target of a run, its Defence and what the MDC changes are said
    beside it."""
    targeting = bench.desk.market.in_force.targeting
    choices = []
    for slug in ranked(bench.desk):
        modifier = targeting.get((slug, run), 0) if key == "target" else 0
        text = names.corp(slug)
        if run:
            text += " · " + defence_text(slug, run)
        if modifier:
            text += " · " + _("{percent} this turn").format(percent=figures.signed_percent(modifier))
        choices.append(Choice(slug, text))
    return Field(key, label, "select", choices=choose(bench, key, choices), hint=hint)


def defence_text(corporation: str | None, run: str) -> str:
    """What stands beside a possible target: "defence 30%"."""
    against = defence(corporation, run)
    if not against:
        return _("no defence")
    return _("defence {percent}").format(percent=figures.percent(against))


# ---- steps ------------------------------------------------------------------------------------


def _shown(kind: str, raw: int) -> str:
    """A cell's percentage: "70 %", or "90 % +10" beyond the cap, in two lines where a cell is narrow."""
    percent = capped(kind, raw)
    text = figures.percent(percent).replace(figures.FIXED, figures.NARROW)
    return text + (f" +{raw - percent}" if raw > percent and kind != "protection" else "")


def _cell(bench: Bench, run: Run, value: str) -> Cell:
    price = content.CONSTANTS.run_step_price * run.steps
    force, player = bench.desk.market.in_force, bench.desk.player
    raw = raw_percent(force, player, run)
    plus = raw + content.CONSTANTS.run_influence_bonus_percent
    return Cell(
        value,
        run.steps,
        _shown(run.kind, raw),
        _shown(run.kind, plus),
        figures.number(price),
        shut=price > bench.budget,
    )


def steps_field(bench: Bench, kind: str) -> Field:
    """The picker. Its percentages know everything but the target's own modifier and its Defence, which the
    list of targets tells."""
    cells = [_cell(bench, Run(kind, count, False), str(count)) for count in range(1, PLAIN_STEPS + 1)]
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


def _useful_steps(base: int) -> int:
    """How many steps bring a Protection to its cap without a bonus; one at least."""
    rest = content.RUNS["protection"].max_percent - base
    return max(1, -(-rest // content.CONSTANTS.run_step_percent))


def protections_field(bench: Bench) -> Field:
    """One row of cells per kind of Defence, as far as a step still adds something."""
    bases = content.RUNS["protection"].base_percent
    assert isinstance(bases, Mapping)
    chosen = bench.value("effort") or f"{bench.value('defence')}-{bench.value('steps')}"
    groups = []
    for kind, base in bases.items():
        counts = list(range(1, _useful_steps(base) + 1))
        against, _dash, steps = chosen.partition("-")
        if against == kind and steps.isascii() and steps.isdigit() and counts[-1] < int(steps) < 10**6:
            counts.append(int(steps))
        cells = [
            _cell(bench, Run("protection", count, False, defence=kind), f"{kind}-{count}") for count in counts
        ]
        for cell in cells:
            cell.chosen = cell.value == chosen
            cell.shut = cell.shut and not cell.chosen
        groups.append(CellGroup(_("Against {defence}").format(defence=names.defence(kind)), cells))
    label = _("What against, and with how many steps of {price}").format(
        price=figures.money(content.CONSTANTS.run_step_price)
    )
    return Field("steps", label, "protections", groups=groups)


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
