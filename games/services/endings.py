"""Ending a running game before its rules do: its pages stay readable, and nobody has a final place."""

from __future__ import annotations

from datetime import datetime

from ..models import Game, Notice, Turn
from ..writes import Writes
from . import openings, resolving
from .claims import Seats
from .notices import tell


def game_end_early(game: Game, ended: Game.Ended, at: datetime) -> None:
    """End a running game, whose row is locked, in its current state: its open turns are not resolved, no
    places are written, and everybody gets a notice. Six queries."""
    game.ended, game.paused, game.idle_since = ended, False, None
    unresolved = list(Turn.objects.filter(game=game, status__in=openings.UNRESOLVED))
    writes, data = Writes(), {"ended": str(ended)}
    resolving.finish(writes, game, unresolved, Seats(), (), at, data)
    changed = ("stage", "finished_at", "ended", "paused", "idle_since")
    writes.update(Game, game.pk, {name: getattr(game, name) for name in changed})
    writes.run()
    users = game.players.values_list("user_id", flat=True)
    tell(game=game, users=users, kind=Notice.Kind.FINISHED, key="finished", data=data)
