"""Claiming a game: its row locked, and what a resolution reads after that. Acts, noon, game masters and
seats all come here.

Whoever calls holds a transaction; nothing here commits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.db import connection

from .. import rows, vault
from ..contract import Orders, PlayerId, decode
from ..models import Game, Turn


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


def lock_game(game_id: int) -> Game:
    """The game's row, locked: by the transaction itself on SQLite, by the row on PostgreSQL."""
    return Game.objects.select_for_update().get(pk=game_id)


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
class Claim:
    """One open turn whose game is claimed, with all that a resolution reads. `game.number` is the
    claimed number already; `others`: the game's other turns, open, paused or stuck."""

    game: Game
    turn: Turn
    secret: bytes
    seats: Seats
    drawers: list[rows.Row]
    others: list[Turn]


def claim_turn(turn_id: int, *, wait: bool = True) -> Claim | None:
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
    return Claim(turn.game, turn, secret, _seats(seats), drawers, others)
