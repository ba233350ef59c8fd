"""A backup goes into the other engine and back, and every drawer, form, event and seed is there."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tools import servers

pytestmark = [pytest.mark.services, pytest.mark.slow]
TABLES = (
    "games_game", "games_player", "games_turn", "games_seed", "games_orderform", "games_resolution",
    "games_drawer", "games_event", "games_grant", "games_notice", "games_ledgerentry", "games_mastership",
    "accounts_user", "accounts_picture", "account_emailaddress", "games_standing",
)  # fmt: skip
# Games of every title in several stages, with forms, a picture and what only the platform knows.
FILL = """
import django; django.setup()
from accounts.models import Picture, User
from django.utils import timezone
from games.models import Game, Heartbeat, Mastership, OrderForm, Turn
from games.services.rehearsals import rehearsal_create
from games.services.turns import turn_close
from tools import stage
users = [User.objects.create_user(f"p{n}@example.org", "x", display_name=f"Ana {n} \u65e5") for n in range(3)]
picture = Picture.objects.create(owner=users[0], content=bytes(range(256)), content_type="image/webp")
users[0].picture = picture; users[0].save()
OPTIONS = {"corporate": {"characters": True, "wire_transfers": False}, "cardline": {"mode": "sequential"}}
for nth, title in enumerate(("corporate", "cardline", "corporate", "cardline")):
    game = stage.game_of(stage.settings_of(title, f"Game {nth}", 3, options=OPTIONS.get(title, {})), users)
    Mastership.objects.create(game=game, user=users[1])
    for _ in range(nth + 1):
        turn = stage.main_turn(game)
        Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
        assert turn_close(turn_id=turn.pk)
rehearsal_create(user=users[0], title="corporate", name="Ana", bots=3,
                 options={"characters": False, "wire_transfers": False}, game_name="Alone")
Heartbeat.objects.create(role="web", since=timezone.now(), until=timezone.now())
assert OrderForm.objects.exists() and Game.objects.count() == 5
"""
# One noon in every game, by a process of its own.
NOON = """
import django; django.setup()
from games.models import Game, Turn
from games.services.turns import turn_close
for game in Game.objects.filter(stage="running", is_rehearsal=False):
    turn = Turn.objects.filter(game=game, status="open").order_by("position")[0]
    Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
    assert turn_close(turn_id=turn.pk)
"""
# A backup in whose middle that noon is struck: the first tables are written, the others are not yet.
DURING = """
import subprocess, sys
import django; django.setup()
from pathlib import Path
from games.services import backup
plain = backup._lines
def lines():
    for line in plain():
        yield line
        if isinstance(line, dict) and line.get("model") == "games.Game":
            subprocess.run([sys.executable, "-c", sys.argv[2]], check=True, timeout=200)
backup._lines = lines
backup.backup_write(Path(sys.argv[1]))
"""


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> servers.Site:
    """A site on SQLite with running games."""
    site = servers.Site(tmp_path_factory.mktemp("embedded"), NOON_EAGER="1")
    site.manage("migrate", "--verbosity", "0")
    shutil.copytree(site.folder, f"{site.folder}-empty")
    site.python("-c", FILL, DJANGO_SETTINGS_MODULE="config.settings")
    return site


@pytest.fixture(scope="module")
def backed_up(embedded: servers.Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of it."""
    file = tmp_path_factory.mktemp("backup") / "1.jsonl.gz"
    embedded.manage("backup", str(file))
    return file


def empty(embedded: servers.Site, folder: Path) -> servers.Site:
    """Another site on SQLite, as `embedded` was after its migrations."""
    shutil.copytree(f"{embedded.folder}-empty", folder)
    return servers.Site(folder)


@pytest.fixture(scope="module")
def migrated_url(tmp_path_factory: pytest.TempPathFactory, postgres_url: str) -> Iterator[str]:
    """The address of a migrated, empty database."""
    with servers.database(postgres_url) as url:
        servers.Site(tmp_path_factory.mktemp("first"), DATABASE_URL=url).manage("migrate", "--verbosity", "0")
        yield url


