"""Sentences about days away: the plans, and who the table reads is away."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.utils.translation import gettext as _

from .contract import PlayerId
from .models import Deputy, Game, Vacation
from .skin import Person, figures


def plan_text(plan: str) -> str:
    """The name of a plan for days away, as its owner reads it. `plan`: a value of `Vacation.Plan`."""
    return str(Vacation.Plan(plan).label)


def plan_hint(plan: str) -> str:
    """What a plan does, in a sentence or two."""
    texts = {
        Vacation.Plan.PASS: _("A form that asks for nothing, where the rules let you pass."),
        Vacation.Plan.AGAIN: _(
            "Your form of the noon before, checked anew each day. What no longer passes is left out, and you "
            "are told."
        ),
        Vacation.Plan.BOT: _("The house’s player fills in your form on these days."),
        Vacation.Plan.NOTHING: _("Nothing is handed in: these turns count as missed."),
    }
    return texts[Vacation.Plan(plan)]


def asked_text(asked: Deputy) -> str:
    """The state of a request to be a deputy, as the holder of the seat reads it. It shows the name as typed,
    because nothing may tell whether an account has that name until the account accepts."""
    text = (
        _("%(name)s is asked to be your deputy, and has not answered.")
        if asked.accepted_at is None
        else _("%(name)s is your deputy.")
    ) % {"name": asked.asked}
    if not asked.reads_talk:
        return text
    return figures.sentence(text, _("Your conversations may be read, too."))


def deputy_text(until: date, person: Person) -> str:
    """For a deputy, on each page of the seat: which player they stand in for, and until when."""
    day = figures.date_text(until, "l j F")
    return _("You stand in for %(name)s until %(day)s. What you save is marked as yours.") % {
        "name": person.name,
        "day": day,
    }


def away_text(game: Game, people: Mapping[PlayerId, Person]) -> str:
    """Who is away and until when, in sentences; "" if nobody is."""
    lines = []
    for entry in game.away.split():
        pid, until = entry.split(":")
        person = people.get(PlayerId(pid))
        if person is not None:
            day = figures.date_text(date.fromisoformat(until), "l j F")
            lines.append(_("%(name)s is away until %(day)s.") % {"name": person.name, "day": day})
    return " ".join(lines)
