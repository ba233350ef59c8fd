"""Applies a game's policy on noons missed in a row: all players get a notice, the place is offered, or a bot
plays there. Done after noon, in a transaction of its own, from the stored resolutions."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from config.logs import MAILED, format_traceback
from web.errors import DATABASE_UNAVAILABLE

from ..contract import PlayerId, decode
from ..models import Game, LedgerEntry, Notice, OnMissed, Player, Resolution, Turn, invitation_token
from ..policies import COUNTED, consequences
from ..selectors import turns_missed
from .claims import lock_game
from .ledger import ledger_write
from .notices import tell, tell_table
from .seating import in_play, open_turns, seat_to_bot

log = logging.getLogger(__name__)
Act = LedgerEntry.Act
MOST = 200  # games handled in one minute; the next minute continues


def absences_settle() -> int:
    """Apply the policy of every game to the noons since the last call; returns how many games there were. One
    query if there is nothing to do. A game that raises is left for the next minute and does not delay the
    others.
    """
    found = Game.objects.filter(stage=Game.Stage.RUNNING, missed_until__lt=F("number")).exclude(on_missed="")
    games = list(found.order_by("pk").values_list("pk", flat=True)[:MOST])
    for key in games:
        try:
            with transaction.atomic():
                _settle(lock_game(key))
        except DATABASE_UNAVAILABLE as problem:
            log.error("absences put off game_id=%s %s", key, type(problem).__name__)
            break
        except Exception as problem:
            log.error("absences game_id=%s\n%s", key, format_traceback(problem), extra=MAILED)
    return len(games)


def _settle(game: Game) -> None:
    """Apply the policy to players who missed noons since the last call, and withdraw the offers of seats
    whose players handed in. Locks the game's row."""
    if game.stage != Game.Stage.RUNNING or game.missed_until >= game.number:
        return
    now = timezone.now()
    if not game.paused and any(turn.is_due(now) for turn in open_turns(game)):
        return  # the due turn is resolved first, because its forms may not change hands
    struck = _struck(game, game.missed_until)
    game.missed_until = game.number
    game.save(update_fields=["missed_until"])
    if not struck:
        return
    seats = list(game.players.exclude(user=None).select_related("user").order_by("number"))
    missed = turns_missed(game, seats, game.sittings.all())
    rows = in_a_row(game, seats, missed)
    played = any(not rows[PlayerId(seat.pid)] for seat in seats)
    for seat in seats:
        pid = PlayerId(seat.pid)
        count = rows[pid]
        if struck.intersection(missed.get(pid, ())) and 0 < count <= COUNTED:
            what = consequences(game)[count - 1]
            # If nobody plays at all, nobody loses a place: the game pauses itself and can be resumed as it
            # was.
            _follow(game, seat, count, what if played or what is OnMissed.NOTHING else OnMissed.TOLD)
        elif seat.offer is not None and not count:
            seat.offer = None
            seat.save(update_fields=["offer"])
            _tell(game, seat, {"back": True})


def _struck(game: Game, since: int) -> set[str]:
    """The names of the turns that a deadline closed after resolution `since`."""
    rows = Resolution.objects.filter(game=game, number__gt=since, cause=Resolution.Cause.DEADLINE)
    return set(rows.exclude(turn__status=Turn.Status.UNDONE).values_list("turn__name", flat=True))


def in_a_row(
    game: Game, seats: Collection[Player], missed: Mapping[PlayerId, Collection[str]]
) -> dict[PlayerId, int]:
    """How many noons in a row the holder of each of these seats has missed until now, counted to one more
    than `COUNTED`. A form ends the row, for any turn and saved by anybody; excused turns neither count nor
    end it. Turns missed at the same noon count once. `missed`: the turns that each seat has missed."""
    moments: dict[PlayerId, set[datetime]] = {PlayerId(seat.pid): set() for seat in seats}
    going_on = {pid for pid in moments if missed.get(pid)}
    rows = Resolution.objects.filter(game=game).exclude(turn__status=Turn.Status.UNDONE).order_by("-number")
    wanted = rows.exclude(cause=Resolution.Cause.SETUP).values_list("turn__name", "at", "forms")
    for name, at, forms in wanted.iterator() if going_on else ():
        answered: Collection[str] = decode(forms, dict[str, object])
        for pid in list(going_on):
            if pid in answered:
                going_on.discard(pid)
            elif name in missed[pid]:
                moments[pid].add(at)
                if len(moments[pid]) > COUNTED:
                    going_on.discard(pid)
        if not going_on:
            break
    return {pid: len(found) for pid, found in moments.items()}


def _follow(game: Game, seat: Player, count: int, what: OnMissed) -> None:
    if what is OnMissed.NOTHING:
        return
    if what is OnMissed.TOLD or not in_play(game, seat):
        _tell(game, seat, {"nth": count, "way": str(OnMissed.TOLD)})
    elif what is OnMissed.OFFERED:
        seat.offer = seat.offer or invitation_token()
        seat.save(update_fields=["offer"])
        _tell(game, seat, {"nth": count, "way": str(what)})
    else:
        _hand_over(game, seat, count)


def _hand_over(game: Game, seat: Player, count: int) -> None:
    """Let a bot play in the seat of somebody who missed this many noons, and offer the place."""
    user = seat.user_id
    data: dict[str, object] = {"name": seat.name, "about": user, "nth": count, "act": str(Act.BOT)}
    seat_to_bot(game, seat)
    entry = ledger_write(game=game, act=Act.BOT, data=data)
    key = f"absent/{entry.pk}"
    tell(game=game, users=[user], kind=Notice.Kind.REMOVED, key=key, data=data)
    others = game.players.exclude(user=None).values_list("user_id", flat=True)
    tell(game=game, users=others, kind=Notice.Kind.ANNOUNCED, key=key, data=data)
    tell_table(game=game, kind=Notice.Kind.ANNOUNCED, key=key, data=data, asks=True)


def _tell(game: Game, seat: Player, what: dict[str, object]) -> None:
    """Write to the ledger that noons were missed, or that somebody is back, and notify all players and the
    masters."""
    data: dict[str, object] = {"name": seat.name, "about": seat.user_id, **what, "act": str(Act.ABSENT)}
    entry = ledger_write(game=game, act=Act.ABSENT, data=data)
    users = game.players.exclude(user=None).values_list("user_id", flat=True)
    key = f"absent/{entry.pk}"
    tell(game=game, users=users, kind=Notice.Kind.ANNOUNCED, key=key, data=data)
    tell_table(game=game, kind=Notice.Kind.ANNOUNCED, key=key, data=data, asks="back" not in what)
