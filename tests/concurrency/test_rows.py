"""What only PostgreSQL does: it refuses texts that are too long, and skips locked rows."""

from __future__ import annotations

from datetime import timedelta

import psycopg
import pytest
from django.apps import apps
from django.db import DataError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import rows
from games.models import Drawer, Game, KeptText, OrderForm, ReaderEvents, Turn
from games.reads import lobby
from games.services import claims, sweep
from games.writes import Writes
from tests.builder import running_game

pytestmark = pytest.mark.django_db(transaction=True)  # several connections see each other's rows


def test_a_text_that_is_too_long_is_refused_and_not_cut():
    of, writes = {"game_id": running_game().pk, "number": 99, "schema": 1}, Writes()
    writes.insert(Drawer, of, {"owner": ["p" * 11], "content": [""]})
    with pytest.raises(DataError), transaction.atomic():
        writes.run()


def test_a_hand_leaves_a_game_that_somebody_holds_and_waits_for_nobody():
    held, free = running_game(("Ana", "Ben")), running_game(("Chloé", "Dimitri"))
    Turn.objects.update(deadline=timezone.now() - timedelta(seconds=1))
    with psycopg.connect(**address()) as somebody:
        somebody.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [held.pk])
        assert sweep.drain_due_turns() is False
        assert [Game.objects.get(pk=game.pk).number for game in (held, free)] == [0, 1]
    assert sweep.drain_due_turns() is False
    assert Game.objects.get(pk=held.pk).number == 1


def address() -> dict[str, object]:
    given = connection.get_connection_params()
    return {name: given[name] for name in ("dbname", "user", "host", "port") if name in given}


def test_what_pages_read_is_kept_prepared():
    public = running_game(("Ana", "Bruno")).public_id
    client = Client()
    client.force_login(User.objects.get(display_name="Ana"))
    for _ in range(4):  # prepared after the second time on a connection
        assert client.get(f"/g/{public}/orders/").status_code == 200
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        kept = "\n".join(statement for (statement,) in cursor)
    assert all(table in kept for table in ("accounts_session", "games_game", "games_turn", "games_drawer"))


def test_what_a_noon_asks_is_planned_once_and_what_pages_ask_for_their_values():
    turn = running_game(("Ana", "Bruno")).turns.get(chapter=1)
    for _ in range(8):
        with transaction.atomic():
            assert claims.claim_turn(turn.pk)
    for _ in range(8):
        assert len(rows.fetch(lobby.seats([turn.game_id]))) == 2
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE ANY(%s)"
            " ORDER BY generic_plans",
            [["%FROM games_player p LEFT JOIN games_orderform f%", "%LEFT JOIN games_standing%"]],
        )
        (_, page), noon = cursor.fetchall()
    assert page >= 5, "the first five are planned for their values"
    assert noon[0] >= 5 and noon[1] == 0


def test_the_long_texts_of_a_noon_are_compressed_with_lz4():
    """What is longer than two kilobytes, of all that a noon reads and writes: each row knows its method."""
    game = running_game(("Ana", "Bruno"))
    long, of = " ".join(str(number) for number in range(2_000)), {"game_id": game.pk, "number": 99}
    writes = Writes()
    writes.insert(Drawer, {**of, "schema": 1}, {"owner": ["p1"], "content": [long]})
    writes.insert(ReaderEvents, {**of, "chapter": 1}, {"reader": ["p1"], "content": [long]})
    with transaction.atomic():
        writes.run()
    asked = {"turn": game.turns.get(chapter=1), "player": game.players.first()}
    OrderForm.objects.create(**asked, orders=long, previous=long, saved_at=timezone.now())
    game.resolutions.update(forms=long, draws=long)
    game.turns.update(window=long)
    assert methods("games_drawer", "content") == methods("games_event", "content") == {"lz4"}
    assert methods("games_orderform", "orders", "previous") == {"lz4"}
    assert methods("games_resolution", "forms", "draws") == methods("games_turn", "window") == {"lz4"}


# Texts that stay short, that people write, or that no noon reads or writes: the server's own way does.
SHORT = {
    "games_message.text", "games_conversationreader.draft", "games_messagereport.words",
    "games_resolution.missing", "games_turn.verdict", "games_leftform.orders",
}  # fmt: skip


def test_no_text_of_which_many_rows_are_written_was_forgotten():
    """A new column is named in a migration (`CompressQuickly`), or above."""
    kept = {
        f"{field.model._meta.db_table}.{field.column}"
        for model in apps.get_models()
        for field in model._meta.local_fields
        if isinstance(field, KeptText)
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname || '.' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
            " WHERE a.attcompression = 'l' AND c.relkind = 'r'"
        )
        quickly = {column for (column,) in cursor}
    assert kept >= SHORT
    assert quickly == kept - SHORT


def methods(table: str, *columns: str) -> set[str]:
    """How the long texts of some columns are compressed."""
    long = " UNION ALL ".join(f'SELECT "{column}" AS content FROM {table}' for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT DISTINCT pg_column_compression(content) FROM ({long}) t WHERE length(content) > 2500"
        )
        return {method for (method,) in cursor}


def test_a_page_whose_connection_was_ended_between_two_requests_connects_again():
    one = rows.Statement("SELECT 1 AS one")
    connection.ensure_connection()
    with psycopg.connect(**address(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    connection.health_check_enabled, connection.health_check_done = True, False  # as when a request begins
    assert [found.rows for found in rows.fetch_together(one, one)] == [[(1,)], [(1,)]]
