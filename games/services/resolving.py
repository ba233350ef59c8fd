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
from django.utils import timezone

from .. import clock, draws, rows, vault
from ..contract import Closes, Dice, Event, Orders, Outcome, PlayerId, Standing, State, Window, decode, encode
from ..models import Event as EventRow
from ..models import Game, Grant, Notice, OrderForm, Player, Resolution, Turn
from ..models import Standing as StandingRow
from ..registry import skin_for
from . import openings
from .bots import Bots

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Form:
    """A form as it was handed in, with what its receipt says. `revision`: how many times it was saved; 0
    where that was not kept yet."""

    orders: Orders
    fingerprint: str
    salt: str
    saved_at: datetime
    revision: int = 0


@dataclass(slots=True)
class Seats:
    """The seats of a game and the forms they handed in for one turn: one query's worth."""

    users: dict[PlayerId, int | None] = field(default_factory=dict)
    ids: dict[PlayerId, int] = field(default_factory=dict)
    bots: list[PlayerId] = field(default_factory=list)
    forms: dict[PlayerId, Form] = field(default_factory=dict)


# By hand: the ORM takes longer to put this join together than the database takes to answer it.
_SEATS = """
SELECT p.id, p.number, p.user_id, p.is_bot, f.orders, f.fingerprint, f.salt, f.saved_at, f.revision
FROM games_player p LEFT JOIN games_orderform f
    ON f.player_id = p.id AND f.turn_id = %s AND NOT f.set_aside
WHERE p.game_id = (SELECT game_id FROM games_turn WHERE id = %s) ORDER BY p.number
"""


def _seats(found: list[rows.Row]) -> Seats:
    """Every seat, and the form each handed in unless it was set aside."""
    seats = Seats()
    for pk, number, user, is_bot, orders, print_, salt, saved_at, revision in found:
        pid = PlayerId(f"p{number}")
        seats.users[pid], seats.ids[pid] = user, pk
        if is_bot:
            seats.bots.append(pid)
        if orders is not None:
            seats.forms[pid] = Form(decode(orders, Orders), print_, salt, _moment(saved_at), revision)
    return seats


def _moment(value: datetime | str) -> datetime:
    """An aware moment, which SQLite keeps as text in UTC."""
    if isinstance(value, datetime):
        return value
    return datetime.fromisoformat(value).replace(tzinfo=UTC)


# A conditional update locks the row alike on SQLite and PostgreSQL, where `select_for_update` would
# silently do nothing on the former: of several callers each has the game's row to itself in turn.
_CLAIM = """
UPDATE games_game SET number = number + 1 WHERE id = (
    SELECT g.id FROM games_game g JOIN games_turn t ON t.game_id = g.id
    WHERE t.id = %s AND t.status = 'open' AND g.stage = 'running' AND NOT g.paused {lock}
) RETURNING id
"""
_UNRESOLVED = """
SELECT {columns} FROM games_turn t WHERE t.status IN ('open', 'paused', 'stuck')
    AND t.game_id = (SELECT game_id FROM games_turn WHERE id = %s) ORDER BY t.id
"""


@dataclass(slots=True)
class Held:
    """One open turn whose game is claimed, with all that a resolution reads. `game.number` is the
    claimed number already; `others`: the game's other turns, open, paused or stuck."""

    game: Game
    turn: Turn
    secret: bytes
    seats: Seats
    drawers: list[rows.Row]
    others: list[Turn]


def hold(turn_id: int, *, wait: bool = True) -> Held | None:
    """Claim the game and read one of its open turns, in five statements. None if the game does not
    run or the turn is not open; without `wait` also if somebody else has the game just now.

    What is read comes after the claim: the turn may have been moved or resolved while we waited for
    the row. A caller who then resolves nothing undoes the claim by rolling back.
    """
    lock = ("FOR NO KEY UPDATE OF g" + ("" if wait else " SKIP LOCKED")) * (connection.vendor == "postgresql")
    # By itself: of the turns a hand comes to, another hand has resolved some meanwhile.
    (claimed,) = rows.run(rows.Statement(_CLAIM.format(lock=lock), (turn_id,)))
    if not claimed:
        return None
    turn_row, seats, drawers, known = rows.run(
        vault.turn_with_seed(turn_id),
        rows.Statement(_SEATS, (turn_id, turn_id)),
        vault.newest_of_turn(turn_id),
        rows.Statement(_UNRESOLVED.format(columns=rows.columns(Turn, "t")), (turn_id,)),
    )
    secret, turn = vault.turn_of(turn_row)
    others = [other for other in (rows.build(Turn, row) for row in known) if other.pk != turn_id]
    return Held(turn.game, turn, secret, _seats(seats), drawers, others)


