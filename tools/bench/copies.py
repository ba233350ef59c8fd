"""Makes ten thousand games in a minute: a few are played to every turn, and their rows copied within
PostgreSQL.

Each copy has its own id, its own players among many users, and its own seed for the open turn, so that no two
noons draw the same numbers. Forms, receipts and past turns are those of the template.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, models

from games.models import (
    Drawer,
    Game,
    LedgerEntry,
    Notice,
    OrderForm,
    Player,
    ReaderEvents,
    ReadingRight,
    Resolution,
    Seed,
    Turn,
)
from games.models.columns import public_id

from . import one_turn, resolution
from .crowd import column_of

PLAYERS = 8
LAST_TURN = 8
SEATS_PER_USER = 4

# The columns of a copied row that differ from the template's. `c` is the copy, `o` the template's row, `t`
# and `p` the copied turn and seat.
_GAME = {"game_id": "c.game"}
_OPEN = "sha256(seed.secret || c.public_id::bytea)"
_TURN = {
    **_GAME,
    "id": "t.new",
    "commitment": f"CASE WHEN o.status = 'open' THEN encode(sha256({_OPEN}), 'hex') ELSE o.commitment END",
}
_SEED = {
    "turn_id": "t.new",
    "secret": f"CASE WHEN turn.status = 'open' THEN {_OPEN.replace('seed', 'o')} ELSE o.secret END",
}
_USER = "(SELECT first FROM users) + (c.nth * {seats} + {seat} - 1) % (SELECT count FROM users)"
_JOIN_TURN = "JOIN copied_turn t ON t.old = o.turn_id AND t.game = c.game"
_JOIN_SEAT = "JOIN copied_seat p ON p.old = o.player_id AND p.game = c.game"


def templates(variants: int) -> list[Game]:
    """Games of eight at turns 1 to 8 with full forms of all players, `variants` of each."""
    made = []
    for variant in range(variants):
        for chapter in range(1, LAST_TURN + 1):
            game = one_turn.started_game(PLAYERS, 100 * variant + chapter)
            while True:
                turn = Turn.objects.filter(game=game, status=Turn.Status.OPEN).order_by("position")[0]
                one_turn.hand_in(game, turn, turn.chapter % 3 == 1 or turn.chapter == chapter)
                if turn.chapter == chapter:
                    break
                resolution.close(turn, counted=False)
                game.refresh_from_db()
            made.append(game)
    return made


def copy(games: list[Game], number: int) -> None:
    """Make `number` copies of these games in turn, and the users who play them."""
    with connection.cursor() as cursor:
        _users(cursor, max(1, number * PLAYERS // SEATS_PER_USER))
        cursor.execute("CREATE TEMP TABLE copied (old bigint, game bigint, nth int, public_id text)")
        rows = [(games[n % len(games)].pk, n, public_id()) for n in range(number)]
        cursor.executemany(
            "INSERT INTO copied SELECT %s, nextval(pg_get_serial_sequence('games_game', 'id')), %s, %s", rows
        )
        own = {"id": "c.game", "public_id": "c.public_id", "name": "'Load ' || c.nth"}
        _copy(cursor, Game, own, "JOIN copied c ON c.old = o.id")
        for table, copied in (("games_turn", "copied_turn"), ("games_player", "copied_seat")):
            cursor.execute(
                f"CREATE TEMP TABLE {copied} AS SELECT o.id AS old, c.game,"
                f" nextval(pg_get_serial_sequence('{table}', 'id')) AS new"
                f" FROM {table} o JOIN copied c ON c.old = o.game_id"
            )
            cursor.execute(f"CREATE INDEX ON {copied} (old, game)")
        cursor.execute("ANALYZE copied; ANALYZE copied_turn; ANALYZE copied_seat")
        user = _USER.format(seats=PLAYERS, seat="o.number")
        seat = "JOIN copied_seat p ON p.old = o.id AND p.game = c.game"
        _copy(cursor, Player, {**_GAME, "id": "p.new", "user_id": user}, f"{{}} {seat}")
        turn = "JOIN copied_turn t ON t.old = o.id AND t.game = c.game"
        _copy(cursor, Turn, _TURN, f"{{}} {turn} JOIN games_seed seed ON seed.turn_id = o.id")
        of_turn = "JOIN games_turn turn ON turn.id = o.turn_id JOIN copied c ON c.old = turn.game_id"
        _copy(cursor, Seed, _SEED, f"{of_turn} {_JOIN_TURN}")
        _copy(cursor, OrderForm, {"turn_id": "t.new", "player_id": "p.new"},
              f"{of_turn} {_JOIN_TURN} {_JOIN_SEAT}")  # fmt: skip
        _copy(cursor, Resolution, {**_GAME, "turn_id": "t.new"}, f"{{}} {_JOIN_TURN}")
        for model in (Drawer, ReaderEvents, ReadingRight, LedgerEntry):
            _copy(cursor, model, _GAME, "{}")
        told = "JOIN games_player old_seat ON old_seat.game_id = o.game_id AND old_seat.user_id = o.user_id"
        user = _USER.format(seats=PLAYERS, seat="old_seat.number")
        _copy(cursor, Notice, {**_GAME, "user_id": user}, f"{{}} {told}")
        cursor.execute("ANALYZE")
        cursor.execute("CHECKPOINT")


def strike(noon: datetime) -> int:
    """Set one noon for all copies; returns the number of turns due then."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_turn SET deadline = %s WHERE status = 'open' AND deadline IS NOT NULL"
            " AND game_id IN (SELECT game FROM copied)",
            [noon],
        )
        return int(cursor.rowcount)


def _users(cursor: Any, number: int) -> None:
    model = get_user_model()
    before = model.objects.latest("pk").pk
    own = {"email": "'load' || n || '@example.org'", "display_name": "'Player ' || n"}
    _copy(cursor, model, own, f"CROSS JOIN generate_series(1, {number}) n WHERE o.id = {before}")
    cursor.execute(
        "CREATE TEMP TABLE users AS SELECT min(id) AS first, count(*) AS count"
        " FROM accounts_user WHERE email LIKE 'load%@example.org'"
    )


def _copy(cursor: Any, model: type[models.Model], own: Mapping[str, str], joined: str) -> None:
    """Copy the rows of one table. `own`: the columns that differ; `joined`: the join that selects the rows
    (`{}`: those of a game)."""
    columns = [column_of(field) for field in model._meta.concrete_fields if not _numbered(field, own)]
    values = ", ".join(own.get(column, f"o.{column}") for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    source = joined.format("JOIN copied c ON c.old = o.game_id")
    table = model._meta.db_table
    cursor.execute(f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} o {source}")


def _numbered(field: models.Field[Any, Any], own: Mapping[str, str]) -> bool:
    """Whether the database assigns the values of this column itself."""
    return isinstance(field, models.AutoField) and field.column not in own
