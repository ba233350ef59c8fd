"""Noon: nineteen steps in a fixed order (5.3).

A step is a function whose parameters are fields of `Day`, by name: those it only reads come first, those it
changes after the `*`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Final

from games.contract import Dice, Forms, Outcome, State

from .day import Day, open_day
from .phases.council import mdc, votes
from .phases.forms import debit, deliver_shares, lock
from .phases.market import crashes, final_ranking, first_and_last_effects, invisible_hand
from .phases.money import dividends, scoring_money_snapshot, speculations
from .phases.next import next_turn_or_end
from .phases.people import background_points, citizenship_claims, influence_purchases
from .phases.publication import publication
from .phases.runs import offensive_and_information_runs, protections
from .state import Hidden, Private, Public

Step = Callable[..., None]

ORDER_OF_THE_DAY: Final[tuple[Step, ...]] = (
    lock,
    debit,
    deliver_shares,
    votes,
    mdc,
    protections,
    offensive_and_information_runs,
    invisible_hand,
    first_and_last_effects,
    final_ranking,
    speculations,
    scoring_money_snapshot,
    dividends,
    citizenship_claims,
    influence_purchases,
    crashes,
    background_points,
    publication,
    next_turn_or_end,
)
"""The steps of 5.3; each is named as there."""

PARTS: Final[Mapping[Step, tuple[str, ...]]] = {
    step: tuple(signature(step).parameters) for step in ORDER_OF_THE_DAY
}
"""The fields of `Day` that each step is given."""


def take(step: Step, day: Day) -> None:
    """One step of the day."""
    step(**{part: getattr(day, part) for part in PARTS[step]})


def resolve_quarter(
    state: State[Public, Private, Hidden], forms: Forms, dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """Resolve one noon: from the forms of the open quarter to the next state, the events and the dossiers."""
    day = open_day(state, forms, dice)
    for step in ORDER_OF_THE_DAY:
        take(step, day)
    assert day.result.state is not None
    return Outcome(day.result.state, tuple(day.result.events), tuple(day.told.grants))
