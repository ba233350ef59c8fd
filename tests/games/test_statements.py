"""Every statement that is written by hand finds its rows by an index, on both databases: none reads a whole
table. And it stands where such statements are looked for."""

from __future__ import annotations

import ast
import inspect
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from accounts import sessions
from games import rows
from games.contract import Dice
from games.models import Game, Resolution
from games.reads import lobby, pages, resolution
from games.registry import skin_for
from games.selectors import view_of, window_of
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.battery import site
from tests.builder import open_turn, say, seat
from tools import stage

ROOT = Path(settings.BASE_DIR)
SQL = re.compile(r"\s*(WITH|SELECT|INSERT INTO|UPDATE|DELETE FROM)\s")
# Where statements stand; what is asked of PostgreSQL alone, and of no table.
THERE = ("games/reads/", "games/writes/", "accounts/sessions.py", "config/migration_lock.py")
NOW = timezone.now()
READS: dict[Callable[..., rows.Statement], list[tuple[Any, ...]]] = {
    sessions.session_with_user: [("abcdefgh", NOW)],
    lobby.asked_turns: [([1, 2],)],
    lobby.games: [([1, 2],)],
    lobby.own_forms: [(1, [1, 2])],
    lobby.own_games: [(1, NOW, 13, 0)],
    lobby.places_offered: [(1, ["dummy", "corporate"], 6)],
    lobby.public_games: [(which, 1, 6, 0) for which in lobby.PUBLIC_LISTS],
    lobby.public_lists: [(1, dict.fromkeys(lobby.PUBLIC_LISTS, 6))],
    lobby.seats: [([1, 2],)],
    lobby.unread_notices: [(1, NOW, 8)],
    pages.answered: [(1, False), (1, True)],
    pages.asked_turns: [(1,)],
    pages.events: [(1, 3, 2, "p1")],
    pages.events_so_far: [(1, 3, "p1")],
    pages.game_and_seat: [(1, "abc", NOW)],
    pages.game_seat_and_turns: [(1, "abc", NOW)],
    pages.game_of_lost_seat: [(1, "abc", False), (1, "abc", True)],
    pages.game_turns_and_moves: [(1, "abc", NOW)],
    pages.guide_dismissed: [(1,)],
    pages.last_act: [(1, "p1", 2)],
    pages.newest_drawers: [(1, "p1")],
    pages.own_forms: [(1, 1, 1)],
    pages.resolved_chapters: [(1, 3)],
    pages.seats: [(1,)],
    resolution.claim_of_due: [(NOW, ["dummy"], [1], 16)],
    resolution.claim_of_game: [(1, NOW)],
    resolution.claim_of_turn: [(1, True), (1, False)],
    resolution.newest_drawers: [([1, 2],), ([1], 5)],
    resolution.seats_with_forms: [([1, 2], [1, 2])],
    resolution.seats_with_other_forms: [(1, 1)],
    resolution.turn_with_seed: [(1,)],
    resolution.unresolved_turns: [([1, 2],)],
    resolution.unresolved_turns_with_form_of: [(1, 1)],
}
ON_POSTGRESQL = {resolution.claim_of_due}


@pytest.fixture
def ran(monkeypatch) -> dict[str, rows.Statement]:
    """Every statement that is run by hand, by its text."""
    found: dict[str, rows.Statement] = {}
    run = rows.run

    def recorded(*statements: rows.Statement) -> list[list[rows.Row]]:
        found.update({statement.sql: statement for statement in statements})
        return run(*statements)

    monkeypatch.setattr(rows, "run", recorded)
    return found


