"""Measuring one resolution: total time, time in rules, queries, and the texts read and written."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection

from games import rows, vault
from games.contract import Rules
from games.models import Drawer, Game, OrderForm, ReaderEvents, ReadingRight, Resolution, Turn
from games.services.turns import turn_close


class Timed:
    """Times `resolve` of a title's rules from now on; `took`: the milliseconds of the last call."""

    def __init__(self, rules: Rules[Any, Any, Any]) -> None:
        self.inner, self.took = rules.resolve, 0.0
        rules.resolve = self  # type: ignore[method-assign]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        started = time.perf_counter()
        try:
            return self.inner(*args, **kwargs)
        finally:
            self.took = (time.perf_counter() - started) * 1000


def close(turn: Turn, *, counted: bool) -> tuple[float, float, int]:
    """Resolve a turn with the forms it has; returns the result of `measured`."""

    def resolve() -> None:
        assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)

    return measured(resolve, counted=counted)


def measured(act: Callable[[], object], *, counted: bool) -> tuple[float, float, int]:
    """Measure any function: milliseconds of wall-clock and processor time, and the number of queries, which
    is 0 unless they are counted, because counting takes a little time."""
    queries = 0

    def count(execute: Any, *args: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*args)

    began, fresh = time.perf_counter(), time.process_time()
    if counted:
        with connection.execute_wrapper(count), _counted_by_hand() as by_hand:
            act()
        queries += sum(by_hand)
    else:
        act()
    took, worked = (time.perf_counter() - began) * 1000, (time.process_time() - fresh) * 1000
    return took, worked, queries


@contextlib.contextmanager
def _counted_by_hand() -> Iterator[list[int]]:
    """Count the statements that `games.rows` runs without a cursor of Django's."""
    found: list[int] = []
    run = rows.run
    if connection.vendor == "postgresql":
        rows.run = lambda *statements: found.append(len(statements)) or run(*statements)  # type: ignore[func-returns-value]
    try:
        yield found
    finally:
        rows.run = run


def read_texts(game: Game, turn: Turn, rules: Rules[Any, Any, Any]) -> tuple[str, ...]:
    """The texts that the resolution of a turn will read: drawers and forms."""
    drawers = vault.load(game, rules).texts.values()
    return (*drawers, *OrderForm.objects.filter(turn=turn).values_list("orders", flat=True))


def written_texts(game: Game) -> tuple[str, ...]:
    """The texts that the last resolution wrote: its row, drawers, events, reading rights, the next turns."""
    of = {"game": game, "number": game.number}
    resolution = Resolution.objects.get(**of)
    return (
        resolution.forms + resolution.missing + resolution.draws,
        *Drawer.objects.filter(**of).values_list("content", flat=True),
        *ReaderEvents.objects.filter(**of).values_list("content", flat=True),
        *(
            json.dumps(chapters)
            for chapters in ReadingRight.objects.filter(**of).values_list("chapters", flat=True)
        ),
        *Turn.objects.filter(game=game, status=Turn.Status.OPEN).values_list("window", flat=True),
    )
