"""Failures that are prevented by a convention rather than a mechanism (see docs/failures.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery.schedules import crontab
from django.conf import settings
from django.db import connection

from games.models import Drawer, Mastership, ReaderEvents, Resolution
from games.services.seating import seat_take
from games.services.turns import turn_close
from tests.battery import site
from tests.builder import make_user, open_turn, running_game, seat

ROOT = Path(__file__).resolve().parent.parent
APPS = sorted(path.parent for path in ROOT.glob("*/apps.py"))
# What opens a connection to an address of somebody's choice. Mail goes through Django.
ASKING = (
    "aiohttp", "ftplib", "http.client", "httpx", "pycurl", "requests", "socket.create_connection",
    "socket.getaddrinfo", "socket.socket", "ssl.create_default_context", "urllib.request", "urllib3",
)  # fmt: skip


def sources() -> Iterator[tuple[Path, ast.Module]]:
    """Every module of the site, as it is written."""
    for folder in [*APPS, ROOT / "config"]:
        for path in sorted(folder.rglob("*.py")):
            yield path, ast.parse(path.read_text())


def imported(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:  # no neighbour of ours
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def named(tree: ast.Module) -> set[str]:
    """What is taken from a module by its name: `socket.socket`."""
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def test_no_task_is_asked_for_later():
    """What waits in the queue may be lost or repeated: nothing is put there to wait."""
    later = {"eta", "countdown"}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg in later
    ]
    assert not found


def test_what_repeats_knows_no_hour_of_the_day():
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        schedule = entry["schedule"]
        assert isinstance(schedule, crontab)
        assert len(schedule.hour) == 24
        assert len(schedule.day_of_week) == 7
        assert entry["options"]["expires"] < 3600


def test_one_module_alone_asks_an_address():
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, tree in sources()
        for name in imported(tree) | named(tree)
        if name.startswith(ASKING)
    }
    assert found == {
        # It binds its own port for a moment, to see that it is free: it asks nobody.
        *(f"games/management/commands/serve.py: socket.{name}" for name in ("getaddrinfo", "socket")),
        *(f"games/outgoing.py: socket.{name}" for name in ("getaddrinfo", "socket")),
        "games/outgoing.py: ssl.create_default_context",
    }


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's own settings")
def test_sqlite_waits_for_its_turn_to_write():
    options = settings.DATABASES["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] >= 10
    assert "journal_mode=WAL" in options["init_command"]


@pytest.mark.django_db
def test_what_is_committed_is_on_the_disk():
    """An order that has its receipt outlives the machine's power, on both databases."""
    asked, safe = {
        "sqlite": ("PRAGMA synchronous", {2, 3}),
        "postgresql": ("SHOW synchronous_commit", {"on"}),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(asked)
        assert cursor.fetchone()[0] in safe


@pytest.mark.django_db
def test_the_record_is_only_added_to(time_machine):
    """A resolution leaves every row of those before it as it was."""
    game = running_game()
    kept: dict[tuple[str, int], object] = {}
    for _ in range(3):
        turn = open_turn(game)
        site.hand_in(game, seat(game, 1), turn.name)
        time_machine.move_to(turn.deadline)
        assert turn_close(turn_id=turn.pk)
        now = {
            (model.__name__, row["id"]): row
            for model in (Resolution, Drawer, ReaderEvents)
            for row in model.objects.filter(game=game).values()
        }
        assert kept.items() <= now.items()
        assert len(now) > len(kept)
        kept = now


@pytest.mark.django_db
def test_a_player_put_out_gets_nothing_and_does_nothing():
    game, master = running_game(is_public=False), make_user("Jack", is_staff=True)
    Mastership.objects.create(game=game, user=master)
    client, turn = site.client_of(seat(game, 2).user), open_turn(game)
    orders = f"/g/{game.public_id}/orders/"
    fields = {"turn": turn.name, "revision": "0", "number": "3"}
    assert client.post(orders, fields).status_code == 303
    seat_take(game=game, number=2, author=master, reason="Away for good.")
    assert client.post(orders, {**fields, "revision": "1"}).status_code == 403
    assert client.get(orders).status_code == 403
    assert client.get(f"/g/{game.public_id}/message/").status_code == 403
    assert client.get(f"/g/{game.public_id}/").status_code == 403