def scanned(statement: rows.Statement) -> list[str]:
    """What the database reads as a whole to answer: a table, or an index in which it looks nothing up."""
    values = statement.many[0] if statement.many else statement.values
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            (lines,) = rows.run(rows.Statement("EXPLAIN QUERY PLAN " + statement.sql, values))
            plan = "\n".join(str(line[-1]) for line in lines)
            # Not the rows of a part of the statement, by the name it gives them, nor its values.
            parts = {"json_each", *re.findall(r"\) (\w+)", statement.sql)}
            found = re.findall(r"^SCAN (?!\d+ CONSTANT ROWS)(.+)$", plan, re.M)
            return [line for line in found if line.split()[0] not in parts]
        cursor.execute("SET LOCAL enable_seqscan = off")  # a small table is read whole, however it is indexed
        # And so is the index of a table that autovacuum has found empty: forget what it found.
        cursor.execute(
            "UPDATE pg_class SET reltuples = -1, relpages = 0"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        numbers = itertools.count(1)
        sql = re.sub("%[sb]", lambda _: f"${next(numbers)}", statement.sql)
        given = f"({', '.join(['%s'] * len(values))})" if values else ""
        cursor.execute(f"PREPARE one AS {sql}")
        plans = []
        for mode in ("force_custom_plan", "force_generic_plan"):  # for these values, and for any
            cursor.execute(f"SET LOCAL plan_cache_mode = {mode}")
            cursor.execute(f"EXPLAIN (FORMAT JSON) EXECUTE one{given}", values or None)
            ((explained,),) = cursor.fetchone()
            plans.append(explained["Plan"])
        cursor.execute("DEALLOCATE one")
        return [
            str(node.get("Relation Name") or node.get("Index Name"))
            for plan in plans
            for node in nodes(plan)
            if node["Node Type"] == "Seq Scan" or ("Index Name" in node and "Index Cond" not in node)
        ]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every step of a plan of PostgreSQL's."""
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes(part)


def act(game: Game) -> None:
    """Whoever's move it is makes it."""
    turn = site.main_turn(game)
    window, rules = window_of(turn), skin_for(game.title).rules
    player = seat(game, int(window.awaited[0][1:]))
    orders = rules.advise(view_of(game, player), window, Dice(b"any")) or ()
    order_form_save(player=player, turn_name=turn.name, revision=0, orders=orders)


@pytest.mark.django_db
def test_noon_an_act_and_a_save_read_no_whole_table(game, ran):
    say(game, 1)
    assert turn_close(turn_id=open_turn(game).pk, cause=Resolution.Cause.MASTER)
    options = stage.default_options("cardline", mode="sequential")
    line = stage.started_game("cardline", 2, "A line", "line", options=options)
    act(line)
    statements = list(ran.values())
    assert len(statements) >= (12 if connection.vendor == "postgresql" else 14)
    for statement in statements:
        assert not scanned(statement), statement.sql


@pytest.mark.django_db
@pytest.mark.parametrize("read", READS, ids=lambda read: f"{read.__module__}.{read.__name__}")
def test_no_read_looks_through_a_whole_table(read):
    if read in ON_POSTGRESQL and connection.vendor != "postgresql":
        return
    named = "wait" in inspect.signature(read).parameters
    for values in READS[read]:
        statement = read(values[0], wait=values[1]) if named else read(*values)
        assert not scanned(statement), statement.sql


@pytest.mark.django_db
def test_what_a_database_has_counted_changes_no_answer():
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    assert not scanned(pages.seats(1))
    assert scanned(rows.Statement("SELECT user_id FROM games_notice ORDER BY user_id", ()))


def test_no_read_is_left_out():
    there = {
        function
        for module in (lobby, pages, resolution)
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }
    assert there | {sessions.session_with_user} == set(READS)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sql",
    ["SELECT id FROM games_notice WHERE kind = %s", "SELECT user_id FROM games_notice ORDER BY user_id"],
)
def test_a_statement_that_reads_a_whole_table_is_found(sql):
    assert scanned(rows.Statement(sql, ("started",) if "%s" in sql else ()))


def test_statements_stand_in_one_place():
    """A statement in a string anywhere else is found by its first word."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in ROOT.glob("*/__init__.py")
        if package.parent.name not in ("tests", "tools")  # bench and chaos ask what no page does
        for path in package.parent.rglob("*.py")
        if "migrations" not in path.parts and not str(path.relative_to(ROOT)).startswith(THERE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value)
    ]
    assert not found
