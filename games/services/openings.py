"""Which turns are open: the windows of a state beside the rows, and their clocks.

Whoever calls holds a transaction; nothing here commits.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from .. import clock, rows, vault
from ..contract import Closes, PlayerId, Window, decode, encode
from ..models import Game, OrderForm, Resolution, Turn
from .seat_forms import forms_settle

log = logging.getLogger(__name__)
UNRESOLVED = (Turn.Status.OPEN, Turn.Status.PAUSED, Turn.Status.STUCK)


@dataclass(slots=True)
class Asked:
    """The turns that ask something new: those just opened, with their seeds, and those open before
    that ask others now, or are open again."""

    fresh: list[tuple[Turn, bytes]] = field(default_factory=list)
    changed: list[Turn] = field(default_factory=list)


def sync_turns(
    game: Game,
    windows: Iterable[Window],
    opened: datetime,
    bots: Iterable[PlayerId] = (),
    turns: Iterable[Turn] | None = None,
) -> Asked:
    """Open a turn for each new name; a name still there keeps its deadline and forms, and stays stuck
    if it is; one that is gone is paused: it may come back. Returns the turns the bots have to look at.
    `turns`: those not resolved yet, where the caller has read them.

    A turn that awaits nobody but `bots` may close as soon as it is open, unless it closes at noon or
    all people are away.
    """
    hurry = _Hurry(game, frozenset(bots))
    if turns is None:
        turns = Turn.objects.filter(game=game, status__in=UNRESOLVED)
    known = {turn.name: turn for turn in turns}
    fresh: list[Turn] = []
    changed: list[Turn] = []
    for position, window in enumerate(windows):
        text = encode(window)
        turn = known.pop(window.name, None)
        if turn is None:
            fresh.append(_new_turn(game, window, text, position, opened, marked=hurry.at(window)))
        elif turn.status == Turn.Status.PAUSED:
            turn.status, turn.window, turn.position = Turn.Status.OPEN, text, position
            turn.deadline, turn.alarmed = deadline_of(game, window, opened), False
            turn.marked = may_close(game, turn, window)  # it comes back with the forms it had
            turn.save(update_fields=["status", "window", "position", "deadline", "alarmed", "marked"])
            changed.append(turn)
        elif turn.status == Turn.Status.STUCK:  # with the forms as they were cut, until it is tried again
            turn.window, turn.position = text, position
            turn.save(update_fields=["window", "position"])
        elif (turn.window, turn.position) != (text, position):
            turn.window, turn.position = text, position
            turn.marked = may_close(game, turn, window)  # fewer may be awaited than before
            turn.save(update_fields=["window", "position", "marked"])
            changed.append(turn)
        elif not turn.marked and hurry.at(window):  # somebody has come back
            Turn.objects.filter(pk=turn.pk).update(marked=True)
    _pause([turn for turn in known.values() if turn.status != Turn.Status.PAUSED])
    if not fresh:
        return Asked(changed=changed)
    secrets = [vault.new_secret() for _ in fresh]
    for turn, secret in zip(fresh, secrets, strict=True):
        turn.commitment = vault.commitment(secret)
    names = [field.attname for field in Turn._meta.concrete_fields if not field.primary_key]
    made = rows.run(
        *(rows.insert(Turn, {name: getattr(turn, name) for name in names}, numbered=True) for turn in fresh)
    )
    for turn, found in zip(fresh, made, strict=True):
        turn.pk = found[0][0]
    rows.run(*vault.kept_seeds(fresh, secrets))
    transaction.on_commit(lambda: _log_opened(game, fresh))
    return Asked(list(zip(fresh, secrets, strict=True)), changed)


def _pause(gone: list[Turn]) -> None:
    """The state asks these questions no longer; it may again, with the forms they have."""
    if not gone:
        return
    Turn.objects.filter(pk__in=[turn.pk for turn in gone]).update(
        status=Turn.Status.PAUSED, marked=False, incident="", incident_step=""
    )
    for turn in gone:
        if turn.status == Turn.Status.STUCK:
            turn.status = Turn.Status.PAUSED
            forms_settle(turn)


class _Hurry:
    """Whether turns that await bots alone close at once. Bots hold nobody up; but they leave people
    who are away the days that the rules give them: without a form of a person's in this chapter and
    the two before it, they play at the pace of noon. One query at most."""

    def __init__(self, game: Game, bots: frozenset[PlayerId]) -> None:
        self.game, self.bots = game, bots
        self.answer: bool | None = None

    def at(self, window: Window) -> bool:
        if window.is_door or window.closes is Closes.AT_NOON or not self.bots.issuperset(window.awaited):
            return False
        if self.answer is None:
            self.answer = self.game.is_rehearsal or self._people_about()
        return self.answer

    def _people_about(self) -> bool:
        since = self.game.chapter - 2
        if since < 1:
            return True  # it has hardly begun
        kept = Resolution.objects.filter(game=self.game, chapter__gte=since).values_list("forms", flat=True)
        return any(set(decode(forms, dict[str, Any])) - self.bots for forms in kept)


def _new_turn(
    game: Game, window: Window, text: str, position: int, opened: datetime, *, marked: bool
) -> Turn:
    return Turn(
        game=game, name=window.name, chapter=window.chapter, window=text, position=position,
        opened_at=opened, deadline=deadline_of(game, window, opened), marked=marked,
    )  # fmt: skip


def _log_opened(game: Game, turns: list[Turn]) -> None:
    for turn in turns:
        log.info(
            "turn opened game=%s turn_id=%s turn=%s deadline=%s",
            game.public_id, turn.pk, turn.name, turn.deadline.isoformat() if turn.deadline else "-",
        )  # fmt: skip


def may_close(game: Game, turn: Turn, window: Window) -> bool:
    """Whether a turn may close before its deadline: every awaited player is in; `AT_NOON`: every one
    is ready, and only in a game created so; what is saved counts anyway. Forms that lie in an
    `AT_ONCE` turn or at a door are bots': people's are resolved as they are handed in."""
    at_noon = window.closes is Closes.AT_NOON
    if at_noon and not game.early:
        return False
    forms = OrderForm.objects.filter(turn=turn, set_aside=False)
    if at_noon:
        forms = forms.filter(ready=True)
    numbers = {int(pid[1:]) for pid in asks(window)}
    count = forms.filter(player__number__in=numbers).count()
    return count > 0 if window.is_door else count == len(numbers)


def deadline_of(game: Game, window: Window, opened: datetime) -> datetime | None:
    """When a turn opened at `opened` closes: never for a door, nor in a rehearsal, whose player
    strikes noon himself."""
    if window.is_door or game.is_rehearsal:
        return None
    return clock.next_deadline(calendar_of(game), opened, game.notice)


def calendar_of(game: Game) -> clock.Calendar:
    return clock.Calendar(game.hour, game.zone, frozenset(game.days))


def asks(window: Window) -> tuple[PlayerId, ...]:
    """Of whom something is asked: the awaited; at a door, whoever may use it."""
    return window.awaited or window.welcome
