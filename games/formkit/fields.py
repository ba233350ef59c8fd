"""The fields of an open question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from msgspec import Struct, field

from ..contract import Problem


class Choice(Struct):
    value: str
    label: str
    hint: str = ""
    chosen: bool = False


def _chosen(choices: Iterable[Choice]) -> str:
    return next((one.value for one in choices if one.chosen), "")


class Field(Struct):
    """One field of an open question; each subclass has its own template.

    `name`: the key in the order's data. `id`: the field's id and name in the form: that key, or what `rename`
    made of it. `was`: the value that the page itself put there, "" for none. `bare`: the label is only for
    screen readers. `focus`: whether the field has the focus when the page opens."""

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
        """Whether two such fields fit side by side."""
        return False

    def rename(self, key: str) -> None:
        """Put the key of its question in front of the field's id."""
        self.id = f"{key}-{self.name}"


class SelectField(Field):
    """A drop-down list. `rest`: choices listed below the others under a heading of their own."""

    template: ClassVar[str] = "games/formkit/select.jinja"

    choices: list[Choice] = field(default_factory=list)
    rest: list[Choice] = field(default_factory=list)
    rest_label: str = ""

    @property
    def value(self) -> str:
        """The chosen value; "" for none."""
        return _chosen(self.choices) or _chosen(self.rest)

    @property
    def narrow(self) -> bool:
        return True

    def rename(self, key: str) -> None:
        self.id = f"{key}-{self.name}"
        if len(self.choices) == 1:
            self.was = self.choices[0].value


class FramesField(Field):
    """A few radio buttons in frames, each with a hint."""

    template: ClassVar[str] = "games/formkit/frames.jinja"

    choices: list[Choice] = field(default_factory=list)

    @property
    def value(self) -> str:
        """The chosen value; "" for none."""
        return _chosen(self.choices)


class NumberField(Field):
    """An input for a number."""

    template: ClassVar[str] = "games/formkit/number.jinja"

    value: str = ""


class TickField(Field):
    """A check box."""

    template: ClassVar[str] = "games/formkit/tick.jinja"

    ticked: bool = False
    css: str = ""


def choose(choices: Iterable[Choice], value: str, kept: Callable[[str], str | None]) -> list[Choice]:
    """The choices with `value` selected, or the only choice. A value that can no longer be chosen is added
    with the label that `kept` returns, or left out if that is None."""
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
    """Refusals as sentences, by the field (one of `known`) that they are about; those about the whole form
    under `all`."""
    told: dict[str, list[str]] = {key: [] for key in (*known, "all")}
    for problem in problems:
        told[problem.input if problem.input in told else "all"].append(text(problem))
    return told
