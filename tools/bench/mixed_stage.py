"""Prepares the site for the mixed load, in a process of its own on the site's database.

    python -m tools.bench.mixed_stage make GAMES PLAYERS | due MOMENT herd|crowd | state | verdict

`make`: GAMES games of eight bots with full forms (the herd), and a game of eight for each of PLAYERS players,
who are logged in (the crowd); prints the players and their games. `due`: sets the noon of either, in seconds
since 1970. `state`: the number of games that wait. `verdict`: the forms with which the crowd's noon was
resolved.
"""

# ruff: noqa: E402  (Django has to be set up before its models are imported)

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from accounts.sessions import SessionStore
from games.contract import decode
from games.models import Game, Player, Resolution, Turn
from tools import stage

from .crowd import copy_game

TITLE, SEATS = "corporate", 8
HERD, CROWD = "Fifth Avenue", "Battery Park"


def make(games: int, players: int) -> None:
    options = stage.default_options(TITLE, characters=False)
    public: dict[str, Any] = {"is_public": True, "options": options}
    herd = stage.played_to(stage.started_game(TITLE, SEATS, HERD, "herd", **public), 1)
    stage.hand_in(herd, stage.main_turn(herd), range(1, SEATS + 1))
    copy_game(herd, games - 1)
    made = []
    for number in range(-(-players // SEATS)):
        seats = min(SEATS, players - number * SEATS)
        name = f"{CROWD} {number}"
        game = stage.played_to(stage.started_game(TITLE, max(2, seats), name, f"crowd{number}-", **public), 1)
        turn = stage.main_turn(game)
        made += [
            {"game": game.public_id, "pid": player.pid, "turn": turn.name, "session": session_of(player.user)}
            for player in Player.objects.filter(game=game).select_related("user")
        ]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(json.dumps(made[:players]))


def session_of(user: User | None) -> str:
    """The key of a new session in which a user is logged in."""
    assert user is not None
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def of(which: str) -> QuerySet[Turn]:
    """The turns of the first noon of the herd or of the crowd."""
    name = HERD if which == "herd" else CROWD
    return Turn.objects.filter(game__name__startswith=name, name="quarter/1")


def due(moment: str, which: str) -> None:
    of(which).filter(status=Turn.Status.OPEN).update(deadline=datetime.fromtimestamp(float(moment), UTC))


def state() -> None:
    waiting = {which: of(which).exclude(status=Turn.Status.RESOLVED).count() for which in ("herd", "crowd")}
    print(json.dumps({**waiting, "stuck": Turn.objects.filter(status=Turn.Status.STUCK).count()}))


def verdict() -> None:
    """The delay of the last game of the herd, and each form that the crowd's noon used."""
    took = [row.made_at - row.at for row in Resolution.objects.filter(turn__in=of("herd"))]
    forms: dict[str, Any] = {}
    missing: dict[str, Any] = {}
    for row in Resolution.objects.filter(turn__in=of("crowd")).select_related("game"):
        assert row.game.public_id not in forms, "resolved twice"
        forms[row.game.public_id] = decode(row.forms, dict)
        missing[row.game.public_id] = decode(row.missing, list)
    late = max(took).total_seconds() if took else 0.0
    found = {"games": len(took), "late": late, "forms": forms, "missing": missing}
    print(json.dumps(found, default=str))


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "make":
        make(*map(int, rest))
    else:
        calls: dict[str, Callable[..., None]] = {"due": due, "state": state, "verdict": verdict}
        calls[what](*rest)
    assert Game.objects.exists()
