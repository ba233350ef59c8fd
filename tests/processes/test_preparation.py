"""A database that several processes prepare at once, and a site that is started before it is prepared."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import servers

pytestmark = pytest.mark.slow
AT_ONCE = 3


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.services)])
def empty_site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[servers.Site]:
    """A site without tables, on either engine."""
    if request.param == "sqlite":
        yield servers.Site(tmp_path / "site")
        return
    with servers.database(request.getfixturevalue("postgres_url")) as url:
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


@pytest.mark.parametrize("command", ["migrate", "prepare"])
def test_several_at_the_same_moment_do_it_once(empty_site, command):
    said = at_once(empty_site, command)
    if command == "prepare":
        assert sum("shown only once" in text for text in said) == 1
    assert "no changes" in empty_site.manage("makemigrations", "--check", "--dry-run").lower()
    count = "from django.db.migrations.recorder import MigrationRecorder as M; "
    count += "rows = list(M.Migration.objects.values_list('app', 'name')); "
    count += "assert len(rows) == len(set(rows)) > 20"
    empty_site.manage("shell", "-c", count)


def test_a_site_is_not_started_on_tables_of_another_release(tmp_path):
    site = servers.Site(tmp_path / "site")
    for before in ((), ("migrate", "--verbosity", "0"), ("migrate", "games", "0002", "--verbosity", "0")):
        if before:
            site.manage(*before)
        if before == ("migrate", "--verbosity", "0"):
            continue  # this one is right; below it is made older again
        with pytest.raises(AssertionError, match="tables are those of another release"):
            site.manage("serve", "--only", "web")
    site.manage("migrate", "--verbosity", "0")
    later = "from django.db.migrations.recorder import MigrationRecorder as M; "
    later += "M.Migration.objects.create(app='games', name='0999_later')"
    site.manage("shell", "-c", later)
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
