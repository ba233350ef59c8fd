"""Sets the stage for the tests with real processes, from a process of its own on the site's own database.

`make N P`: N started games of P players, each with a full form handed in; `due`: every open turn becomes
due; `report`: what each game has come to, as JSON; `crowd P`: one started game whose P players are logged in
and have handed in nothing; `strike S`: its deadline is in S seconds; `counted`: what its first turn took.
"""

# ruff: noqa: E402  (Django has to be set up before its models are imported)

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db.models import F
from django.utils import timezone

from accounts.sessions import SessionStore
from games.contract import Closes, Window, decode
from games.models import Game, Player, Resolution, Turn
from games.registry import all_skins
from games.services.turns import turn_close
from tools import stage


def make(games: int, players: int) -> None:
    """Started games whose players have all handed in what the title's bot advises."""
    title = all_skins()[0].rules.meta.key
    users = [stage.user_of(number, is_staff=True) for number in range(players)]
    for number in range(games):
        # Each has a creator of its own: nobody may gather players for many games at once.
        plan = stage.settings_of(title, f"Game {number}", players, is_public=True)
        game = stage.game_of(plan, users[number % players :] + users[: number % players])
        to_the_first_noon(game)


def to_the_first_noon(game: Game) -> None:
    """Everybody answers what comes before the first noon, and hands in a form for it."""
    while True:
        turn = stage.main_turn(game)
        stage.bots_hand_in(game, turn)
        if decode(turn.window, Window).closes is Closes.AT_NOON:
            return
        turn_close(turn_id=turn.pk)
        game.refresh_from_db()


def due() -> None:
    """Noon was a moment ago, for everybody."""
    Turn.objects.filter(status=Turn.Status.OPEN, deadline__isnull=False).update(
        deadline=timezone.now() - timedelta(seconds=1), opened_at=F("opened_at") - timedelta(days=1)
    )


def report() -> None:
    games = {}
    for game in Game.objects.exclude(stage=Game.Stage.GATHERING).order_by("pk"):
        resolutions = list(
            Resolution.objects.filter(game=game).order_by("number").values_list("number", "turn__name")
        )
        games[game.public_id] = {
            "number": game.number,
            "resolutions": resolutions,
            "open": list(
                Turn.objects.filter(game=game, status="open")
                .order_by("position")
                .values_list("name", flat=True)
            ),
            "stuck": Turn.objects.filter(game=game, status="stuck").count(),
            "consumed": len(decode(Resolution.objects.filter(game=game).latest("number").forms, dict)),
        }
    print(json.dumps(games))


def crowd(players: int) -> None:
    """One game of so many, and for each a log-in: its address, the turn asked, the sessions."""
    users = [stage.user_of(number) for number in range(1, players + 1)]
    game = stage.game_of(stage.settings_of("corporate", "The last second", players, is_public=True), users)
    sessions = {}
    for user in users:
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        sessions[Player.objects.get(game=game, user=user).pid] = session.session_key
    turn = Turn.objects.get(game=game, status=Turn.Status.OPEN)
    print(json.dumps({"game": game.public_id, "turn": turn.name, "sessions": sessions}))


def strike(seconds: int) -> None:
    """Every open turn closes in so many seconds; prints that moment, in seconds since 1970."""
    deadline = timezone.now() + timedelta(seconds=seconds)
    Turn.objects.filter(status=Turn.Status.OPEN, deadline__isnull=False).update(deadline=deadline)
    print(deadline.timestamp())


def counted() -> None:
    """The forms that the one game's first turn was resolved with, or null if it was not."""
    resolutions = Resolution.objects.exclude(number=0)
    found = [{"forms": decode(row.forms, dict), "missing": decode(row.missing, list)} for row in resolutions]
    assert len(found) < 2, "resolved twice"
    print(json.dumps(found[0] if found else None, default=str))


if __name__ == "__main__":
    commands = {
        "make": make, "due": due, "report": report, "crowd": crowd, "strike": strike, "counted": counted,
    }  # fmt: skip
    commands[sys.argv[1]](*map(int, sys.argv[2:]))
