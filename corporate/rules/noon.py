"""Noon: the order of the day, nineteen steps over one working table (5.3)."""

from __future__ import annotations

from collections.abc import Callable
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

Step = Callable[[Day], None]

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


def resolve_quarter(
    state: State[Public, Private, Hidden], forms: Forms, dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """One noon: the forms of the open quarter in; the next state, all it tells and the dossiers out."""
    day = open_day(state, forms, dice)
    for step in ORDER_OF_THE_DAY:
        step(day)
    assert day.after is not None
    return Outcome(day.after, tuple(day.events), tuple(day.grants))
