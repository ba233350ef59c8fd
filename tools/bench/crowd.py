"""Makes ten thousand games from one: the database itself copies each row of a game."""

from __future__ import annotations

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Field, Max, Min, Model

from games.models import (
    Drawer,
    FinalStanding,
    Game,
    LedgerEntry,
    OrderForm,
    Player,
    ReaderEvents,
    ReadingRight,
    Resolution,
    Seed,
    Turn,
    public_id,
)

GAME: type[Model] = Game
ROWS: tuple[type[Model], ...] = (
    Player, Turn, Seed, OrderForm, Resolution, Drawer, ReaderEvents, ReadingRight, FinalStanding, LedgerEntry,
)  # fmt: skip
# the tables that refer to a game only through its turn
BY_TURN = (Seed, OrderForm)


@transaction.atomic
def copy_game(game: Game, count: int) -> list[int]:
    """Make `count` copies of a game with all its rows and the same users; returns the ids of the copies. The
    ids of a copy's rows are those of the originals plus a constant, so that references within the game need
    no lookup."""
    if count < 1:
        return []
    steps = {model: _step(model, game) for model in (GAME, *ROWS)}
    values = {field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}
    first, each = steps[GAME]
    made = [
        Game(**{
            **values, "id": game.pk + first + number * each, "public_id": public_id(),
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


Steps = dict[type[Model], tuple[int, int]]


def _step(model: type[Model], game: Game) -> tuple[int, int]:
    """The constant by which the ids of copy n are shifted: a + n * b, so that they are beyond all existing
    ids."""
    ids = {"low": Min("pk"), "high": Max("pk")}
    whose = {"pk": game.pk} if model is Game else {"turn__game" if model in BY_TURN else "game": game}
    last = model.objects.aggregate(last=Max("pk"))["last"] or 0  # type: ignore[attr-defined]
    own = model.objects.filter(**whose).aggregate(**ids)  # type: ignore[attr-defined]
    if own["low"] is None:
        return (0, 0)
    return (last - own["high"], own["high"] - own["low"] + 1)


def _copying(model: type[Model], game: Game, count: int, steps: Steps) -> tuple[str, list[int]]:
    quote, table = connection.ops.quote_name, model._meta.db_table
    fields = model._meta.concrete_fields
    columns = ", ".join(quote(column_of(field)) for field in fields)
    values = ", ".join(_moved(field, steps) for field in fields)
    turns = f"SELECT id FROM {Turn._meta.db_table} WHERE game_id = %s"
    where = f"turn_id IN ({turns})" if model in BY_TURN else "game_id = %s"
    sql = (
        f"WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < %s) "
        f"INSERT INTO {quote(table)} ({columns}) SELECT {values} FROM {quote(table)} o, copy WHERE o.{where}"
    )
    return sql, [count, game.pk]


def column_of(field: Field) -> str:  # type: ignore[type-arg]  # Django's own is generic for its stubs alone
    """The name of a concrete field's column."""
    assert field.column is not None
    return field.column


def _moved(field: Field, steps: Steps) -> str:  # type: ignore[type-arg]
    """The SQL of a column of a copy: shifted if it is the id of a row that is copied, too."""
    column = f"o.{connection.ops.quote_name(column_of(field))}"
    of = field.remote_field.model if field.remote_field else field.model if field.primary_key else None
    if of not in steps:
        return column
    first, each = steps[of]
    return f"{column} + {first} + CAST(copy.n AS bigint) * {each}"
