"""Fields shared by several kinds of orders."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.formkit import fields
from games.formkit.fields import Choice, SelectField

from ..rules import content
from ..rules.desk import PlayerTurn
from ..rules.percent import defence
from ..texts import figures, names
from .kind import Question


def choose(question: Question, key: str, choices: Iterable[Choice]) -> list[Choice]:
    """The choices with the current value selected; a corporation that is no longer possible is kept."""

    def kept(value: str) -> str | None:
        return names.corp(value) if value in content.CORPORATIONS else None

    return fields.choose(choices, question.value(key), kept)


def ranked(desk: PlayerTurn) -> list[str]:
    """The corporations in play, best first."""
    return sorted(desk.market.ranks, key=desk.market.ranks.__getitem__)


def corporations(question: Question, key: str, label: str, run: str = "") -> SelectField:
    """A list of the corporations in play; for targets of a run, with their Defence and the MDC's modifier."""
    targeting = question.rules.market.in_force.targeting
    choices = []
    for slug in ranked(question.rules):
        modifier = targeting.get((slug, run), 0) if key == "target" else 0
        text = names.corp(slug)
        if run:
            text += " · " + defence_text(slug, run)
        if modifier:
            text += " · " + _("{percent} this turn").format(percent=figures.signed_percent(modifier))
        choices.append(Choice(slug, text))
    return SelectField(key, label, choices=choose(question, key, choices))


def defence_text(corporation: str | None, run: str) -> str:
    """The text beside a possible target: "defence 30%"."""
    against = defence(corporation, run)
    if not against:
        return _("no defence")
    return _("defence {percent}").format(percent=figures.percent(against))
