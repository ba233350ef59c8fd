"""A form that holds one order of one kind: a character, a wire transfer."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TypeVar

from games.contract import Orders, Problem

from .orders import Character, Transfer, parse
from .problems import problem

Only = TypeVar("Only", Character, Transfer)


def sift_single(
    kind: type[Only], kinds: Container[str], orders: Orders, judge: Callable[[Only, int], list[Problem]]
) -> tuple[Only | None, list[Problem]]:
    """The order a form makes, if it makes one, and all its problems; never raises.

    In: what is wrong with an order at a place of the form, beyond its shape and its being the only one.
    """
    kept: Only | None = None
    problems: list[Problem] = []
    for place, raw in enumerate(orders):
        order, faults = parse(raw, place, kinds)
        if isinstance(order, kind):
            faults = judge(order, place)
            if kept is not None:
                faults.append(problem("one_only", place, kind=raw.kind))
            if not faults:
                kept = order
        problems += faults
    return kept, problems
