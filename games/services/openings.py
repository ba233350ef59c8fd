"""Which turns are open: the windows of a state beside the rows, their clocks, and the bots' forms.

Whoever calls holds a transaction; nothing here commits.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from .. import clock, vault
from ..contract import Closes, Dice, PlayerId, State, Window, decode, encode
from ..models import Game, OrderForm, Turn
from ..receipts import fingerprint, new_salt
from ..registry import skin_for

log = logging.getLogger(__name__)


def sync_turns(
    game: Game, windows: Iterable[Window], opened: datetime, bots: Iterable[PlayerId] = ()
) -> list[tuple[Turn, bytes]]:
    """Open a turn for each new name; a name still there keeps its deadline and forms; one that is
    gone is closed, or paused if it was never resolved. Returns the fresh turns with their seeds.

    A turn that awaits nobody but `bots` may close as soon as it is open, unless it closes at noon.
    """
    known = {
        t.name: t for t in Turn.objects.filter(game=game, status__in=[Turn.Status.OPEN, Turn.Status.PAUSED])
    }
    fresh: list[Turn] = []
    for position, window in enumerate(windows):
        text = encode(window)
        turn = known.pop(window.name, None)
        if turn is None:
            fresh.append(_new_turn(game, window, text, position, opened, set(bots)))
        elif turn.status == Turn.Status.PAUSED:
            turn.status, turn.window, turn.position = Turn.Status.OPEN, text, position
            turn.deadline = deadline_of(game, window, opened)
            turn.save(update_fields=["status", "window", "position", "deadline"])
        elif (turn.window, turn.position) != (text, position):
            turn.window, turn.position = text, position
            turn.marked = may_close(game, turn, window)  # fewer may be awaited than before
            turn.save(update_fields=["window", "position", "marked"])
    gone = [t.pk for t in known.values() if t.status == Turn.Status.OPEN]
    if gone:
        Turn.objects.filter(pk__in=gone).update(status=Turn.Status.PAUSED, marked=False)
    if not fresh:
        return []
    secrets = [vault.new_secret() for _ in fresh]
    for turn, secret in zip(fresh, secrets, strict=True):
        turn.commitment = vault.commitment(secret)
    Turn.objects.bulk_create(fresh)
    vault.keep_seeds(fresh, secrets)
    transaction.on_commit(lambda: _log_opened(game, fresh))
    return list(zip(fresh, secrets, strict=True))


def _new_turn(
    game: Game, window: Window, text: str, position: int, opened: datetime, bots: set[PlayerId]
) -> Turn:
    bots_alone = not window.is_door and bots.issuperset(window.awaited)
    return Turn(
        game=game, name=window.name, chapter=window.chapter, window=text, position=position,
        opened_at=opened, deadline=deadline_of(game, window, opened),
        marked=bots_alone and window.closes is not Closes.AT_NOON,
    )  # fmt: skip


def _log_opened(game: Game, turns: list[Turn]) -> None:
    for turn in turns:
        log.info(
            "turn opened game=%s turn_id=%s turn=%s deadline=%s",
            game.public_id, turn.pk, turn.name, turn.deadline.isoformat() if turn.deadline else "-",
        )  # fmt: skip


def may_close(game: Game, turn: Turn, window: Window) -> bool:
    """Whether a sealed turn may close before its deadline. `TOGETHER`: every awaited player is in.
    `AT_NOON`: every one is ready, and only in a game created so; what is saved counts anyway."""
    if window.is_door or window.closes is Closes.AT_ONCE:
        return False
    at_noon = window.closes is Closes.AT_NOON
    if at_noon and not game.early:
        return False
    forms = OrderForm.objects.filter(turn=turn, set_aside=False)
    if at_noon:
        forms = forms.filter(ready=True)
    numbers = {int(pid[1:]) for pid in window.awaited}
    return forms.filter(player__number__in=numbers).count() == len(numbers)


def deadline_of(game: Game, window: Window, opened: datetime) -> datetime | None:
    """When a turn opened at `opened` closes: never for a door, nor in a rehearsal, whose player
    strikes noon himself."""
    if window.is_door or game.is_rehearsal:
        return None
    return clock.next_deadline(calendar_of(game), opened, game.notice)


def calendar_of(game: Game) -> clock.Calendar:
    return clock.Calendar(game.hour, game.zone, frozenset(game.days))


def bots_hand_in(
    game: Game,
    fresh: list[tuple[Turn, bytes]],
    bots: list[PlayerId],
    ids: Mapping[PlayerId, int],
    state: State[Any, Any, Any],
    now: datetime,
) -> None:
    """A bot's form is handed in as the turn opens, from its own view and dice of the turn's seed."""
    OrderForm.objects.bulk_create(
        form for turn, secret in fresh for form in bot_forms(game, turn, secret, bots, ids, state, now)
    )


def bot_forms(
    game: Game,
    turn: Turn,
    secret: bytes,
    bots: Iterable[PlayerId],
    ids: Mapping[PlayerId, int],
    state: State[Any, Any, Any],
    now: datetime,
) -> Iterable[OrderForm]:
    """The forms the bots would hand in for one turn (not for doors: a bot gives nothing away)."""
    rules = skin_for(game.title).rules
    window = decode(turn.window, Window)
    for pid in bots:
        if pid not in window.awaited:
            continue
        view = state.seen_by(pid)
        orders = rules.advise(view, window, Dice(vault.bot_key(secret, pid)))
        if orders is None or rules.check(view, window, orders):
            continue
        salt = new_salt()
        yield OrderForm(
            turn=turn, player_id=ids[pid], orders=encode(orders), ready=True, salt=salt,
            fingerprint=fingerprint(salt, turn.name, pid, orders), saved_at=now,
        )  # fmt: skip
