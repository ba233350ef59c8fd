"""Plays games of one size on one database and measures their noons. Run by `tools.bench`.

    python -m tools.bench.one_turn PLAYERS GAMES

Prints one line of JSON. Rules, queries and the whole are measured where a worker calls them.
"""

# ruff: noqa: E402  (Django has to be set up before its models are imported)

from __future__ import annotations

import json
import os
import statistics
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command

from games.models import Game, Turn
from games.registry import all_skins
from tools import stage

from . import floor
from .resolution import Timed, close, read_texts, written_texts

RULES = all_skins()[0].rules


def play(players: int, number: int, timed: Timed, found: dict[str, list[float]]) -> floor.Bytes:
    """Play one whole game; every third noon has full forms and is measured into `found`. Returns the bytes of
    the last one. In between bots play, to earn the money for eleven orders."""
    game = started_game(players, number)
    data = floor.Bytes((), ())
    while game.stage == Game.Stage.RUNNING:
        turn = stage.main_turn(game)
        full = turn.chapter % 3 == 1
        orders = hand_in(game, turn, full)
        read = read_texts(game, turn, RULES)
        took, worked, queries = close(turn, counted=number == 0)
        game.refresh_from_db()
        if full:
            found["all"].append(took)
            found["worked"].append(worked)
            found["rules"].append(timed.took)
            found["orders"].append(orders)
            data = floor.Bytes(read, written_texts(game))
        if number == 0:
            found["queries"].append(queries)
    return data


def started_game(players: int, number: int) -> Game:
    options = {
        option.key: False if option.default is True else option.default for option in RULES.meta.options
    }
    return stage.started_game(RULES.meta.key, players, f"Bench {players}/{number}", options=options)


def hand_in(game: Game, turn: Turn, full: bool) -> int:
    """Hand in forms for all players, full ones or those of bots; returns the number of orders."""
    return stage.hand_in(game, turn, range(1, 1 + game.players.count()) if full else ())


def main(players: int, games: int) -> None:
    call_command("migrate", interactive=False, verbosity=0)
    timed = Timed(RULES)
    found: dict[str, list[float]] = {name: [] for name in ("all", "worked", "rules", "queries", "orders")}
    data = floor.Bytes((), ())
    play(players, 0, timed, found)
    # the first game filled the caches, and its queries were counted
    found |= {"all": [], "worked": [], "rules": [], "orders": []}
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
