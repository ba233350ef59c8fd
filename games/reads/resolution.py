"""Statements for changing a game: the claimed games, their turns with seeds, the forms of all seats, every
drawer. Only `vault` and the services may use them.

On PostgreSQL each claim locks the game's row and reads only that row, because other rows might change while
it waits. On SQLite the transaction itself is the lock.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import connection
from django.utils import timezone

from ..models import Game, Turn, Vacation
from ..rows import Statement, among, columns, listed

# Part of a claim, for the rest of its transaction: what is prepared is planned once. PostgreSQL would plan a
# statement that is given short arrays anew at each use, which takes longer than to run it.
_PLAN_ONCE = "set_config('plan_cache_mode', 'force_generic_plan', TRUE) <> ''"


def claim_of_turn(turn_id: int, *, wait: bool) -> Statement:
    """The columns of a turn's game, if it is running, with its row locked. Without `wait`, no row if another
    transaction has locked it."""
    rest = ""
    if connection.vendor == "postgresql":
        rest = f"AND {_PLAN_ONCE} FOR NO KEY UPDATE" + ("" if wait else " SKIP LOCKED")
    return Statement(
        f"""
SELECT {columns(Game, "g")} FROM games_game g
WHERE g.id = (SELECT game_id FROM games_turn WHERE id = %s) AND g.stage = 'running' AND NOT g.paused {rest}
""",
        (turn_id,),
    )


def claim_of_due(now: datetime, titles: Collection[str], without: Collection[int], most: int) -> Statement:
    """Up to `most` games that have a due turn, are not locked, and are now: their columns. PostgreSQL only.

    The deadline only selects candidates: whether a turn is still due is checked after the game is claimed.
    The number of games is in the text, so that PostgreSQL plans for few rows.
    """
    return Statement(
        f"""
SELECT {columns(Game, "g")} FROM games_turn t JOIN games_game g ON g.id = t.game_id
WHERE t.status = 'open' AND t.deadline <= %s AND t.id <> ALL(%s)
    AND g.stage = 'running' AND NOT g.paused AND g.title = ANY(%s) AND {_PLAN_ONCE}
ORDER BY t.deadline LIMIT {most} FOR NO KEY UPDATE OF g SKIP LOCKED
""",
        (now, list(without), list(titles)),
    )


def claim_of_game(game_id: int, now: datetime) -> Statement:
    """A game, with its row locked and touched now: its columns."""
    rest = f" AND {_PLAN_ONCE}" if connection.vendor == "postgresql" else ""
    return Statement(
        f"UPDATE games_game SET touched_at = %s WHERE id = %s{rest} RETURNING {columns(Game, 'games_game')}",
        (Game._meta.get_field("touched_at").get_db_prep_save(now, connection), game_id),
    )


def unresolved_turns(games: Iterable[int]) -> Statement:
    """The open, paused and stuck turns of some games: seed, columns of the turn."""
    return Statement(
        f"""
SELECT s.secret, {columns(Turn, "t")} FROM games_turn t LEFT JOIN games_seed s ON s.turn_id = t.id
WHERE {among("t.game_id")} AND t.status IN ('open', 'paused', 'stuck') ORDER BY t.id
""",
        (listed(games),),
    )


def unresolved_turns_with_form_of(player_id: int, game_id: int) -> Statement:
    """The unresolved turns of one game: the user of a seat, whether they are on vacation from it, id and
    revision of that seat's form, seed, columns of the turn. No row if the seat is gone."""
    now = Vacation._meta.get_field("ends_at").get_db_prep_value(timezone.now(), connection)
    return Statement(
        f"""
SELECT p.user_id, EXISTS (
    SELECT 1 FROM games_vacation v WHERE v.user_id = p.user_id AND v.begins_at <= %s AND v.ends_at > %s
        AND v.ended_at IS NULL AND (v.game_id IS NULL OR v.game_id = p.game_id)
), f.id, f.revision, s.secret, {columns(Turn, "t")}
FROM games_turn t JOIN games_player p ON p.id = %s LEFT JOIN games_seed s ON s.turn_id = t.id
LEFT JOIN games_orderform f ON f.turn_id = t.id AND f.player_id = p.id
WHERE t.game_id = %s AND t.status IN ('open', 'paused', 'stuck') ORDER BY t.id
""",
        (now, now, player_id, game_id),
    )


def seats_with_forms(games: Iterable[int], turns: Iterable[int]) -> Statement:
    """The seats of games, with the forms that count for these turns: game's id, seat's id, number, user's
    id, whether a bot; orders, fingerprint, salt, moment, revision, hand, all None without a form."""
    return Statement(
        f"""
SELECT p.game_id, p.id, p.number, p.user_id, p.is_bot,
    f.orders, f.fingerprint, f.salt, f.saved_at, f.revision, f.by
FROM games_player p LEFT JOIN games_orderform f
    ON f.player_id = p.id AND {among("f.turn_id")} AND NOT f.set_aside
WHERE {among("p.game_id")} ORDER BY p.number
""",
        (listed(turns), listed(games)),
    )


def seats_with_other_forms(game_id: int, turn_id: int) -> Statement:
    """The seats of a game, each once for every form that counts for another open or stuck turn than this
    one: seat's id, number, user's id, whether a bot; form's id, turn's id, orders, revision, or None."""
    return Statement(
        """
SELECT p.id, p.number, p.user_id, p.is_bot, f.id, f.turn_id, f.orders, f.revision
FROM games_player p LEFT JOIN games_orderform f
    ON f.player_id = p.id AND f.turn_id <> %s AND NOT f.set_aside AND f.turn_id IN (
        SELECT t.id FROM games_turn t WHERE t.game_id = %s AND t.status IN ('open', 'stuck')
    )
WHERE p.game_id = %s ORDER BY p.number, f.turn_id
""",
        (turn_id, game_id, game_id),
    )


def newest_drawers(games: Iterable[int], at: int | None = None) -> Statement:
    """The newest drawer of each owner of some games, up to resolution `at` if given: owner, content,
    schema, game's id."""
    until = "" if at is None else " AND number <= %s"
    return Statement(
        f"""
SELECT d.owner, d.content, d.schema, d.game_id FROM games_drawer d JOIN (
    SELECT game_id, owner, MAX(number) AS number FROM games_drawer
    WHERE {among("game_id")}{until} GROUP BY game_id, owner
) newest ON d.game_id = newest.game_id AND d.owner = newest.owner AND d.number = newest.number
""",
        (listed(games),) if at is None else (listed(games), at),
    )


def turn_with_seed(turn_id: int) -> Statement:
    """The seed of a turn, columns of the turn, columns of its game."""
    return Statement(
        f"""
SELECT s.secret, {columns(Turn, "t")}, {columns(Game, "g")} FROM games_turn t
    JOIN games_seed s ON s.turn_id = t.id JOIN games_game g ON g.id = t.game_id WHERE t.id = %s
""",
        (turn_id,),
    )
