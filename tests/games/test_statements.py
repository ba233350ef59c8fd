"""Every statement by hand of the path that noon takes finds its rows by an index, on both databases: none
reads a whole table."""

from __future__ import annotations

import re

import pytest
from django.db import connection, transaction

from games import rows
from games.contract import Dice
from games.models import Game, Resolution
from games.registry import skin_for
from games.selectors import view_of, window_of
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.battery import site
from tests.bench import stage
from tests.games.helpers import open_turn, say, seat

pytestmark = pytest.mark.django_db(transaction=True)
# A whole table, by either database's own words; not the values that a statement brings along.
WHOLE = re.compile(r"Seq Scan on (games_\w+)|^SCAN (?!json_each|newest)(\w+)$", re.M)


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


def plan(statement: rows.Statement) -> str:
    """How the database goes about it."""
    values = statement.many[0] if statement.many else statement.values
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # a small table is read whole, however well it is indexed
            cursor.execute("SET LOCAL enable_seqscan = off")
        explain = "EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN "
        (lines,) = rows.run(rows.Statement(explain + statement.sql, values))
        return "\n".join(str(line[-1]) for line in lines)


def act(game: Game) -> None:
    """Whoever's move it is makes it."""
    turn = site.main_turn(game)
    window, rules = window_of(turn), skin_for(game.title).rules
    player = seat(game, int(window.awaited[0][1:]))
    orders = rules.advise(view_of(game, player), window, Dice(b"any")) or ()
    order_form_save(player=player, turn_name=turn.name, revision=0, orders=orders)


def test_noon_an_act_and_a_save_read_no_whole_table(game, ran):
    say(game, 1)
    assert turn_close(turn_id=open_turn(game).pk, cause=Resolution.Cause.MASTER)
    options = stage.default_options("cardline", mode="sequential")
    line = stage.started_game("cardline", 2, "A line", "line", options=options)
    act(line)
    statements = list(ran.values())
    assert len(statements) >= 14
    for statement in statements:
        found = plan(statement)
        assert not WHOLE.search(found), f"{statement.sql}\n{found}"


def test_a_statement_that_reads_a_whole_table_is_found(game):
    found = plan(rows.Statement("SELECT id FROM games_notice WHERE kind = %s", ("started",)))
    assert WHOLE.search(found), found
