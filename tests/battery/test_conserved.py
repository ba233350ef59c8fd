"""What a title declares as conserved is conserved: in random games, and with damaged forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

from games.registry import skin_for
from tests.battery.promises import Promises, promises
from tests.battery.walks import damaged, steps


def test_what_is_held_changes_by_what_is_told_and_by_nothing_else(title):
    rules, promise = skin_for(title).rules, promises(title)
    resolved: Iterator[Any] = chain(
        ((step.before, step.outcome) for step in steps(rules)),
        ((each.state, each.outcome) for each in damaged(rules)),
    )
    moves = 0
    for before, outcome in resolved:
        wrong, moved = unaccounted(promise, before, outcome)
        assert not wrong, wrong
        moves += moved
    assert moves, "nothing is held that ever moves, or nothing is held at all"


def unaccounted(promise: Promises, before: Any, outcome: Any) -> tuple[dict[str, int], bool]:
    """By who holds it: what was added and not told, or told and not added; and whether any place of what is
    held has changed."""
    had, has = Counter(promise.held(before)), Counter(promise.held(outcome.state))
    had.update(promise.moved(before, outcome.events))
    wrong = {who: has[who] - had[who] for who in {*had, *has} if has[who] != had[who]}
    return wrong, outcome.state != before and bool(has)
