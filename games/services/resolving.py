"""One resolution: from a claimed game row to rows written. Setup, noons and single acts share it.

Whoever calls holds a transaction and has claimed the game's number; nothing here commits.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from .. import clock, vault
from ..contract import Closes, Dice, Event, Orders, Outcome, PlayerId, Standing, State, Window, decode, encode
from ..models import Event as EventRow
from ..models import Game, Grant, Notice, OrderForm, Player, Resolution, Turn
from ..models import Standing as StandingRow
from ..registry import skin_for
from . import openings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Form:
    """A form as it was handed in, with what its receipt says."""

    orders: Orders
    fingerprint: str
    salt: str
    saved_at: datetime


@dataclass(slots=True)
class Seats:
    """The seats of a game and the forms they handed in for one turn: one query's worth."""

    users: dict[PlayerId, int | None] = field(default_factory=dict)
    ids: dict[PlayerId, int] = field(default_factory=dict)
    bots: list[PlayerId] = field(default_factory=list)
    forms: dict[PlayerId, Form] = field(default_factory=dict)


# By hand: the ORM takes longer to put this join together than the database takes to answer it.
_SEATS = """
SELECT p.id, p.number, p.user_id, p.is_bot, f.orders, f.fingerprint, f.salt, f.saved_at
FROM games_player p LEFT JOIN games_orderform f
    ON f.player_id = p.id AND f.turn_id = %s AND NOT f.set_aside
WHERE p.game_id = %s ORDER BY p.number
"""


def seats_with_forms(game: Game, turn: Turn) -> Seats:
    """Every seat, and the form each handed in for `turn` unless it was set aside. One query."""
    seats = Seats()
    with connection.cursor() as cursor:
        cursor.execute(_SEATS, [turn.pk, game.pk])
        rows = cursor.fetchall()
    for pk, number, user, is_bot, orders, print_, salt, saved_at in rows:
        pid = PlayerId(f"p{number}")
        seats.users[pid], seats.ids[pid] = user, pk
        if is_bot:
            seats.bots.append(pid)
        if orders is not None:
            seats.forms[pid] = Form(decode(orders, Orders), print_, salt, _moment(saved_at))
    return seats


def _moment(value: datetime | str) -> datetime:
    """An aware moment, which SQLite keeps as text in UTC."""
    if isinstance(value, datetime):
        return value
    return datetime.fromisoformat(value).replace(tzinfo=UTC)


def claim(game_id: int, number: int) -> bool:
    """Take the game's next resolution: true for one caller only, also on two databases at once.

    A conditional update locks the row alike on SQLite and PostgreSQL, where `select_for_update`
    would silently do nothing on the former.
    """
    running = Game.objects.filter(pk=game_id, number=number, stage=Game.Stage.RUNNING, paused=False)
    return running.update(number=number + 1) == 1


def resolve_turn(
    game: Game, turn: Turn, secret: bytes, seats: Seats, cause: str, now: datetime
) -> tuple[Outcome[Any, Any, Any], Dice]:
    """Answer one open turn with the forms it has, and write everything that follows.

    `game.number` is the claimed number already. Ten queries or so, whatever the number of players.
    """
    rules = skin_for(game.title).rules
    loaded = vault.load(game, rules)
    window = decode(turn.window, Window)
    forms = {pid: form for pid, form in seats.forms.items() if pid in window.players}
    if window.is_door:  # each use is resolved alone; the others' forms wait their turn
        forms = dict(list(forms.items())[:1])
        OrderForm.objects.filter(turn=turn, player__in=[seats.ids[pid] for pid in forms]).delete()
    key = vault.dice_key(secret, turn.resolutions, {p: f.fingerprint for p, f in forms.items()})
    dice = Dice(key)
    outcome = rules.resolve(loaded.state, window, {p: f.orders for p, f in forms.items()}, dice)
    missing = [] if window.is_door else [p for p in window.awaited if p not in forms]
    due = turn.deadline if cause == Resolution.Cause.DEADLINE else None
    chapter = game.chapter  # that of the first question listed before
    _write(game, turn, chapter, cause, due or now, forms, missing, dice, outcome, loaded.texts)
    _move_on(game, turn, seats, outcome.state, clock.counts_as_opened(due, now), due or now)
    return outcome, dice


