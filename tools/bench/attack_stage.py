"""Prepares the site for `attack`, in a process of its own on the site's database: accounts with sessions that
have played one game to its end with full forms.

    python -m tools.bench.attack_stage ACCOUNTS
"""

# ruff: noqa: E402  (Django has to be set up before its models are imported)

from __future__ import annotations

import json
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from games.models import Game, Resolution
from games.services.turns import turn_close
from tools import stage

from .mixed_stage import session_of

SEATS = 10


def main(accounts: int) -> None:
    options = stage.default_options("corporate", characters=False)
    game = stage.started_game("corporate", SEATS, "Fifth Avenue", "attacker", is_public=True, options=options)
    while game.stage == Game.Stage.RUNNING:
        turn = stage.main_turn(game)
        stage.hand_in(game, turn, range(1, SEATS + 1))
        assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
        game = Game.objects.get(pk=game.pk)
    sessions = [session_of(stage.user_of(number, "attacker")) for number in range(1, accounts + 1)]
    print(json.dumps({"game": game.public_id, "chapters": game.latest + 1, "sessions": sessions}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
