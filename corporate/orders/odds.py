"""The chances of a run: its percentage, the target's Defence, and the product of the two.

The page contains the chances for every possible choice, and the style sheet shows those for the chosen one,
so that neither a script nor a request is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.formkit.fields import Field

from ..rules import content
from ..rules.percent import base_percent, capped, defence, past_defence, unaimed_percent
from ..texts import figures
from .kind import Question


class Answer(Struct, frozen=True):
    """The chances of one percentage against one Defence. `mark`: that of the targets with this Defence."""

    mark: str
    text: str
    product: str


class OddsField(Field):
    """Not an input: the chances of a run, depending on the choices in the other fields. `answers`: for each
    percentage before the cap, one answer for each Defence. `sum`: how the percentage is computed."""

    template: ClassVar[str] = "corporate/parts/odds.jinja"

    answers: list[tuple[int, list[Answer]]] = field(default_factory=list)
    sum: str = ""


class Against(Struct, frozen=True):
    """The resistance of a target against a run, in percent: its Defence, and the council's modifier."""

    defence: int
    modifier: int = 0

    @property
    def mark(self) -> str:
        """The number in the classes of its targets and answers; Defences are tens."""
        return str(self.defence + (5 if self.modifier else 0))


def against(question: Question, corporation: str | None, run: str) -> Against:
    """The resistance of a corporation against a run; None: no Defence."""
    modifier = question.rules.market.in_force.targeting.get((str(corporation), run), 0)
    return Against(defence(corporation, run), modifier)


def highest(question: Question, run: str) -> int:
    """The percentage beyond which more steps change nothing: the cap plus what the council may subtract."""
    taken = [
        delta for (_corp, kind), delta in question.rules.market.in_force.targeting.items() if kind == run
    ]
    return content.RUNS[run].max_percent + max(0, -min(taken, default=0))


def mark_of(question: Question, run: str, raw: int) -> int:
    """The mark of a cell's percentage among the answers."""
    return max(0, min(raw, highest(question, run)))


def odds_field(question: Question, run: str, targets: Iterable[Against], steps: int) -> OddsField:
    """The chances of a run with one step to `steps`, with and without the bonus."""
    constants = content.CONSTANTS
    force, player = question.rules.market.in_force, question.rules.player
    raws = [unaimed_percent(force, player, run, count) for count in range(1, steps + 1)]
    raws += [raw + constants.run_influence_bonus_percent for raw in raws]
    marks = sorted({mark_of(question, run, raw) for raw in raws})
    distinct = sorted(set(targets), key=lambda one: (one.defence, one.modifier))
    made = OddsField("odds", _("Your chances"))
    made.answers = [
        (mark, [_answer(one, capped(run, mark + one.modifier)) for one in distinct]) for mark in marks
    ]
    council = force.sponsored.get((player, run), 0)
    parts = [
        _("{base} base, {step} per step, {bonus} for the bonus").format(
            base=base_percent(run),
            step=constants.run_step_percent,
            bonus=constants.run_influence_bonus_percent,
        )
    ]
    if council:
        parts.append(_("{delta} from the council").format(delta=figures.signed(council)))
    made.sum = figures.sentence(
        _("{parts}; {cap} at best.").format(parts=", ".join(parts), cap=content.RUNS[run].max_percent),
        _("Each competing run on the same target takes {malus}.").format(
            malus=-constants.timing_malus_percent
        ),
    )
    return made


def _answer(one: Against, percent: int) -> Answer:
    chance = figures.percent(percent)
    if not one.defence:
        return Answer(one.mark, _("{percent}, and no defence:").format(percent=chance), chance)
    text = _("{percent}, then the target defends itself at {defence}:").format(
        percent=chance, defence=figures.percent(one.defence)
    )
    return Answer(one.mark, text, figures.percent(past_defence(percent, one.defence)))
