"""Fields shared by several kinds of orders."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.formkit import fields
from games.formkit.fields import Choice

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


def defence_text(corporation: str | None, run: str) -> str:
    """The text beside a possible target: "defence 30%"."""
    against = defence(corporation, run)
    if not against:
        return _("no defence")
    return _("defence {percent}").format(percent=figures.percent(against))
