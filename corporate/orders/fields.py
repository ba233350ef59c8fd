"""The fields an open form is made of, and what they are made from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.skin import Scene

from ..rules import content
from ..rules.desk import Desk as RulesDesk
from ..rules.percent import defence
from ..texts import figures, names


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


def named(fields: list[Field], key: str) -> list[Field]:
    """The fields of a question, named after its `key`."""
    for one in fields:
        one.id = f"{key}-{one.name}"
        for group in one.groups if one.shape == "protections" else ():
            group.name = f"{key}-effort"
        if one.shape == "select" and len(one.choices) == 1:
            one.was = one.choices[0].value
    return fields
