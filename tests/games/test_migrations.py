"""An upgrade with games running: tables of earlier releases, full, come forward and are played on.

The file of each release (`tests/releases`) holds what that release itself had written, of every title; the
way back to the first migration shows that the tables of the very first day come forward, too.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from games.contract import decode
from games.models import Game, Resolution, Turn
from games.registry import all_skins, skin_for
from games.services.audit import Result, verify_turn
from games.services.backup import backup_restore
from games.services.upgrades import games_resync
from tests import releases
from tests.battery.site import addresses, main_turn, seats
from tests.releases.play import GAMES, NAMES, PLAYED, begin, go_on, waits

# SQLite changes no table inside a transaction.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
FIRST = ("games", "0001_initial")
MOST_TURNS = 400
OVER = (Turn.Status.RESOLVED, Turn.Status.UNDONE)
# What a player would miss: the columns that the first release had.
KEPT = {
    "games_game": "id, public_id, name, stage, number, chapter",
    "games_player": "id, game_id, number, user_id, name",
    "games_turn": 'id, name, "window", opened_at, deadline, status, commitment',
    "games_seed": "turn_id, secret",
    "games_orderform": "id, turn_id, player_id, orders, revision, salt, fingerprint",
    "games_drawer": "id, owner, number, content, schema",
    "games_event": "id, reader, number, chapter, content",
    "games_resolution": "id, number, forms, missing, draws",
}


def rows() -> dict[str, list[Any]]:
    found = {}
    with connection.cursor() as cursor:
        for table, columns in KEPT.items():
            cursor.execute(f"SELECT {columns} FROM {table} ORDER BY 1")
            found[table] = [tuple(map(repr, row)) for row in cursor.fetchall()]
    return found


def tables() -> dict[str, Any]:
    """Columns and constraints of every table. Not their order, nor the names that they have only here."""
    found: dict[str, Any] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            columns = connection.introspection.get_table_description(cursor, table)
            constraints = connection.introspection.get_constraints(cursor, table)
            named = ((not re.match("__|fk_", name) and name, made) for name, made in constraints.items())
            found[table] = sorted(map(repr, columns)), sorted(map(repr, named))
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name")
        found["indexes with their conditions"] = [row for row in cursor.fetchall() if row[1]]
    return found


def go_back_to(*migrations: tuple[str, str]) -> None:
    """Undo what came after these migrations of each app. `migrate` does not know those that one replaces."""
    executor = MigrationExecutor(connection)
    for replacing in executor.loader.replacements:
        executor.recorder.record_unapplied(*replacing)
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
    executor.migrate(list(migrations))


@pytest.fixture
def newest_tables() -> Iterator[None]:
    """Whatever a test does with the tables, the next one finds them whole."""
    yield
    call_command("flush", verbosity=0, interactive=False)
    call_command("migrate", verbosity=0)


def assert_played_on(to_the_end: bool) -> None:
    """The form that waited is resolved; of each way of playing, one game's pages open, and it ends if it is
    played `to_the_end`."""
    games = list(Game.objects.order_by("pk"))
    assert {game.stage for game in games} == {"running"}
    for nth, game in enumerate(games):
        before, turn = game.number, main_turn(game)
        fingerprints = [form.fingerprint for form in turn.forms.all()]
        assert bool(fingerprints) is waits(turn)
        go_on(game)
        resolution = Resolution.objects.filter(game=game, turn=turn).get()
        assert game.number > before
        told = json.dumps(decode(resolution.forms, Any))
        assert all(fingerprint in told for fingerprint in fingerprints)
        if nth % len(PLAYED) == 1:
            assert_pages_open(game)
            if to_the_end:
                assert_ends(game)


def assert_pages_open(game: Game) -> None:
    """The pages that are there only at the end are, once it has come."""
    final = {f"/g/{game.public_id}/{page.slug}/" for page in skin_for(game.title).pages if page.final}
    player = seats(game)[game.pk % len(NAMES)]
    client = Client(HTTP_ACCEPT_LANGUAGE="fr")
    client.force_login(player.user)
    for address in addresses(game):
        hidden = address in final and game.stage == Game.Stage.RUNNING
        assert client.get(address, follow=True).status_code == (404 if hidden else 200), address


def assert_verified() -> None:
    """Draws of the first key are computed by the first key, for as long as they are kept."""
    turns = Turn.objects.filter(status=Turn.Status.RESOLVED)
    assert {verify_turn(turn).result for turn in turns} == {Result.VERIFIED}
    assert set(Resolution.objects.values_list("key_version", flat=True)) == {1}


def assert_ends(game: Game) -> None:
    for _ in range(MOST_TURNS):
        if game.stage != Game.Stage.RUNNING:
            break
        go_on(game)
    assert game.stage == Game.Stage.FINISHED
    assert game.standings.exists()
    assert_pages_open(game)
    last = Turn.objects.filter(game=game, status=Turn.Status.RESOLVED).latest("resolved_at")
    assert not verify_turn(last).differences
    assert Resolution.objects.filter(game=game).latest("number").key_version > 1


def without_copies(kept: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """The same rows, but of order forms those of turns that are not over: a resolution has the others."""
    over = {repr(pk) for pk in Turn.objects.filter(status__in=OVER).values_list("pk", flat=True)}
    forms = [row for row in kept["games_orderform"] if row[1] not in over]
    gone = [row for row in kept["games_orderform"] if row[1] in over]
    resolved = " ".join(row[2] for row in kept["games_resolution"])
    assert all(row[-1].strip("'") in resolved for row in gone), "a form went that nothing else holds"
    return {**kept, "games_orderform": forms}


def test_the_tables_of_the_first_day_come_forward_with_games_of_every_title(newest_tables):
    missing = {s.rules.meta.key for s in all_skins()} - {"dummy"} - {title for title, _ in GAMES}
    assert not missing, f"add games of {missing} to GAMES in tests/releases/play.py"
    assert len(begin()) == len(GAMES) * len(PLAYED)
    before = rows()
    assert all(before.values())
    of_a_new_site = tables()
    go_back_to(FIRST)
    assert tables() != of_a_new_site
    assert rows() == before, "the way back to the first release lost something: this test proves nothing"
    call_command("migrate", verbosity=0)
    assert rows() == before
    assert tables() == of_a_new_site
    assert_played_on(to_the_end=False)


def head_of(path: Path) -> dict[str, str]:
    """The last migration of each app that a release had."""
    with gzip.open(path, "rt") as file:
        return dict(sorted(json.loads(next(file))["migrations"]))


@pytest.mark.parametrize("path", releases.kept(), ids=lambda path: path.name)
def test_what_a_release_kept_comes_forward_and_is_played_to_the_end(path, newest_tables):
    go_back_to(*head_of(path).items())
    backup_restore(path, replace=True)
    before = rows()
    assert len(before["games_orderform"]) > len(PLAYED)
    call_command("migrate", verbosity=0)
    games_resync(now=timezone.now())
    assert rows() == without_copies(before) != before
    assert_verified()
    # The file stays as it is while the days go by: its deadlines stay as far away as they were.
    Turn.objects.filter(status=Turn.Status.OPEN, deadline__isnull=False).update(
        deadline=timezone.now() + timedelta(days=7)
    )
    assert_played_on(to_the_end=True)


def test_there_is_a_release_to_come_from():
    assert releases.kept()
