"""Ten thousand games out of one: each row of a game is copied by the database itself."""

from __future__ import annotations

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Field, Max, Model

from games.models import (
    Drawer,
    Event,
    Game,
    Grant,
    LedgerEntry,
    OrderForm,
    Player,
    Resolution,
    Seed,
    Standing,
    Turn,
    public_id,
)

ROWS: tuple[type[Model], ...] = (
    Player, Turn, Seed, OrderForm, Resolution, Drawer, Event, Grant, Standing, LedgerEntry,
)  # fmt: skip
# The rows of a game that know it by their turn alone.
BY_TURN = (Seed, OrderForm)


@transaction.atomic
def copy_game(game: Game, count: int) -> list[int]:
    """`count` copies of a game with all its rows and the same users; the ids of the copies.

    A copy's rows have the ids of their originals, moved on by as many whole tables as it is copies
    after the first (the game's own by one each): so every reference is known without asking."""
    if count < 1:
        return []
    steps = {model: (model.objects.aggregate(last=Max("pk"))["last"] or 0) for model in (Game, *ROWS)}  # type: ignore[attr-defined]
    steps[Game] = 1  # drawn at random, far apart: multiples of the last one would not fit the column
    values = {field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}
    made = [
        Game(**{
            **values, "id": game.pk + number * steps[Game], "public_id": public_id(),
            "name": f"{game.name} {number}", "invitation": None,
        })
        for number in range(1, count + 1)
    ]  # fmt: skip
    Game.objects.bulk_create(made, batch_size=500)
    with connection.cursor() as cursor:
        for model in ROWS:
            cursor.execute(*_copying(model, game, count, steps))
        for sql in connection.ops.sequence_reset_sql(no_style(), [Game, *ROWS]):
            cursor.execute(sql)
    return [copy.pk for copy in made]


def _copying(
    model: type[Model], game: Game, count: int, steps: dict[type[Model], int]
) -> tuple[str, list[int]]:
    quote, table = connection.ops.quote_name, model._meta.db_table
    fields = model._meta.concrete_fields
    columns = ", ".join(quote(field.column) for field in fields)
    values = ", ".join(_moved(field, steps) for field in fields)
    turns = f"SELECT id FROM {Turn._meta.db_table} WHERE game_id = %s"
    where = f"turn_id IN ({turns})" if model in BY_TURN else "game_id = %s"
    sql = (
        f"WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < %s) "
        f"INSERT INTO {quote(table)} ({columns}) SELECT {values} FROM {quote(table)} o, copy WHERE o.{where}"
    )
    return sql, [count, game.pk]


def _moved(field: Field, steps: dict[type[Model], int]) -> str:  # type: ignore[type-arg]
    """A column of a copy: moved on if it is an id of a row that is copied, too."""
    column = f"o.{connection.ops.quote_name(field.column)}"
    of = field.remote_field.model if field.remote_field else field.model if field.primary_key else None
    return f"{column} + copy.n * {steps[of]}" if of in steps else column
