"""The nineteen steps keep to what they say: what a step reads it leaves alone, what it writes it writes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from inspect import Parameter, signature
from typing import Any, get_type_hints

from msgspec.structs import fields

from corporate.rules import RULES
from corporate.rules.day import Day, open_day
from corporate.rules.noon import ORDER_OF_THE_DAY, take
from games.contract import Dice

from .playing import Step, play

STEPS = {step.__name__: signature(step).parameters for step in ORDER_OF_THE_DAY}


def parts(day: Day) -> dict[str, Any]:
    """The whole table as it is now, part by part; of the dice, what was drawn."""
    found = {part.name: deepcopy(getattr(day, part.name)) for part in fields(day) if part.name != "dice"}
    return found | {"dice": dict(day.dice.drawn)}


def writes(step: str) -> set[str]:
    return {name for name, one in STEPS[step].items() if one.kind is Parameter.KEYWORD_ONLY}


def test_every_step_is_handed_parts_of_the_table() -> None:
    table = get_type_hints(Day)
    for step in ORDER_OF_THE_DAY:
        handed = get_type_hints(step)
        assert handed.pop("return") is type(None)
        assert handed == {name: table[name] for name in handed}, step.__name__
        assert writes(step.__name__), step.__name__


def quarters() -> Iterator[Step]:
    for seed, player in ((0, RULES.sample), (1, RULES.sample), (2, RULES.advise)):
        yield from (step for step in play(4, seed, player) if step.window.kind == "quarter")


def test_a_step_writes_what_it_says_and_nothing_else() -> None:
    seen: dict[str, set[str]] = {name: set() for name in STEPS}
    for quarter in quarters():
        day = open_day(quarter.before, quarter.forms, Dice(quarter.key))
        before = parts(day)
        for step in ORDER_OF_THE_DAY:
            take(step, day)
            after = parts(day)
            changed = {name for name in before if before[name] != after[name]}
            assert changed <= writes(step.__name__), (step.__name__, changed)
            seen[step.__name__] |= changed
            before = after
    assert seen == {name: writes(name) for name in STEPS}
