"""A backup goes into the other engine and back, and every drawer, form, event and seed is there."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import servers

pytestmark = [pytest.mark.services, pytest.mark.slow]
TABLES = (
    "games_game", "games_player", "games_turn", "games_seed", "games_orderform", "games_resolution",
    "games_drawer", "games_event", "games_grant", "games_notice", "games_ledgerentry", "games_mastership",
    "accounts_user", "accounts_picture", "account_emailaddress", "games_standing",
)  # fmt: skip
# Games of a title in several stages, with forms, a picture and what only the platform knows.
FILL = """
import django; django.setup()
from datetime import time
from accounts.models import Picture, User
from games.models import Game, Mastership, OrderForm, Turn
from games.services.games import Plan, game_create, game_join
from games.services.rehearsals import rehearsal_create
from games.services.turns import turn_close
users = [User.objects.create_user(f"p{n}@example.org", "x", display_name=f"Ana {n} \u65e5") for n in range(3)]
picture = Picture.objects.create(owner=users[0], content=bytes(range(256)), content_type="image/webp")
users[0].picture = picture; users[0].save()
for nth in range(3):
    plan = Plan(title="corporate", name=f"Game {nth}", min_players=3, max_players=3, is_public=True,
                hour=time(12), zone="Europe/Paris", options={"characters": True, "wire_transfers": False})
    game = game_create(creator=users[0], plan=plan, seat_name="Ana")
    for n, user in enumerate(users[1:]): game_join(game=game, user=user, name=f"B{n}")
    Mastership.objects.create(game=game, user=users[1])
    for _ in range(nth * 2 + 1):
        turn = Turn.objects.filter(game=game, status="open").order_by("position")[0]
        Turn.objects.filter(pk=turn.pk).update(marked=True)
        assert turn_close(turn_id=turn.pk)
rehearsal_create(user=users[0], title="corporate", name="Ana", bots=3,
                 options={"characters": False, "wire_transfers": False}, game_name="Alone")
assert OrderForm.objects.exists() and Game.objects.count() == 4
"""


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> servers.Site:
    """A site on SQLite with running games."""
    site = servers.Site(tmp_path_factory.mktemp("embedded"), NOON_EAGER="1")
    site.manage("migrate", "--verbosity", "0")
    site.python("-c", FILL, DJANGO_SETTINGS_MODULE="config.settings")
    return site


@pytest.fixture
def hosted(tmp_path: Path, postgres_url: str) -> Iterator[servers.Site]:
    """A site on PostgreSQL, migrated and empty."""
    with servers.database(postgres_url) as url:
        site = servers.Site(tmp_path / "hosted", DATABASE_URL=url)
        site.manage("migrate", "--verbosity", "0")
        yield site


def content(path: Path) -> list[str]:
    """The lines, keys sorted: PostgreSQL keeps those of JSON columns in an order of its own."""
    with gzip.open(path, "rt") as file:
        return [json.dumps(json.loads(line), sort_keys=True) for line in file]


def plain(value: object) -> str:
    """A cell as both engines' drivers can be compared: bytes alike, texts and numbers as they are."""
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, dict | list):
        return json.dumps(value, sort_keys=True)
    return str(value)


def rows_of(site: servers.Site, table: str, columns: str) -> list[tuple[str, ...]]:
    """What a bare driver reads: none of the code that wrote or restored the backup."""
    query = f"SELECT {columns} FROM {table} ORDER BY 1, 2"
    if url := site.env.get("DATABASE_URL"):
        with psycopg.connect(url) as connection:
            rows = connection.execute(query).fetchall()
    else:
        with sqlite3.connect(site.folder / "noon.sqlite3") as connection:
            rows = connection.execute(query).fetchall()
        connection.close()
    return [tuple(map(plain, row)) for row in rows]


