"""How runs that became public are told."""

# ruff: noqa: E501 (a sentence stands on one line, as it is read)

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from .kinds import Phrase

RUNS: Final[dict[tuple[str, bool], tuple[Phrase, ...]]] = {
    ("datasteal", True): (
        (
            _("Files leave {corporation} by the back door"),
            _(
                "A datasteal went through at {corporation}. The security desk saw it happen, and knows more than it says."
            ),
        ),
        (
            _("{corporation} shares its secrets, unasked"),
            _(
                "Somebody read what was not written for them. {corporation} loses nothing but its lead; another company is the richer for it."
            ),
        ),
        (
            _("A quiet night, a fast connection"),
            _(
                "The servers of {corporation} were copied from end to end. The intruder was noticed on the way out; the name stays inside the house."
            ),
        ),
        (
            _("The blueprints of {corporation} are for sale"),
            _(
                "Stolen data from {corporation} found a buyer before breakfast. Those who guard the tower know whom to thank."
            ),
        ),
    ),
    ("datasteal", False): (
        (
            _("{corporation} catches a hand in its files"),
            _(
                "A datasteal was stopped at {corporation}. The hand was seen; whose arm it belongs to is known upstairs only."
            ),
        ),
        (
            _("Locked out at {corporation}"),
            _(
                "Somebody tried every door of the {corporation} network and found them shut. The attempt was recorded."
            ),
        ),
        (
            _("Alarm in the {corporation} archives"),
            _(
                "The intruders left with an empty drive. {corporation} calls the incident minor, and the intruders amateurs."
            ),
        ),
        (
            _("Nothing to declare, says {corporation}"),
            _(
                "A theft of data failed last night. {corporation} kept its files, and a good picture of the visitor."
            ),
        ),
    ),
    ("sabotage", True): (
        (
            _("A sleepless night at {corporation}"),
            _("{loss} assets gone before dawn. Who paid for it? The connection logs burnt with the rest."),
        ),
        (
            _("Fire on the upper floors of {corporation}"),
            _(
                "The sabotage was thorough: {corporation} wakes up {loss} assets poorer. The insurers are sending flowers."
            ),
        ),
        (
            _("{corporation} counts its broken windows"),
            _("A sabotage hit {corporation} where it hurts. The works will take longer than the quarter."),
        ),
        (
            _("The lights go out at {corporation}"),
            _(
                "For eleven minutes nothing worked, and {loss} assets never came back. The maintenance crew speaks of chance; nobody else does."
            ),
        ),
        (
            _("An accident that looks like none"),
            _("{corporation} speaks of a technical fault. The crater suggests otherwise."),
        ),
    ),
    ("sabotage", False): (
        (
            _("The bomb at {corporation} was a dud"),
            _("A sabotage failed at {corporation}. The crew was seen leaving; the bill will reach somebody."),
        ),
        (
            _("{corporation} sleeps through it"),
            _("Saboteurs came, were noticed, and went. Not a pane of glass is missing at {corporation}."),
        ),
        (
            _("False alarm, real saboteurs"),
            _("The guards of {corporation} evacuated the building in time, and the explosives too."),
        ),
        (
            _("A wrench, but no works"),
            _("Somebody meant to stop {corporation} and stopped nothing. The cameras, for once, were on."),
        ),
    ),
    ("extraction", True): (
        (
            _("A desk is empty at {corporation}"),
            _(
                "A whole team left {corporation} overnight, contracts and coffee cups included. Another company has hired well."
            ),
        ),
        (
            _("{corporation} loses its best minds"),
            _("The extraction was smooth. {corporation} is the poorer for it, and somebody else the richer."),
        ),
        (
            _("Unplanned departures at {corporation}"),
            _(
                "The lift went down full and came up empty. Security at {corporation} watched it happen, one floor too late."
            ),
        ),
        (
            _("Talent walks out of {corporation}"),
            _(
                "Poached, persuaded or pushed: the researchers of {corporation} now work across the street. Which street is a matter of record, but not of ours."
            ),
        ),
    ),
    ("extraction", False): (
        (
            _("{corporation} keeps its people"),
            _(
                "A team came to poach at {corporation} and leaves with nobody. Security saw it; it does not say who sent it."
            ),
        ),
        (
            _("No takers at {corporation}"),
            _("The offer was generous, the car was waiting, the doors stayed shut. The extraction failed."),
        ),
        (
            _("The getaway car leaves empty"),
            _(
                "An extraction was spoilt at {corporation}. The driver waited for an hour, and was filmed for fifty-nine minutes of it."
            ),
        ),
        (
            _("{corporation} raises wages, and guards"),
            _(
                "Those who came to fetch an engineer met three colleagues with rifles. {corporation} is complete this morning."
            ),
        ),
    ),
}
