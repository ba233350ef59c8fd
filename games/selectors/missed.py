"""Missed turns: deadlines that passed without a form of the player who held the seat during the whole
notice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from .. import clock
from ..contract import PlayerId, decode
from ..models import Game, Player, Resolution, Sitting, Turn


def turns_missed(
    game: Game, players: Iterable[Player], sittings: Iterable[Sitting]
) -> dict[PlayerId, tuple[str, ...]]:
    """The names of the turns that the present holder of each seat has missed, newest first. One query.

    A turn that a game master closes early is missed by nobody. Nor is a turn whose notice began before the
    holder had the seat, or whose deadline passed after the holder left, or
    from which the player is excused (`Turn.excused`). Bots and empty seats miss nothing.
    """
    held: dict[PlayerId, list[Sitting]] = {}
    by_seat: dict[tuple[int | None, int], list[Sitting]] = defaultdict(list)
    for sitting in sittings:
        by_seat[sitting.player_id, sitting.user_id].append(sitting)
    for player in players:
        if player.user_id is not None:
            held[PlayerId(player.pid)] = by_seat[player.pk, player.user_id]
    found: dict[PlayerId, tuple[str, ...]] = {}
    for missing, name, opened, noon, excused in _deadlines(game):
        begins = max(opened, clock.notice_begins(game.calendar, noon, game.notice))
        for pid in decode(missing, tuple[PlayerId, ...]):
            if pid not in excused and any(_during(sitting, begins, noon) for sitting in held.get(pid, ())):
                found[pid] = (*found.get(pid, ()), name)
    return found


def _deadlines(game: Game) -> Iterable[tuple[str, str, datetime, datetime, Mapping[str, str]]]:
    """The deadlines that somebody missed: who, which turn, when it opened, when it closed, who is
    excused."""
    rows = Resolution.objects.filter(game=game, cause=Resolution.Cause.DEADLINE).exclude(missing="[]")
    rows = rows.exclude(turn__status=Turn.Status.UNDONE).order_by("-number")
    return rows.values_list("missing", "turn__name", "turn__opened_at", "at", "turn__excused")


def _during(sitting: Sitting, begins: datetime, ends: datetime) -> bool:
    return sitting.since <= begins and (sitting.until is None or sitting.until >= ends)
