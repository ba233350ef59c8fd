"""The fields an open question is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ..contract import Problem


@dataclass(slots=True)
class Choice:
    value: str
    label: str
    hint: str = ""
    chosen: bool = False


@dataclass(slots=True)
class Field:
    """One field of an open question; each shape is a class of its own, with its template.

    `name`: its key in the order's data; `id`: also its name in the form, that key or one made of it by
    `rename`. `was`: what the page puts there by itself, "" for nothing. `bare`: its label is read out and
    not shown. `focus`: whether the page opens on it."""

    template: ClassVar[str] = ""

    name: str
    label: str
    id: str = ""
    hint: str = ""
    was: str = ""
    bare: bool = False
    shut: bool = False
    focus: bool = False
    refusals: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.id = self.id or self.name

    @property
    def invalid(self) -> bool:
        return bool(self.refusals)

    @property
    def narrow(self) -> bool:
        """Whether two of them stand side by side."""
        return False

    def rename(self, key: str) -> None:
        """Name the field after its question."""
        self.id = f"{key}-{self.name}"


@dataclass(slots=True)
class SelectField(Field):
    """A list to choose one of."""

    template: ClassVar[str] = "games/formkit/select.html"

    choices: list[Choice] = field(default_factory=list)

    @property
    def narrow(self) -> bool:
        return True

    def rename(self, key: str) -> None:
        self.id = f"{key}-{self.name}"
        if len(self.choices) == 1:
            self.was = self.choices[0].value


@dataclass(slots=True)
class FramesField(Field):
    """A few choices in frames, each with a hint of its own."""

    template: ClassVar[str] = "games/formkit/frames.html"

    choices: list[Choice] = field(default_factory=list)


@dataclass(slots=True)
class NumberField(Field):
    """A line to write a number in."""

    template: ClassVar[str] = "games/formkit/number.html"

    value: str = ""


@dataclass(slots=True)
class TickField(Field):
    """A box to tick."""

    template: ClassVar[str] = "games/formkit/tick.html"

    ticked: bool = False
    css: str = ""


def choose(choices: Iterable[Choice], value: str, kept: Callable[[str], str | None]) -> list[Choice]:
    """The choices with `value` marked, or the only one there is. A value that can no longer be chosen stays
    among them by the label that `kept` gives; None: it does not."""
    found = list(choices)
    for choice in found:
        choice.chosen = choice.value == value
    if len(found) == 1 and not value:
        found[0].chosen = True
    label = kept(value)
    if label is not None and not any(choice.chosen for choice in found):
        found.append(Choice(value, label, chosen=True))
    return found


def refusals_by_field(
    problems: Iterable[Problem], text: Callable[[Problem], str], known: Iterable[str]
) -> Mapping[str, list[str]]:
    """Refusals as sentences under the field they speak of, one of `known`; `all`: of the whole form."""
    told: dict[str, list[str]] = {key: [] for key in (*known, "all")}
    for problem in problems:
        told[problem.input if problem.input in told else "all"].append(text(problem))
    return told
