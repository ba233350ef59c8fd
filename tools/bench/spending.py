"""The parts of the time of a noon, measured with a few games closed in this process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.utils import timezone

from games import rows
from games.models import Turn
from games.registry import all_skins
from games.services.batches import batch_close
from games.services.turns import turn_close

from .load import process

WARM = 20  # games closed before measuring
Spent = dict[str, float]


class Clock:
    """Measures the processor milliseconds within a function, which it replaces meanwhile."""

    def __init__(self, holder: Any, name: str) -> None:
        self.inner: Callable[..., Any] = getattr(holder, name)
        self.holder, self.name, self.spent = holder, name, 0.0

    def __enter__(self) -> Clock:
        def timed(*args: Any, **kwargs: Any) -> Any:
            began = time.process_time()
            try:
                return self.inner(*args, **kwargs)
            finally:
                self.spent += time.process_time() - began

        setattr(self.holder, self.name, timed)
        return self

    def __exit__(self, *_problem: object) -> None:
        setattr(self.holder, self.name, self.inner)


def measure(games: int) -> tuple[Spent, Spent]:
    """Close `games` of the copies one by one, then as many in batches; returns the milliseconds per game of
    each part."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM copied WHERE nth < %s RETURNING (SELECT id FROM games_turn t WHERE t.game_id = game"
            " AND t.status = 'open' AND t.deadline IS NOT NULL)", [2 * games + WARM],
        )  # fmt: skip
        turns = [turn for (turn,) in cursor.fetchall()]
    for turn_id in turns[:WARM]:
        assert turn_close(turn_id=turn_id, cause="master")
    singly, together = turns[WARM : WARM + games], turns[WARM + games :]

    def one_by_one() -> None:
        for turn_id in singly:
            assert turn_close(turn_id=turn_id, cause="master")

    def in_batches() -> None:
        while batch_close(without=()).claimed:
            pass

    alone = _spent(one_by_one, games)
    Turn.objects.filter(pk__in=together).update(deadline=timezone.now())
    in_batch = _spent(in_batches, len(together))
    assert not Turn.objects.filter(pk__in=together, status=Turn.Status.OPEN).exists()
    return alone, in_batch


def _spent(work: Callable[[], None], games: int) -> Spent:
    """The milliseconds per game of each part of some work on `games` games."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = int(cursor.fetchone()[0])
    with (
        Clock(all_skins()[0].rules, "resolve") as rules,
        Clock(rows, "run") as statements,
        Clock(connection, "commit") as commit,
    ):
        server, began, worked = process(backend).worked, time.perf_counter(), time.process_time()
        work()
        worked, took = time.process_time() - worked, time.perf_counter() - began
        server = process(backend).worked - server
    driver = statements.spent + commit.spent
    found = {
        "rules": rules.spent,
        "driver": driver,
        "rest": worked - rules.spent - driver,
        "server": server,
        "waiting": took - worked - server,
    }
    return {part: 1000 * seconds / games for part, seconds in found.items()}
