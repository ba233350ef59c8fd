"""One size on one database: games are played, every noon of theirs is measured. Run by `tools.bench`.

    python -m tools.bench.one_turn PLAYERS GAMES

Prints one line of JSON. Rules, queries and the whole are measured where a worker calls them.
"""

# ruff: noqa: E402  (Django has to be set up before its models are imported)

from __future__ import annotations

import contextlib
import json
import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from games import rows, vault
from games.models import Drawer, Game, OrderForm, ReaderEvents, ReadingRight, Resolution, Turn
from games.registry import all_skins
from games.services.turns import turn_close
from tools import stage

from . import floor

RULES = all_skins()[0].rules


class Timed:
    """The rules, with the time that `resolve` took last."""

    def __init__(self) -> None:
        self.inner, self.took = RULES.resolve, 0.0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        started = time.perf_counter()
        try:
            return self.inner(*args, **kwargs)
        finally:
            self.took = (time.perf_counter() - started) * 1000


def play(players: int, number: int, timed: Timed, found: dict[str, list[float]]) -> floor.Bytes:
    """One whole game; every third noon has full forms and is measured into `found`; the bytes of the last.

    In between the bots play, which earns what eleven orders cost."""
    game = started_game(players, number)
    data = floor.Bytes((), ())
    while game.stage == Game.Stage.RUNNING:
        turn = stage.main_turn(game)
        full = turn.chapter % 3 == 1
        orders = hand_in(game, turn, full)
        read = read_texts(game, turn)
        took, worked, queries = close(turn, number)
        game.refresh_from_db()
        if full:
            found["all"].append(took)
            found["worked"].append(worked)
            found["rules"].append(timed.took)
            found["orders"].append(orders)
            data = floor.Bytes(read, written_texts(game))
        found["queries"] += queries
    return data


def close(turn: Turn, number: int) -> tuple[float, float, list[float]]:
    """Noon: milliseconds by the clock and of this process's work, and how many queries.

    Counting costs a little: it is done in game 0 alone."""
    queries = 0

    def count(execute: Any, *args: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*args)

    began, fresh = time.perf_counter(), time.process_time()
    if number == 0:
        with connection.execute_wrapper(count), counted_by_hand() as by_hand:
            assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
    else:
        assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
    took, worked = (time.perf_counter() - began) * 1000, (time.process_time() - fresh) * 1000
    return took, worked, [queries + sum(by_hand)] if number == 0 else []


@contextlib.contextmanager
def counted_by_hand() -> Iterator[list[int]]:
    """How many statements `games.rows` runs, where no cursor of Django's counts them."""
    found: list[int] = []
    run = rows.run
    if connection.vendor == "postgresql":
        rows.run = lambda *statements: found.append(len(statements)) or run(*statements)  # type: ignore[func-returns-value]
    try:
        yield found
    finally:
        rows.run = run


def started_game(players: int, number: int) -> Game:
    options = {
        option.key: False if option.default is True else option.default for option in RULES.meta.options
    }
    return stage.started_game(RULES.meta.key, players, f"Bench {players}/{number}", options=options)


def hand_in(game: Game, turn: Turn, full: bool) -> int:
    """Forms for everybody, full ones or those of bots; how many orders in all."""
    return stage.hand_in(game, turn, range(1, 1 + game.players.count()) if full else ())


def read_texts(game: Game, turn: Turn) -> tuple[str, ...]:
    drawers = vault.load(game, RULES).texts.values()
    return (*drawers, *OrderForm.objects.filter(turn=turn).values_list("orders", flat=True))


def written_texts(game: Game) -> tuple[str, ...]:
    """What the last resolution wrote: its row, drawers, events, grants, the next turn."""
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


def main(players: int, games: int) -> None:
    call_command("migrate", interactive=False, verbosity=0)
    timed = Timed()
    RULES.resolve = timed  # type: ignore[method-assign]
    found: dict[str, list[float]] = {name: [] for name in ("all", "worked", "rules", "queries", "orders")}
    data = floor.Bytes((), ())
    play(players, 0, timed, found)
    found |= {
        "all": [],
        "worked": [],
        "rules": [],
        "orders": [],
    }  # the first game warmed everything up, and was counted
    for number in range(1, games + 1):
        data = play(players, number, timed, found)
    bare = floor.connect(os.environ.get("DATABASE_URL", ""), Path(settings.DATA_DIR))
    ground = floor.measure(bare, data, 60)[10:]
    bare.close()
    result = {
        "players": players,
        "orders": round(statistics.mean(found["orders"])),
        "rules": statistics.median(found["rules"]),
        "all": statistics.median(found["all"]),
        "best": min(found["all"]),
        "worked": statistics.median(found["worked"]),
        "queries": [min(found["queries"]), max(found["queries"])],
        "floor": statistics.median(ground),
        "read": data.kilobytes[0],
        "written": data.kilobytes[1],
        "measured": len(found["all"]),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