def set_up(game: Game, players: list[Player], now: datetime) -> None:
    """Resolution 0 of a game that has just started: the first state, the first open turns."""
    rules = skin_for(game.title).rules
    secret = vault.new_secret()
    turn = Turn.objects.create(
        game=game, name="setup", chapter=0, window=encode(Window("setup", (0,), (), Closes.TOGETHER)),
        opened_at=now, status=Turn.Status.RESOLVED, commitment=vault.commitment(secret),
        resolutions=1, resolved_at=now,
    )  # fmt: skip
    vault.keep_seeds([turn], [secret])
    dice = Dice(vault.dice_key(secret, 0, {}))
    outcome = rules.setup(tuple(PlayerId(p.pid) for p in players), game.options, dice)
    seats = Seats(
        users={PlayerId(p.pid): p.user_id for p in players},
        ids={PlayerId(p.pid): p.pk for p in players},
        bots=[PlayerId(p.pid) for p in players if p.is_bot],
    )
    turn.resolutions = 0
    _write(game, turn, 0, Resolution.Cause.SETUP, now, {}, [], dice, outcome, {})
    _move_on(game, None, seats, outcome.state, now, now)


# ---- writing --------------------------------------------------------------------------------------


def _write(
    game: Game,
    turn: Turn,
    chapter: int,
    cause: str,
    at: datetime,
    forms: Mapping[PlayerId, Form],
    missing: list[PlayerId],
    dice: Dice,
    outcome: Outcome[Any, Any, Any],
    before: Mapping[str, str],
) -> None:
    rules = skin_for(game.title).rules
    number = game.number
    kept = {
        pid: {"orders": f.orders, "fingerprint": f.fingerprint, "salt": f.salt, "saved_at": f.saved_at}
        for pid, f in forms.items()
    }
    Resolution.objects.create(
        game=game, number=number, turn=turn, chapter=chapter, cause=cause, at=at,
        forms=encode(kept), missing=encode(missing), draws=encode(dict(dice.drawn)),
        rules_version=rules.meta.rules_version, nth=turn.resolutions,
    )  # fmt: skip
    vault.store(game, number, rules, outcome.state, before)
    told: dict[str, list[Event]] = defaultdict(list)
    for event in outcome.events:
        for reader in event.to:
            told[reader].append(event)
    EventRow.objects.bulk_create(
        EventRow(game=game, number=number, chapter=chapter, reader=reader, content=encode(events))
        for reader, events in told.items()
    )
    if outcome.grants:
        Grant.objects.bulk_create(
            Grant(
                game=game, number=number, chapter=chapter, reader=g.reader, of=g.of,
                chapters=list(g.chapters), without=list(g.without),
            )
            for g in outcome.grants
        )  # fmt: skip


def _move_on(
    game: Game, turn: Turn | None, seats: Seats, state: State[Any, Any, Any], opened: datetime, at: datetime
) -> None:
    """Compare the questions of the new state with the open turns; open, keep, pause and close."""
    skin = skin_for(game.title)
    windows = skin.rules.windows(state.public)
    main = windows[0].chapter if windows else None
    if turn is not None:
        turn.resolutions += 1
        window = decode(turn.window, Window)
        turn.marked = window.is_door and openings.may_close(game, turn, window)
        if not window.is_door:
            turn.status, turn.resolved_at = Turn.Status.RESOLVED, at
        turn.save(update_fields=["resolutions", "marked", "status", "resolved_at"])
        if main is None or main > game.chapter:
            game.latest = game.chapter
    if main is not None:
        game.chapter = main
    game.headline = skin.headline(state.public)
    game.touched_at = at
    if windows:
        asked = openings.sync_turns(game, windows, opened, seats.bots)
        openings.bots_hand_in(game, asked, seats.bots, seats.ids, state, opened)
    else:
        finish(game, seats, skin.rules.standings(state.public) or (), at)
    _tell(game, turn, seats, main)
    game.save(update_fields=["number", "chapter", "latest", "headline", "touched_at", "stage", "finished_at"])


def finish(game: Game, seats: Seats, standings: Iterable[Standing], at: datetime) -> None:
    """The game is over: places for the lobby, no open turn left."""
    game.stage, game.finished_at = Game.Stage.FINISHED, at
    Turn.objects.filter(game=game, status__in=openings.UNRESOLVED).update(
        status=Turn.Status.RESOLVED, resolved_at=at
    )
    StandingRow.objects.bulk_create(
        StandingRow(game=game, player_id=seats.ids[s.player], rank=s.rank, score=s.score) for s in standings
    )


def _tell(game: Game, turn: Turn | None, seats: Seats, main: int | None) -> None:
    """Notices for the outbox: the start, a resolved turn, the end. None for rehearsals and doors."""
    if game.is_rehearsal or (turn is not None and decode(turn.window, Window).is_door):
        return
    kind = Notice.Kind.RESOLVED
    if turn is None:
        kind = Notice.Kind.STARTED
    elif main is None:
        kind = Notice.Kind.FINISHED
    name = turn.name if turn else "setup"
    Notice.objects.bulk_create(
        (
            Notice(user_id=user, game=game, kind=kind, key=f"{kind}/{name}", data={"turn": name})
            for user in seats.users.values()
            if user is not None
        ),
        ignore_conflicts=True,
    )