COMPARED = {
    "games_drawer": "game_id, id, number, owner, content, schema",
    "games_orderform": "turn_id, id, player_id, orders, revision, salt, fingerprint",
    "games_event": "game_id, id, number, chapter, reader, content",
    "games_seed": "turn_id, secret",
    "games_resolution": "game_id, id, number, forms, missing, draws, cause",
    "games_turn": 'game_id, id, name, "window", status, marked, commitment',
    "accounts_user": "id, email, password, display_name",
    "accounts_picture": "id, key, content, owner_id",
}


def test_every_row_goes_into_the_other_engine_and_back(embedded, hosted, tmp_path):
    first, second, third = (tmp_path / f"{n}.jsonl.gz" for n in (1, 2, 3))
    embedded.manage("backup", str(first))
    assert first.stat().st_mode & 0o077 == 0, "others may read it"
    hosted.manage("restore", str(first))
    hosted.manage("backup", str(second))
    assert content(second) == content(first)
    back = servers.Site(tmp_path / "back")
    back.manage("migrate", "--verbosity", "0")
    back.manage("restore", str(second))
    back.manage("backup", str(third))
    assert content(third) == content(first)
    for table, columns in COMPARED.items():
        rows = rows_of(embedded, table, columns)
        assert rows and rows == rows_of(hosted, table, columns) == rows_of(back, table, columns), table
    named = {line for line in content(first) if '"model"' in line}
    assert len(named) >= len(TABLES)


def test_restored_games_are_played_on_and_past_turns_verified(embedded, hosted, tmp_path):
    file = tmp_path / "noon.jsonl.gz"
    embedded.manage("backup", str(file))
    hosted.manage("restore", str(file))
    (public_id,) = rows_of(hosted, "games_game", "public_id, name")[0][:1]
    assert "erified" in hosted.manage("verify_turn", public_id)
    play_on = """
import django; django.setup()
from accounts.models import User
from games.models import Game, Turn
from games.services.turns import turn_close
for game in Game.objects.filter(stage="running", is_rehearsal=False):
    turn = Turn.objects.filter(game=game, status="open").order_by("position")[0]
    Turn.objects.filter(pk=turn.pk).update(marked=True)
    assert turn_close(turn_id=turn.pk)
User.objects.create_user("new@example.org", "x")  # the sequences go on after the last row
"""
    hosted.python("-c", play_on, DJANGO_SETTINGS_MODULE="config.settings", NOON_EAGER="1")


def test_what_is_there_is_not_overwritten_by_mistake(embedded, tmp_path):
    file = tmp_path / "noon.jsonl.gz"
    embedded.manage("backup", str(file))
    assert "is there already" in refused(embedded, "backup", str(file))
    assert "--replace" in refused(embedded, "restore", str(file))
    before = content(file)
    embedded.manage("restore", str(file), "--replace")
    again = tmp_path / "again.jsonl.gz"
    embedded.manage("backup", str(again))
    assert content(again) == before


@pytest.mark.parametrize("damage", ["cut", "no backup", "other release"])
def test_a_damaged_file_changes_nothing(embedded, tmp_path, damage):
    file, bad, after = (tmp_path / f"{name}.gz" for name in ("noon", "bad", "after"))
    embedded.manage("backup", str(file))
    lines = content(file)
    if damage == "cut":
        lines = lines[:-20]
    elif damage == "other release":
        lines[0] = json.dumps({"noon": 1, "migrations": [["games", "0999_later"]]})
    else:
        lines = ["hello"]  # no JSON
    with gzip.open(bad, "wt") as out:
        out.write("\n".join(lines))
    assert "Nothing restored" in refused(embedded, "restore", str(bad), "--replace")
    embedded.manage("backup", str(after))
    assert content(after) == content(file)


def refused(site: servers.Site, *arguments: str) -> str:
    """What a command says that does nothing."""
    with pytest.raises(AssertionError) as told:
        site.manage(*arguments)
    assert "Traceback" not in str(told.value)
    return str(told.value)