def resolve_turn(held: Held, cause: str, now: datetime) -> tuple[Outcome[Any, Any, Any], Dice]:
    """Answer one open turn with the forms it has, and write everything that follows. Nine statements,
    whatever the number of players, and a few more where bots play."""
    game, turn, seats = held.game, held.turn, held.seats
    rules = skin_for(game.title).rules
    loaded = vault.read(rules, held.drawers)
    window = decode(turn.window, Window)
    forms = {pid: form for pid, form in seats.forms.items() if pid in window.players}
    if window.is_door:  # each use is resolved alone; the others' forms wait their turn
        forms = dict(list(forms.items())[:1])
        OrderForm.objects.filter(turn=turn, player__in=[seats.ids[pid] for pid in forms]).delete()
    orders = {pid: form.orders for pid, form in forms.items()}
    dice = Dice(vault.dice_key(held.secret, turn.resolutions, orders))
    outcome = rules.resolve(loaded.state, window, orders, dice)
    missing = [] if window.is_door else [p for p in window.awaited if p not in forms]
    due = turn.deadline if cause == Resolution.Cause.DEADLINE else None
    chapter = game.chapter  # that of the first question listed before
    _write(game, turn, chapter, cause, due or now, forms, missing, dice, outcome, loaded.texts)
    known = [*held.others, turn]
    _move_on(game, turn, known, seats, outcome.state, clock.counts_as_opened(due, now), due or now)
    return outcome, dice


def story(held: Held, cause: str, late: float = 0) -> str:
    """What the log says of a turn that was resolved: ids and figures, never an order. `late`: seconds."""
    game, turn = held.game, held.turn
    return (
        f"game={game.public_id} turn_id={turn.pk} turn={turn.name} cause={cause} number={game.number}"
        f" forms={len(held.seats.forms)} late_s={late:.1f} stage={game.stage}"
    )


def set_up(game: Game, players: list[Player], now: datetime) -> None:
    """Resolution 0 of a game that has just started: the first state, the first open turns."""
    rules = skin_for(game.title).rules
    secret = vault.new_secret()
    turn = Turn.objects.create(
        game=game, name="setup", chapter=0, window=encode(Window("setup", (0,), (), Closes.TOGETHER)),
        opened_at=now, status=Turn.Status.RESOLVED, commitment=vault.commitment(secret),
        resolutions=1, resolved_at=now,
    )  # fmt: skip
    rows.run(*vault.kept_seeds([turn], [secret]))
    dice = Dice(vault.dice_key(secret, 0, {}))
    outcome = rules.setup(tuple(PlayerId(p.pid) for p in players), game.options, dice)
    seats = Seats(
        users={PlayerId(p.pid): p.user_id for p in players},
        ids={PlayerId(p.pid): p.pk for p in players},
        bots=[PlayerId(p.pid) for p in players if p.is_bot],
    )
    turn.resolutions = 0
    _write(game, turn, 0, Resolution.Cause.SETUP, now, {}, [], dice, outcome, {})
    _move_on(game, None, [], seats, outcome.state, now, now)


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
    of = {"game_id": game.pk, "number": number}
    resolution = rows.insert(Resolution, {
        **of, "turn_id": turn.pk, "chapter": chapter, "cause": cause, "at": at, "made_at": timezone.now(),
        "forms": encode(dict(forms)), "missing": encode(missing),
        "draws": draws.packed(dice, vault.KEY_VERSION), "key_version": vault.KEY_VERSION,
        "rules_version": rules.meta.rules_version, "nth": turn.resolutions,
    })  # fmt: skip
    written = [resolution, vault.stored(game, number, rules, outcome.state, before)]
    told: dict[str, list[Event]] = defaultdict(list)
    for event in outcome.events:
        for reader in event.to:
            told[reader].append(event)
    if told:
        texts = [encode(events) for events in told.values()]
        written.append(
            rows.insert(EventRow, {**of, "chapter": chapter}, {"reader": list(told), "content": texts})
        )
    if grants := outcome.grants:
        each = {
            "reader": [g.reader for g in grants],
            "of": [g.of for g in grants],
            "chapters": [list(g.chapters) for g in grants],
            "without": [list(g.without) for g in grants],
        }
        written.append(rows.insert(Grant, {**of, "chapter": chapter}, each))
    if turn.status != Turn.Status.RESOLVED:  # but for the setup, which is no question
        written.append(_answered(game, turn, at, forms))
    rows.run(*written)


