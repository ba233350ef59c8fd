"""Lists of corporations and of players to choose from, a row for each with its facts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.formkit.fields import Choice, Field

from ..rules import content
from ..texts import figures, names
from .facts import Facts, defences, facts_of, gone
from .kind import Question
from .odds import against


class Pick(Choice):
    """A corporation or a player. `facts`: None for a corporation that is gone, or a player. `defence`: in
    figures, and in words; `marks`: CSS classes of its input, by which the style sheet shows the matching
    answer; `amount`: the cost of choosing it, in nuyens; `note`: the cost in words."""

    facts: Facts | None = None
    defence: str = ""
    defence_words: str = ""
    marks: str = ""
    amount: int = 0
    note: str = ""


class Column(Struct, frozen=True):
    """A choice: its name in the order's data, its label, and the head of its column."""

    name: str
    label: str
    short: str = ""


class PicksField(Field):
    """Corporations in rows, one of them to choose. `barred`: those that cannot be chosen, each with why.
    `of_run`: only the Defence against one kind of run is shown, not all three. `trends`: the head of the
    column of trends, `short` that of the choice. `second`: another choice among the same corporations, in a
    second column of the same rows."""

    template: ClassVar[str] = "corporate/parts/picks.jinja"

    choices: list[Pick] = field(default_factory=list)
    barred: list[tuple[str, str]] = field(default_factory=list)
    of_run: bool = False
    trends: str = ""
    short: str = ""
    second: SecondPicks | None = None

    def rename(self, key: str) -> None:
        self.id = f"{key}-{self.name}"
        if len(self.choices) == 1:
            self.was = self.choices[0].value

    @property
    def rows(self) -> list[tuple[Pick, Pick | None]]:
        """Each row with the choice of both columns."""
        other = {pick.value: pick for pick in self.second.choices} if self.second else {}
        return [(pick, other.get(pick.value)) for pick in self.choices]


class SecondPicks(PicksField):
    """The choice of a second column, which is shown by the first and only has its own refusals."""

    template: ClassVar[str] = "games/formkit/refusals.jinja"


class PeopleField(Field):
    """Players in rows, one of them to choose."""

    template: ClassVar[str] = "corporate/parts/people.jinja"

    choices: list[Pick] = field(default_factory=list)

    def rename(self, key: str) -> None:
        self.id = f"{key}-{self.name}"
        if len(self.choices) == 1:
            self.was = self.choices[0].value


def corporations(
    question: Question, column: Column, run: str = "", second: Column | None = None
) -> list[Field]:
    """The field of a corporation in play; for the target of a `run`, with its Defence and the MDC's modifier.
    `second`: another choice among the same corporations."""
    facts = facts_of(question.rules).values()
    first = picks_field(question, column, _picks(question, column.name, facts, run))
    first.of_run = bool(run)
    if second is None:
        return [first]
    first.second = SecondPicks(
        second.name, second.label, choices=_picks(question, second.name, facts), short=second.short
    )
    return [first, first.second]


def picks_field(question: Question, column: Column, choices: list[Pick]) -> PicksField:
    """A list of these choices, with the corporations that are gone below it."""
    made = PicksField(column.name, column.label, choices=choices, barred=gone(question.rules))
    made.short = column.short
    last = question.rules.market.turn - 1
    made.trends = _("turns 0 to {turn}").format(turn=last) if last else ""
    return made


def _picks(question: Question, key: str, facts: Iterable[Facts], run: str = "") -> list[Pick]:
    return choose(question, key, [pick(question, row, run) for row in facts])


def choose(question: Question, key: str, choices: list[Pick]) -> list[Pick]:
    """The choices with the current value selected; a corporation that is no longer possible is kept."""
    value = question.value(key)
    for one in choices:
        one.chosen = one.value == value
    if len(choices) == 1 and not value:
        choices[0].chosen = True
    if value in content.CORPORATIONS and not any(one.chosen for one in choices):
        choices.append(Pick(value, names.corp(value), chosen=True))
    return choices


def pick(question: Question, row: Facts, run: str = "") -> Pick:
    """The row of one corporation; `run`: the kind of run whose target it may become."""
    if not run:
        short, words = defences(row.slug)
        return Pick(row.slug, row.name, facts=row, defence=short, defence_words=words)
    stands = against(question, row.slug, run)
    note = ""
    if stands.modifier:
        note = _("{percent} this turn").format(percent=figures.signed_percent(stands.modifier))
    return Pick(
        row.slug,
        row.name,
        facts=row,
        defence=figures.percent(stands.defence),
        marks=f"t{stands.mark}",
        note=note,
    )
