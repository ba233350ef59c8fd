"""The fields of this title's questions, and building them from their values.

The name of a field is the path of its value in the order's data, with dots: `offers.0.amount`; for the
employees who go to the office `legal-1` it is `place.legal.1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.formkit.fields import Choice, Field, FramesField, NumberField, SelectField
from games.formkit.kinds import Question
from games.skin import figures

MOST_PARTS = 12
"""Parts of a list that are read; no page has more."""
Pairs = Sequence[tuple[str, str]]


class PickGroup(Struct):
    """Choices with a heading, "" for none."""

    label: str
    choices: list[Choice]


class PickField(SelectField):
    """A drop-down list with groups. `empty`: the label for choosing nothing."""

    template: ClassVar[str] = "machtspiele/orders/pick.jinja"

    groups: list[PickGroup] = field(default_factory=list)
    empty: str = ""

    def rename(self, key: str) -> None:
        self.id = f"{key}-{self.name}"

    @property
    def value(self) -> str:
        return next((one.value for group in self.groups for one in group.choices if one.chosen), "")


class CardChoice(Choice):
    """A privilege card to choose: its holder and its side."""

    holder: str = ""
    corrupt: bool = False
    face_down: bool = False


class AnswersField(FramesField):
    """A few answers in frames; privilege cards with their sides."""

    template: ClassVar[str] = "machtspiele/orders/answers.jinja"


class SumsField(Field):
    """An amount of Pinats: a row of cells, and a field for other amounts (`more`)."""

    template: ClassVar[str] = "machtspiele/orders/sums.jinja"

    cells: list[Choice] = field(default_factory=list)
    value: str = ""
    more: str = ""


class RowsField(Field):
    """A number for each of several offices."""

    template: ClassVar[str] = "machtspiele/orders/rows.jinja"

    rows: list[PickField] = field(default_factory=list)

    @property
    def invalid(self) -> bool:
        return bool(self.refusals) or any(row.invalid for row in self.rows)

    @property
    def value(self) -> str:
        """Not empty if anything is chosen."""
        return next((row.value for row in self.rows if row.value), "")

    def rename(self, key: str) -> None:
        self.id = f"{key}-{self.name}"
        for row in self.rows:
            row.rename(key)


class PartsField(Field):
    """Several fields that belong together, such as one of two offers. `folded`: shown on demand; `layout`:
    the CSS class of their container."""

    template: ClassVar[str] = "machtspiele/orders/parts.jinja"

    parts: list[Field] = field(default_factory=list)
    folded: bool = False
    layout: str = "stack"

    @property
    def invalid(self) -> bool:
        return bool(self.refusals) or any(part.invalid for part in self.parts)

    @property
    def opened(self) -> bool:
        """Whether it is shown although it may be folded."""
        return not self.folded or self.invalid or any(getattr(part, "value", "") for part in self.parts)

    @property
    def value(self) -> str:
        """Not empty if any of its fields has a value."""
        return next((found for part in self.parts if (found := getattr(part, "value", ""))), "")

    def rename(self, key: str) -> None:
        self.id = f"{key}-{self.name}"
        for part in self.parts:
            part.rename(key)


def simple(fields: Iterable[Field]) -> list[Field]:
    """All fields that hold a value, those of groups included, and the lists of numbers after their rows."""
    found: list[Field] = []
    for one in fields:
        if isinstance(one, PartsField):
            found += simple(one.parts)
        else:
            found += [*one.rows, one] if isinstance(one, RowsField) else [one]
    return found


def places(question: Question[Any], key: str, shown: int) -> range:
    """The parts of a list that the page shows: `shown` of them, or as many as were typed."""
    typed = [
        place + 1
        for place in range(MOST_PARTS)
        if any(name.startswith(f"{key}.{place}.") for name in question.values)
    ]
    return range(max([shown, *typed]))


def nothing(place: int) -> str:
    """The label for choosing nothing in a part of a list. From the second part on it may stay empty, so that
    the page does not select the only choice there."""
    return _("Choose…") if place else ""


# ---- building them -----------------------------------------------------------------------------------


def stands(question: Question[Any], name: str, proposed: str = "") -> tuple[str, str]:
    """The value of a field, and the value that the page itself puts there. `proposed`: that of a new
    question."""
    if question.place is not None:
        return question.value(name), ""
    return (question.value(name) if question.values else proposed), proposed


def pick(
    question: Question[Any],
    name: str,
    label: str,
    groups: Iterable[tuple[str, Pairs]],
    empty: str = "",
    hint: str = "",
    proposed: str = "",
) -> PickField:
    """A drop-down list. A chosen value that is no longer possible stays in it."""
    value, was = stands(question, name, proposed)
    made = PickField(name, label, hint=hint, was=was, empty=empty)
    made.groups = [PickGroup(head, [Choice(one, text) for one, text in pairs]) for head, pairs in groups]
    choices = [one for group in made.groups for one in group.choices]
    if not value and not empty and len(choices) == 1:
        value = made.was = choices[0].value
    known = False
    for one in choices:
        one.chosen = one.value == value
        known = known or one.chosen
    if value and not known:
        made.groups.append(PickGroup("", [Choice(value, value, chosen=True)]))
    return made


def rows(
    question: Question[Any],
    name: str,
    label: str,
    offices: Iterable[tuple[str, str, int]],
    hint: str = "",
    proposed: dict[str, str] | None = None,
) -> RowsField:
    """A number for each office of `offices`, which are given as slug, label and maximum."""
    made = RowsField(name, label, hint=hint)
    for office, text, most in offices:
        numbers = [(str(count), figures.number(count)) for count in range(1, most + 1)]
        key = office_key(name, office)
        begin = (proposed or {}).get(key, "")
        made.rows.append(pick(question, key, text, [("", numbers)], figures.number(0), proposed=begin))
    shown = {row.name for row in made.rows}
    for key in question.values:
        if key.startswith(f"{name}.") and key not in shown and question.value(key):
            made.rows.append(pick(question, key, office_of(name, key), [], figures.number(0)))
    return made


def office_key(name: str, office: str) -> str:
    """The name of the field for the employees of an office."""
    return f"{name}.{office.replace('-', '.')}"


def office_of(name: str, key: str) -> str:
    """The office of a field named by `office_key`."""
    return key.removeprefix(f"{name}.").replace(".", "-")


def frames(
    question: Question[Any], name: str, label: str, choices: Iterable[Choice], hint: str = ""
) -> AnswersField:
    """A few answers in frames; a single one is selected. A chosen value that is no longer possible stays
    there."""
    made = AnswersField(name, label, hint=hint, choices=list(choices))
    value, made.was = stands(question, made.name)
    for one in made.choices:
        one.chosen = one.value == value
    if value and not any(one.chosen for one in made.choices):
        made.choices.append(Choice(value, value, chosen=True))
    if len(made.choices) == 1 and not value:
        made.choices[0].chosen, made.was = True, made.choices[0].value
    return made


def number(question: Question[Any], name: str, label: str, hint: str = "") -> NumberField:
    return NumberField(name, label, hint=hint, value=question.value(name))


def sums(question: Question[Any], name: str, label: str, cells: Pairs, hint: str) -> SumsField:
    """An amount: cells to choose from, and a field for another one."""
    value, more = question.value(name), question.value(f"{name}_more")
    made = SumsField(name, label, hint=hint)
    made.cells = [Choice(one, text, chosen=one == value) for one, text in cells]
    if value and value != "more" and not any(one.chosen for one in made.cells):
        more = value
    made.more, made.value = more, more or value
    return made
