"""The fields of this title's questions, and building them from their values.

A field that belongs to one effect has the effect's card and rank in its name
(`pol1_04_obedient_courts.2.1.0`: the first influence of its second step), so that the answers are still there
if the effect is chosen again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from msgspec import Struct, field

from games.formkit.fields import Choice, Field, FramesField, SelectField
from games.formkit.kinds import Question

from ..pages.faces import Face

Pairs = Sequence[tuple[str, str]]


class PickField(SelectField):
    """A drop-down list. `empty`: the label for choosing nothing; "" if a value must be chosen."""

    template: ClassVar[str] = "controle/form/pick.jinja"

    empty: str = ""

    def rename(self, key: str) -> None:
        self.id = f"{key}-{self.name}"


class AnswersField(FramesField):
    """A few answers in frames."""

    template: ClassVar[str] = "controle/form/answers.jinja"


class TokenField(Field):
    """A check box for taking a token of the type `sign`. `was`: "on" if the page ticked it."""

    template: ClassVar[str] = "controle/form/token.jinja"

    ticked: bool = False
    sign: str = ""

    @property
    def value(self) -> str:
        return "on" if self.ticked else ""


class KeptField(Field):
    """A hidden field with a typed value for something that is not asked now."""

    template: ClassVar[str] = "controle/form/kept.jinja"

    value: str = ""


class TitleField(Field):
    """A heading over the fields that follow; `hint`: beside it."""

    template: ClassVar[str] = "controle/form/title.jinja"


class StepField(Field):
    """Fields that belong to one question. `layout`: the CSS class of their container; `folded`: shown on
    demand; `uses`: the names of the fields from which uses of tokens were read, in order."""

    template: ClassVar[str] = "controle/form/step.jinja"

    parts: list[Field] = field(default_factory=list)
    layout: str = "grid2"
    folded: bool = False
    uses: tuple[str, ...] = ()

    @property
    def invalid(self) -> bool:
        return bool(self.refusals) or any(part.invalid for part in self.parts)

    @property
    def opened(self) -> bool:
        """Whether it is shown although it may be folded."""
        return not self.folded or self.invalid or any(getattr(part, "value", "") for part in self.parts)

    def rename(self, key: str) -> None:
        self.id = f"{key}-{self.name}"
        for part in self.parts:
            part.rename(key)


class EffectChoice(Choice):
    """An effect of a card. `hint`: what it does; `asks`: the required categories and levels, `required`: the
    same in words; `why`: what is missing, and what would compensate for it; `shut`: it cannot be
    compensated."""

    asks: tuple[tuple[str, str], ...] = ()
    required: str = ""
    why: str = ""
    shut: bool = False


class HandCard(Struct):
    """A card of the hand. `effects`: the choices; `note`: the text beside its name."""

    id: str
    face: Face
    effects: list[EffectChoice]
    note: str = ""

    @property
    def picked(self) -> bool:
        return any(one.chosen for one in self.effects)


class HandField(Field):
    """The hand, from which one effect of one card is chosen."""

    template: ClassVar[str] = "controle/form/hand.jinja"

    cards: list[HandCard] = field(default_factory=list)
    chosen: str = ""

    @property
    def value(self) -> str:
        return self.chosen


def simple(fields: Iterable[Field]) -> list[Field]:
    """All fields, with nested fields before the ones that contain them."""
    found: list[Field] = []
    for one in fields:
        if isinstance(one, StepField):
            found += simple(one.parts)
        found.append(one)
    return found


# ---- building them -----------------------------------------------------------------------------------


def _begin(question: Question[Any], name: str, proposed: str) -> tuple[str, str]:
    """The value of a field, and the value that the page itself puts there. `proposed`: that of a new
    question."""
    return question.value(name) if name in question.values else proposed, proposed


def _with(question: Question[Any], choices: list[Choice], value: str) -> list[Choice]:
    """The choices with one of them selected. A chosen value that is no longer possible stays in the list,
    by its name."""
    for one in choices:
        one.chosen = one.value == value
    if value and not any(one.chosen for one in choices):
        choices.append(Choice(value, question.rules.named(value), chosen=True))
    return choices


def pick(
    question: Question[Any],
    name: str,
    label: str,
    pairs: Iterable[tuple[str, str]],
    *,
    empty: str = "",
    hint: str = "",
    proposed: str = "",
) -> PickField:
    """A list to choose from."""
    value, was = _begin(question, name, proposed)
    if not empty:  # choosing nothing is not an answer here
        value = value or proposed
    made = PickField(name, label, hint=hint, was=was, empty=empty)
    choices = [Choice(one, text) for one, text in pairs]
    if not value and not empty and len(choices) == 1:
        value = made.was = choices[0].value
    made.choices = _with(question, choices, value)
    return made


def answers(
    question: Question[Any], name: str, label: str, choices: Iterable[Choice], hint: str = ""
) -> AnswersField:
    """A few answers in frames; a single one is selected."""
    value, was = _begin(question, name, "")
    made = AnswersField(name, label, hint=hint, was=was)
    found = list(choices)
    if not value and len(found) == 1:
        value = made.was = found[0].value
    made.choices = _with(question, found, value)
    return made


def kept(question: Question[Any], shown: Iterable[Field]) -> list[Field]:
    """The values typed in fields that this page does not have."""
    names = {one.name for one in simple(shown)}
    return [
        KeptField(name, "", value=question.value(name))
        for name in question.values
        if name not in names and question.value(name)
    ]
