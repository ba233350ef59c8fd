"""A day more, for a player who asks: all open turns close one played day later.

Asking reveals nothing about saved forms: players may ask whether or not they have handed in, and nobody
learns who asked.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from ..clock import next_deadline
from ..models import Game, LedgerEntry, Notice, Player, Turn
from .claims import lock_game
from .ledger import ledger_write
from .notices import tell, tell_table
from .refusals import Refused

Act = LedgerEntry.Act


def may_ask(game: Game, player: Player | None) -> bool:
    """Whether the holder of this seat may still ask for a day more. At most one query."""
    if player is None or game.stage != Game.Stage.RUNNING or game.paused or not game.waits:
        return False
    return not player.waited and game.players.filter(waited=True).count() < game.waits


def noon_wait(*, player: Player) -> None:
    """Move each open deadline of a game to the next noon of a played day, for a player who asks; all are
    notified, but not told who asked. Raises `Refused`: `not_running`, `clock_stands`, `no_such_player`,
    `no_waits`, `no_deadline`, `due`."""
    with transaction.atomic():
        game = lock_game(player.game_id)
        if game.stage != Game.Stage.RUNNING or not game.has_clock:
            raise Refused("not_running")
        if game.paused:
            raise Refused("clock_stands")
        seat = game.players.filter(pk=player.pk, user=player.user_id).first()
        if seat is None:
            raise Refused("no_such_player")
        if not may_ask(game, seat):
            raise Refused("no_waits")
        now = timezone.now()
        turns = list(Turn.objects.filter(game=game, status=Turn.Status.OPEN, deadline__isnull=False))
        if not turns:
            raise Refused("no_deadline")
        if any(turn.is_due(now) for turn in turns):
            raise Refused("due")
        was = [turn.deadline for turn in turns if turn.deadline]
        for turn, deadline in zip(turns, was, strict=True):
            turn.deadline = next_deadline(game.calendar, deadline, 1)
        Turn.objects.bulk_update(turns, ["deadline"])
        seat.waited = True
        seat.save(update_fields=["waited"])
        until = min(turn.deadline for turn in turns if turn.deadline)
        data: dict[str, object] = {
            "was": min(was).isoformat(), "until": until.isoformat(), "waits": True, "act": str(Act.EXTENDED),
        }  # fmt: skip
        entry = ledger_write(game=game, act=Act.EXTENDED, data=data)
        users = game.players.exclude(user=None).values_list("user_id", flat=True)
        key = f"waits/{entry.pk}"
        tell(game=game, users=users, kind=Notice.Kind.ANNOUNCED, key=key, data=data)
        tell_table(game=game, kind=Notice.Kind.ANNOUNCED, key=key, data=data)
