"""Compound inputs: mappings, rows of rules, and a choice whose answers have fields of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.contract import Problem
from games.formkit.fields import Field
from games.skin import Text, figures

from ..rules.content import MEGACORPS
from . import choices
from .inputs import OUT, SPARE, Ask, Choices, Frames, Input, Listed, Reading, Select, Tick, as_mapping, items

Inputs = Sequence[Input]
MOST_ROWS = 40


def read_all(inputs: Inputs, reading: Reading, at: str, path: str = "") -> dict[str, object]:
    """The data of several inputs, without empty ones."""
    read = {one.name: one.read(reading, at, f"{path}.{one.name}" if path else one.name) for one in inputs}
    return {name: value for name, value in read.items() if value is not OUT}


def fill_all(inputs: Inputs, data: Mapping[str, object], at: str) -> dict[str, str]:
    filled: dict[str, str] = {}
    for one in inputs:
        if one.name in data:
            filled |= one.fill(data[one.name], at)
    return filled


def fields_of(inputs: Inputs, ask: Ask, at: str) -> list[Field]:
    return [field for one in inputs for field in one.fields(ask, at)]


@dataclass(frozen=True, slots=True)
class Parts(Input):
    """A mapping of several inputs under one key."""

    name: str
    inputs: Inputs

    def fields(self, ask: Ask, at: str) -> list[Field]:
        return fields_of(self.inputs, ask, f"{at}-{self.name}")

    def read(self, reading: Reading, at: str, path: str) -> object:
        return read_all(self.inputs, reading, f"{at}-{self.name}", path)

    def fill(self, value: object, at: str) -> dict[str, str]:
        return fill_all(self.inputs, as_mapping(value), f"{at}-{self.name}")


@dataclass(frozen=True, slots=True)
class Rows(Input):
    """A list of rules, each with the same inputs; empty rows are ignored. `label`: of a field in a row."""

    name: str
    inputs: Inputs
    label: Text = ""

    def fields(self, ask: Ask, at: str) -> list[Field]:
        made = []
        last = ask.last(f"{at}-{self.name}-", MOST_ROWS)
        for number in range(1, min(MOST_ROWS, last + SPARE) + 1):
            for one in fields_of(self.inputs, ask, f"{at}-{self.name}-{number}"):
                one.label = str(self.label or _("Rule {number}: {label}")).format(
                    number=number, label=one.label
                )
                made.append(one)
        return made

    def read(self, reading: Reading, at: str, path: str) -> object:
        rows: list[object] = []
        first = self.inputs[0].name
        for number in range(1, reading.ask.last(f"{at}-{self.name}-", MOST_ROWS) + 1):
            start, place = f"{at}-{self.name}-{number}", f"{path}.{len(rows)}"
            if not reading.ask.filled(start):
                continue
            reading.fields[place] = start
            if not reading.ask.value(f"{start}-{first}"):
                reading.problems.append(Problem("missing", reading.place, f"{place}.{first}"))
            rows.append(read_all(self.inputs, reading, start, place))
        return rows

    def fill(self, value: object, at: str) -> dict[str, str]:
        filled: dict[str, str] = {}
        for number, row in enumerate(items(value), 1):
            filled |= fill_all(self.inputs, as_mapping(row), f"{at}-{self.name}-{number}")
        return filled


@dataclass(frozen=True, slots=True)
class Variants:
    """A choice whose answers have inputs of their own: kinds of actions, cards of a hand. `gone`: gives the
    label of a chosen answer that is no longer among the choices; None for any other value."""

    name: str
    label: Text
    choices: Choices
    inputs: Callable[[str], Inputs]
    gone: Callable[[str], str | None] = lambda value: None

    def chosen(self, ask: Ask, at: str) -> str:
        return ask.value(f"{at}-{self.name}")

    def choice(self, ask: Ask, at: str) -> Field:
        return Frames(self.name, self.label, self.choices).fields(ask, at)[0]

    def of(self, ask: Ask, at: str) -> list[tuple[str, str, list[Field]]]:
        """Value, label and fields of each answer."""
        pairs, chosen = list(self.choices(ask)), self.chosen(ask, at)
        if chosen not in dict(pairs) and (label := self.gone(chosen)):
            pairs.append((chosen, label))
        return [(one, label, fields_of(self.inputs(one), ask, f"{at}-{one}")) for one, label in pairs]

    def read(self, reading: Reading, at: str) -> dict[str, object]:
        chosen = self.chosen(reading.ask, at)
        return read_all(self.inputs(chosen), reading, f"{at}-{chosen}") if chosen else {}

    def fill(self, chosen: str, data: Mapping[str, object], at: str) -> dict[str, str]:
        return {f"{at}-{self.name}": chosen, **fill_all(self.inputs(chosen), data, f"{at}-{chosen}")}


class IfHeld(Select):
    """A list for cards that answer a payout; no field for a player who holds none."""

    __slots__ = ()

    def fields(self, ask: Ask, at: str) -> list[Field]:
        held = choices.held_reactions(ask) or ask.value(f"{at}-{self.name}")
        return Select.fields(self, ask, at) if held else []


class InTurns(Tick):
    """A check box in games with turns one after the other; no field in games with programmes."""

    __slots__ = ()

    def fields(self, ask: Ask, at: str) -> list[Field]:
        return [] if ask.public.programmed else Tick.fields(self, ask, at)


class Wishes(Listed):
    """Several of a list, the favourite first."""

    __slots__ = ()

    def place(self, number: int) -> str:
        if number == 1:
            return _("1st choice")
        return _("{ordinal} choice").format(ordinal=figures.ordinal(number))


class Ranking(Wishes):
    """All MegaCorps in order. Those that were not chosen fill the places that are left, so that a ranking
    with one MegaCorp twice is refused for that, and not for its length."""

    __slots__ = ()

    def read(self, reading: Reading, at: str, path: str) -> object:
        named = items(Listed.read(self, reading, at, path))
        rest = [one for one in MEGACORPS if one not in named]
        return [*named, *rest[: max(0, len(MEGACORPS) - len(named))]] if named else OUT
