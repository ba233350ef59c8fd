"""A database that several processes prepare at once, and a site that is started before it is prepared."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tools import servers

pytestmark = pytest.mark.slow
AT_ONCE = 2


@pytest.fixture
def on_postgres(tmp_path: Path, postgres_url: str) -> Iterator[servers.Site]:
    """A site without tables on PostgreSQL."""
    with servers.database(postgres_url) as url:
        yield servers.Site(tmp_path / "site", DATABASE_URL=url)


def at_once(site: servers.Site, *arguments: str) -> list[str]:
    """What the same command printed each time, started several times at the same moment."""
    started = [
        subprocess.Popen(
            [sys.executable, "manage.py", *arguments], cwd=servers.ROOT, env=site.env, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        for _ in range(AT_ONCE)
    ]  # fmt: skip
    said = [process.communicate(timeout=240)[0] for process in started]
    assert [process.returncode for process in started] == [0] * AT_ONCE, "\n".join(said)
    return said


MIGRATIONS = "SELECT app, name FROM django_migrations"


def assert_migrated_once(rows: list[tuple[str, ...]]) -> None:
    assert len(rows) == len(set(rows)) > 20


@pytest.mark.parametrize("command", ["migrate", "prepare"])
def test_several_at_the_same_moment_do_it_once_on_sqlite(tmp_path, command):
    site = servers.Site(tmp_path / "site")
    said = at_once(site, command)
    assert sum("shown only once" in text for text in said) == (command == "prepare")
    with contextlib.closing(sqlite3.connect(site.folder / "noon.sqlite3")) as connection:
        assert_migrated_once(connection.execute(MIGRATIONS).fetchall())


@pytest.mark.services
def test_several_at_the_same_moment_do_it_once_on_postgres(on_postgres):
    """Preparing migrates first, under the same lock as `migrate` alone."""
    said = at_once(on_postgres, "prepare")
    assert sum("shown only once" in text for text in said) == 1
    with psycopg.connect(on_postgres.env["DATABASE_URL"]) as connection:
        assert_migrated_once(connection.execute(MIGRATIONS).fetchall())


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM django_migrations WHERE app = 'games' AND name > '0002'",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0999_later', '2026-01-01')",
    ],
    ids=["older", "newer"],
)
def test_a_site_is_not_started_on_tables_of_another_release(tmp_path, prepared, change):
    shutil.copytree(prepared, tmp_path / "site")
    site = servers.Site(tmp_path / "site")
    with contextlib.closing(sqlite3.connect(site.folder / "noon.sqlite3")) as connection:
        connection.execute(change)
        connection.commit()
    assert_not_started(site)


def test_nor_without_any_tables(tmp_path):
    assert_not_started(servers.Site(tmp_path / "site"))


def assert_not_started(site: servers.Site) -> None:
    with pytest.raises(AssertionError, match="tables are those of another release"):
        site.manage("serve", "--only", "web")


def test_other_users_of_the_machine_see_nothing_of_the_data(tmp_path):
    site = servers.Site(tmp_path / "site")
    before = os.umask(0o022)
    try:
        site.manage("migrate", "--verbosity", "0")
    finally:
        os.umask(before)
    assert stat.S_IMODE(site.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((site.folder / "secret_key").stat().st_mode) == 0o600


def test_nor_of_a_database_in_a_folder_that_was_there_before(tmp_path):
    site = servers.Site(tmp_path / "site")
    site.folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    site.folder.chmod(0o755)
    before = os.umask(0o022)
    try:
        site.manage("migrate", "--verbosity", "0")
    finally:
        os.umask(before)
    assert stat.S_IMODE((site.folder / "noon.sqlite3").stat().st_mode) == 0o600


def test_processes_that_start_together_agree_on_the_secret_key(tmp_path):
    site = servers.Site(tmp_path / "site")
    show = "from django.conf import settings; print(settings.SECRET_KEY)"
    said = at_once(site, "shell", "-v", "0", "-c", show)
    assert len(set(said)) == 1 and len(said[0].strip()) >= 50
