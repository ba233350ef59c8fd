"""Plays whole games of one title on one database and measures every resolution, by kind of question or act.
Run by `tools.bench moves`.

    python -m tools.bench.one_game TITLE PLAYERS GAMES [OPTION=VALUE]

Bots answer; at each door somebody hands in a random form once a chapter. Prints one line of JSON.
"""

# ruff: noqa: E402  (Django has to be set up before its models are imported)

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command

from games import vault
from games.contract import Closes, Dice, Orders, PlayerId, Window, decode, encode
from games.models import Game, Player, Turn
from games.registry import skin_for
from games.selectors import desks_of
from games.services.order_forms import order_form_save
from tools import stage

from . import floor
from .resolution import Timed, close, measured, read_texts, written_texts

LEAVES = ("leave", "resign")  # doors that are not used here
TRIES = 8
COUNTED = 2  # games whose statements are counted


@dataclass
class Found:
    """All resolutions of one kind: milliseconds, queries; `data`: the bytes of the last one; `bots`: the
    milliseconds of each form made by a bot."""

    forms: list[int] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    rules: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)
    data: floor.Bytes = field(default_factory=lambda: floor.Bytes((), ()))


class OneGame:
    """A game being played. `kinds`: the results so far, by kind of question or of order at a door."""

    def __init__(self, game: Game, timed: Timed, kinds: dict[str, Found], *, counted: bool) -> None:
        self.game, self.timed, self.kinds, self.counted = game, timed, kinds, counted
        self.rules = skin_for(game.title).rules
        self.visited = -1
        self.chain: list[tuple[float, float, int, floor.Bytes]] = []

    def play(self) -> None:
        while self.game.stage == Game.Stage.RUNNING:
            turn = stage.main_turn(self.game)
            if turn.chapter != self.visited:
                self.visited = turn.chapter
                self._doors()
                turn = stage.main_turn(self.game)
            window = decode(turn.window, Window)
            if window.is_door:
                return
            forms = self._answers(turn, window)
            self._resolve(turn, window.kind, forms, opens=window.kind == "turn", follows=True)

    def _doors(self) -> None:
        for turn in Turn.objects.filter(game=self.game, status=Turn.Status.OPEN).order_by("position"):
            turn.refresh_from_db()  # an earlier act at a door may have closed it
            window = decode(turn.window, Window)
            if not window.is_door or window.kind in LEAVES or turn.status != Turn.Status.OPEN:
                continue
            player = window.players[turn.pk % len(window.players)]
            orders = self._drawn(turn, window, player)
            if orders:
                self._resolve(turn, orders[0].kind, {player: orders})

    def _drawn(self, turn: Turn, window: Window, player: PlayerId) -> Orders | None:
        view = vault.load(self.game, self.rules).state.seen_by(player)
        tries = (
            self.rules.sample(view, window, Dice(f"{turn.pk}/{number}".encode())) for number in range(TRIES)
        )
        return next((orders for orders in tries if orders), None)

    def _answers(self, turn: Turn, window: Window) -> dict[PlayerId, Orders]:
        state, forms = vault.load(self.game, self.rules).state, dict[PlayerId, Orders]()
        for player in window.awaited:
            view, dice = state.seen_by(player), Dice(f"{turn.pk}/{player}".encode())
            began = time.process_time()
            forms[player] = self.rules.advise(view, window, dice) or ()
            if not self.counted:
                self.kinds[window.kind].bots.append((time.process_time() - began) * 1000)
        return forms

    def _resolve(
        self,
        turn: Turn,
        kind: str,
        forms: dict[PlayerId, Orders],
        *,
        opens: bool = False,
        follows: bool = False,
    ) -> None:
        """Resolve a turn and measure it. `opens`, `follows`: it begins or continues a turn that is measured
        as a whole, too."""
        seats = {player.pid: player for player in Player.objects.filter(game=self.game)}
        if decode(turn.window, Window).closes is Closes.AT_ONCE:
            (pid,) = forms
            (desk,) = desks_of(seats[pid], [turn])
            read = (*read_texts(self.game, turn, self.rules), encode(forms[pid]))
            took, _worked, queries = measured(
                lambda: order_form_save(
                    player=seats[pid], turn_name=turn.name, revision=desk.revision, orders=forms[pid]
                ),
                counted=self.counted,
            )
        else:
            stage.lay_in(turn, [(seats[pid], orders) for pid, orders in forms.items()])
            read = read_texts(self.game, turn, self.rules)
            took, _worked, queries = close(turn, counted=self.counted)
        self.game = Game.objects.get(pk=self.game.pk)
        data = floor.Bytes(read, written_texts(self.game))
        self._keep(kind, len(forms), [(self.timed.took, took, queries, data)])
        if opens and self.chain:
            if len(self.chain) > 1:
                self._keep("turn, and all it asked", 1, self.chain)
            self.chain = []
        if follows and (opens or self.chain):
            self.chain.append((self.timed.took, took, queries, data))

    def _keep(self, kind: str, forms: int, parts: list[tuple[float, float, int, floor.Bytes]]) -> None:
        found = self.kinds[kind]
        if self.counted:
            found.queries.append(sum(part[2] for part in parts))
            return
        found.forms.append(forms)
        found.rules.append(sum(part[0] for part in parts))
        found.all.append(sum(part[1] for part in parts))
        found.data = floor.Bytes(
            tuple(text for part in parts for text in part[3].read),
            tuple(text for part in parts for text in part[3].written),
        )


def main(title: str, players: int, games: int, options: dict[str, str]) -> None:
    call_command("migrate", interactive=False, verbosity=0)
    timed = Timed(skin_for(title).rules)
    kinds: dict[str, Found] = defaultdict(Found)
    for number in range(games + COUNTED):  # the counted ones come first and fill the caches
        chosen = stage.default_options(title, **options)
        game = stage.started_game(title, players, f"Bench {number}", options=chosen)
        OneGame(game, timed, kinds, counted=number < COUNTED).play()
    bare = floor.connect(os.environ.get("DATABASE_URL", ""), Path(settings.DATA_DIR))
    result = {kind: _row(found, bare) for kind, found in kinds.items() if found.all}
    bare.close()
    print(json.dumps(result))


def _row(found: Found, bare: floor.Bare) -> dict[str, Any]:
    return {
        "forms": round(statistics.mean(found.forms)),
        "rules": statistics.median(found.rules),
        "all": statistics.median(found.all),
        "bot": [statistics.median(found.bots), max(found.bots)] if found.bots else None,
        "queries": [min(found.queries), max(found.queries)] if found.queries else None,
        "floor": statistics.median(floor.measure(bare, found.data, 60)[10:]),
        "read": found.data.kilobytes[0],
        "written": found.data.kilobytes[1],
        "measured": len(found.all),
    }


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), dict(pair.split("=") for pair in sys.argv[4:]))
