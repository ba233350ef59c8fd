"""The page of a round: its events turn by turn, what only the reader was told, money, what changed hands."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games.contract import Order, Problem
from games.skin import Scene, figures

from ..rules import events as told
from ..rules.content import COUNTRIES
from ..texts import amounts, general, names, problems, receipts
from ..texts import events as sentences
from ..texts.parties import party
from . import money
from .acts import acts
from .changes import changes
from .common import facts, public_of, rules_url

IN_A_HEADLINE: Final = 2  # countries; the others are listed beside


class ProgrammeLine(Struct, frozen=True):
    """A line of the reader's programme: what it was, whether it was taken, why not. `spare`: after the one
    that was taken."""

    place: int
    name: str
    taken: bool
    why: str = ""
    spare: bool = False


def context(scene: Scene) -> dict[str, Any]:
    """Values of `megacorps/round.html`, for the chapter shown."""
    moment, told_first = scene.noons.get(scene.chapter), headline(scene)
    when = [figures.moment_text(moment, scene.zone)] if moment else []
    chapter = general.chapter_text(scene.chapter)
    return {
        "title": told_first or chapter,
        "published": " · ".join([chapter, *when] if told_first else when),
        "acts": acts(scene),
        "programme": programme(scene),
        "alone": alone(scene),
        "money": money.rows(scene),
        "chart": money.chart(scene, scene.chapter),
        "chart_label": money.chart_label(scene.chapter),
        # what is dealt at the start was nobody's before: the set-up itself tells it
        "changes": changes(scene) if scene.chapter else [],
        "board_url": scene.url("board"),
        "scores_url": scene.url("scores") if public_of(scene).over else "",
        "rules_url": rules_url(),
    }


def headline(scene: Scene) -> str:
    """What a round will be remembered for: the countries that changed hands, else the dearest payout that
    was called; "" if there was neither."""
    countries = {names.country(slug) for slug in COUNTRIES}
    found = [
        _("{country} to {player}").format(country=one.what, player=one.whose)
        for one in changes(scene)
        if one.what in countries
    ]
    if scene.chapter and found:
        return figures.listed(found[:IN_A_HEADLINE])
    paid = [
        (one.amount, data.industry, one.player)
        for data in facts(scene.public_events)
        if isinstance(data, told.PaidOut)
        for one in data.payments
    ]
    if not paid:
        return ""
    most, industry, player = max(paid, key=lambda one: one[0])
    line = _("{industry} pays {player} {money}")
    return line.format(
        industry=names.industry(industry), player=party(scene, player), money=amounts.euros(most)
    )


def programme(scene: Scene) -> list[ProgrammeLine]:
    """The reader's own programme as far as it was read, line by line; empty without one."""
    found: list[ProgrammeLine] = []
    for data in facts(scene.own_events):
        if not isinstance(data, told.ProgrammeRead):
            continue
        kinds = [one.order for one in data.refused] + [data.order] * (data.taken is not None)
        lines = data.lines or tuple(Order(kind, {}) for kind in kinds)  # without lines before they were told
        why = {
            one.line: problems.text(scene, Problem(one.problem, params=one.params)) for one in data.refused
        }
        for place, line in enumerate(lines):
            spare = place != data.taken and place not in why
            said = receipts.what(scene, line)
            found.append(ProgrammeLine(place + 1, said, place == data.taken, why.get(place, ""), spare))
        if data.taken is None:
            passed = ProgrammeLine(len(lines) + 1, names.order(data.order), True, _("No line was possible."))
            found.append(passed)
    return found


def alone(scene: Scene) -> list[str]:
    """Everything else that only the reader was told, in sentences."""
    return [
        sentences.tell(data, scene)
        for data in facts(scene.own_events)
        if not isinstance(data, told.ProgrammeRead)
    ]
