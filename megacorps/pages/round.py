"""The page of a round: its events turn by turn, what only the reader was told, money, what changed hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.contract import Problem
from games.skin import Scene, figures

from ..rules import events as told
from ..texts import events as sentences
from ..texts import general, names, problems
from . import money
from .acts import acts
from .changes import changes
from .common import facts, public_of, rules_url


@dataclass(frozen=True, slots=True)
class ProgrammeLine:
    """A line of the reader's programme: its action, whether it was taken, and why not."""

    place: int
    name: str
    taken: bool
    why: str = ""


def context(scene: Scene) -> dict[str, Any]:
    """Values of `megacorps/round.html`, for the chapter shown."""
    moment = scene.noons.get(scene.chapter)
    return {
        "title": general.chapter_text(scene.chapter),
        "published": figures.moment_text(moment, scene.zone) if moment else "",
        "acts": acts(scene),
        "programme": programme(scene),
        "alone": alone(scene),
        "money": money.rows(scene),
        "chart": money.chart(scene, scene.chapter),
        "chart_label": money.chart_label(scene.chapter),
        "changes": changes(scene),
        "board_url": scene.url("board"),
        "scores_url": scene.url("scores") if public_of(scene).over else "",
        "rules_url": rules_url(),
    }


def programme(scene: Scene) -> list[ProgrammeLine]:
    """The reader's own programme as far as it was read, line by line; empty without one."""
    found: list[ProgrammeLine] = []
    for data in facts(scene.own_events):
        if not isinstance(data, told.ProgrammeRead):
            continue
        for one in data.refused:
            why = problems.text(scene, Problem(one.problem, params=one.params))
            found.append(ProgrammeLine(one.line + 1, names.order(one.order), False, why))
        place = len(data.refused) if data.taken is None else data.taken
        why = _("No line was possible.") if data.taken is None else ""
        found.append(ProgrammeLine(place + 1, names.order(data.order), True, why))
    return found


def alone(scene: Scene) -> list[str]:
    """Everything else that only the reader was told, in sentences."""
    return [
        sentences.tell(data, scene)
        for data in facts(scene.own_events)
        if not isinstance(data, told.ProgrammeRead)
    ]