@pytest.fixture
def hosted(tmp_path: Path, postgres_url: str, migrated_url: str) -> Iterator[servers.Site]:
    """A site on PostgreSQL, migrated and empty."""
    with servers.database(postgres_url, copy_of=migrated_url) as url:
        yield servers.Site(tmp_path / "hosted", DATABASE_URL=url)


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
    "games_turn": 'game_id, id, name, "window", status, can_close_early, commitment',
    "accounts_user": "id, email, password, display_name",
    "accounts_picture": "id, key, content, owner_id",
}


def test_every_row_goes_into_the_other_engine_and_back(embedded, backed_up, hosted, tmp_path):
    first, second, third = backed_up, tmp_path / "2.jsonl.gz", tmp_path / "3.jsonl.gz"
    assert first.stat().st_mode & 0o077 == 0, "others may read it"
    hosted.manage("restore", str(first))
    hosted.manage("backup", str(second))
    assert content(second) == content(first)
    back = empty(embedded, tmp_path / "back")
    back.manage("restore", str(second))
    back.manage("backup", str(third))
    assert content(third) == content(first)
    for table, columns in COMPARED.items():
        rows = rows_of(embedded, table, columns)
        assert rows and rows == rows_of(hosted, table, columns) == rows_of(back, table, columns), table
    named = {line for line in content(first) if '"model"' in line}
    assert len(named) >= len(TABLES)


def test_restored_games_are_played_on_and_past_turns_verified(backed_up, hosted):
    hosted.manage("restore", str(backed_up))
    for public_id, _title in {title: (game, title) for game, title in of_titles(hosted)}.values():
        assert "erified" in hosted.manage("verify_turn", public_id)
    before = rows_of(hosted, "games_game", "id, number")
    # The sequences go on after the last row.
    play_on = NOON + "from accounts.models import User; User.objects.create_user('new@example.org', 'x')"
    hosted.python("-c", play_on, DJANGO_SETTINGS_MODULE="config.settings", NOON_EAGER="1")
    assert sum(a != b for a, b in zip(before, rows_of(hosted, "games_game", "id, number"), strict=True)) == 4


def of_titles(site: servers.Site) -> list[tuple[str, ...]]:
    return rows_of(site, "games_game", "public_id, title")


def test_a_noon_that_strikes_amid_a_backup_is_in_it_whole_or_not_at_all(
    embedded, backed_up, hosted, tmp_path
):
    first = backed_up
    hosted.manage("restore", str(first))
    copy = servers.Site(tmp_path / "copy")
    shutil.copytree(embedded.folder, copy.folder)
    for name, site in (("sqlite", copy), ("postgres", hosted)):
        during, after = tmp_path / f"{name}-during.gz", tmp_path / f"{name}-after.gz"
        env = {"DJANGO_SETTINGS_MODULE": "config.settings", "NOON_EAGER": "1"}
        site.python("-c", DURING, str(during), NOON, **env)
        assert content(during) == content(first), name
        site.manage("backup", str(after))
        assert content(after) != content(first), "no noon was struck: this test proves nothing"


def test_what_is_there_is_not_overwritten_by_mistake(embedded, backed_up, tmp_path):
    file = backed_up
    assert "is there already" in refused(embedded, "backup", str(file))
    assert "--replace" in refused(embedded, "restore", str(file))
    before = content(file)
    embedded.manage("restore", str(file), "--replace")
    again = tmp_path / "again.jsonl.gz"
    embedded.manage("backup", str(again))
    assert content(again) == before


def refused(site: servers.Site, *arguments: str) -> str:
    """What a command says that does nothing."""
    with pytest.raises(AssertionError) as told:
        site.manage(*arguments)
    assert "Traceback" not in str(told.value)
    return str(told.value)