def _answered(game: Game, turn: Turn, at: datetime, forms: Iterable[PlayerId]) -> rows.Statement:
    """What an answer does to its turn: a question is resolved, a door stays open for the next. Whose
    forms were resolved at once is counted."""
    window = decode(turn.window, Window)
    turn.resolutions += 1
    if window.closes is Closes.AT_ONCE:
        turn.acts = {**turn.acts, **{pid: turn.acts.get(pid, 0) + 1 for pid in forms}}
    turn.marked = window.is_door and openings.may_close(game, turn, window)
    if not window.is_door:
        turn.status, turn.resolved_at = Turn.Status.RESOLVED, at
    changed = ("resolutions", "acts", "marked", "status", "resolved_at")
    return rows.update(Turn, turn.pk, {name: getattr(turn, name) for name in changed})


def _move_on(
    game: Game,
    turn: Turn | None,
    known: list[Turn],
    seats: Seats,
    state: State[Any, Any, Any],
    opened: datetime,
    at: datetime,
) -> None:
    """Compare the questions of the new state with the turns `known` to be unresolved; open, keep,
    pause and close. `turn` is the one that was answered."""
    written: list[rows.Statement] = []
    skin = skin_for(game.title)
    windows = skin.rules.windows(state.public)
    # A game that sleeps has doors alone, which may have no place in it: it keeps its chapter.
    asked_in = next((window.chapter for window in windows if not window.is_door), game.chapter)
    main = asked_in if windows else None
    if turn is not None and (main is None or main > game.chapter):
        game.latest = game.chapter
    if main is not None:
        game.chapter = main
    game.headline = skin.headline(state.public)
    game.touched_at = at
    fresh: list[Turn] = []
    if windows:
        known = [each for each in known if each.status != Turn.Status.RESOLVED]
        asked = openings.sync_turns(game, windows, opened, seats.bots, known)
        Bots(game, {pid: seats.ids[pid] for pid in seats.bots}, state, opened).hand_in(asked)
        fresh = [opened_turn for opened_turn, _secret in asked.fresh]
    else:
        finish(game, seats, skin.rules.standings(state.public) or (), at)
    written += _told(game, turn, fresh, seats, main)
    changed = ("number", "chapter", "latest", "headline", "touched_at", "stage", "finished_at")
    written.append(rows.update(Game, game.pk, {name: getattr(game, name) for name in changed}))
    rows.run(*written)


def finish(game: Game, seats: Seats, standings: Iterable[Standing], at: datetime) -> None:
    """The game is over: places for the lobby, no open turn left."""
    game.stage, game.finished_at = Game.Stage.FINISHED, at
    Turn.objects.filter(game=game, status__in=openings.UNRESOLVED).update(
        status=Turn.Status.RESOLVED, resolved_at=at
    )
    StandingRow.objects.bulk_create(
        StandingRow(game=game, player_id=seats.ids[s.player], rank=s.rank, score=s.score) for s in standings
    )


def _told(
    game: Game, turn: Turn | None, fresh: list[Turn], seats: Seats, main: int | None
) -> list[rows.Statement]:
    """Notices for the outbox: the start, a resolved turn, the end, each with the seals of the turn that
    was resolved and of those that opened. None for rehearsals and doors."""
    users = [user for user in seats.users.values() if user is not None]
    if not users or game.is_rehearsal or (turn is not None and decode(turn.window, Window).is_door):
        return []
    kind = Notice.Kind.RESOLVED
    if turn is None:
        kind = Notice.Kind.STARTED
    elif main is None:
        kind = Notice.Kind.FINISHED
    name = turn.name if turn else "setup"
    seals = [[each.name, each.commitment] for each in ([turn] if turn else []) + fresh]
    data = {"turn": name, "seals": seals}
    shared = {"game_id": game.pk, "kind": kind, "key": f"{kind}/{name}", "data": data}
    return [rows.insert(Notice, {**shared, "created_at": timezone.now()}, {"user_id": users}, once=True)]
