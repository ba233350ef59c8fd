"""Noon with real processes: web, workers and beat, on the embedded default and on PostgreSQL with Redis.

A turn made due is resolved through beat; two workers compete; one worker is killed with SIGKILL in the
middle of a resolution. Nothing is lost, nothing happens twice.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from tools import servers
from tools.servers import Site, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

COMPOSE = yaml.safe_load((servers.ROOT / "docker-compose.yml").read_text())["services"]
QUICK = {"NOON_BEAT_SECONDS": "1"}
STAGE = ("-m", "tests.processes.stage")
BEFORE, AFTER = 1, 2  # the numbers of the last resolution before the noon in question, and of that noon

# What makes the middle of a resolution last: while one is told, the database counts to a great number.
SLOW = """
CREATE TRIGGER slow_noon BEFORE INSERT ON games_event BEGIN
    SELECT (
        WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 20000000)
        SELECT max(x) FROM c
    );
END
"""


def report(site: Site) -> dict[str, Any]:
    return dict(json.loads(site.python(*STAGE, "report")))


def wait_for_noon(site: Site, seconds: float = 150) -> dict[str, Any]:
    """Wait until every game has come past its noon; the report."""
    wait_until(lambda: earliest(site) >= AFTER, seconds, "noon in every game")
    return report(site)


def earliest(site: Site) -> int:
    """The number of the game that has come least far, as a bare driver reads it."""
    query = "SELECT min(number) FROM games_game WHERE stage <> 'gathering'"
    if url := site.env.get("DATABASE_URL"):
        with psycopg.connect(url) as connection:
            found = connection.execute(query).fetchone()
    else:
        with contextlib.closing(sqlite3.connect(site.folder / "noon.sqlite3", timeout=30)) as connection:
            found = connection.execute(query).fetchone()
    assert found
    return int(found[0])


def assert_once(games: dict[str, Any], players: int) -> None:
    """Every game had its noon exactly once, with all its forms, and goes on."""
    for game in games.values():
        assert [n for n, _ in game["resolutions"]] == list(range(AFTER + 1)), game
        names = [name for _, name in game["resolutions"]]
        assert len(set(names)) == len(names), game
        assert game["number"] == AFTER
        assert game["stuck"] == 0
        assert game["consumed"] == players, game
        assert game["open"]


def child(process: int, words: str) -> int:
    """The pid of the descendant of `process` whose command line holds `words`."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if words in line and process in ancestors(int(folder.name)):
            return int(folder.name)
    raise AssertionError(f"no {words} under {process}")


def ancestors(pid: int) -> list[int]:
    line = []
    while pid > 1:
        try:
            pid = int((Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return line
        line.append(pid)
    return line


def is_alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# ---- the embedded default -----------------------------------------------------------------------------


@pytest.fixture
def embedded(tmp_path: Path, prepared: Path) -> Iterator[Site]:
    with servers.site(tmp_path / "data", QUICK, copy_of=prepared) as site:
        yield site


def test_embedded_noon_comes_by_beat(embedded: Site) -> None:
    embedded.python(*STAGE, "make", "3", "4")
    serve = embedded.start()
    embedded.wait()
    embedded.python(*STAGE, "due")
    assert_once(wait_for_noon(embedded), 4)
    pids = [child(serve.pid, words) for words in ("gunicorn", "config -q beat")]
    steps_back = [os.getpriority(os.PRIO_PROCESS, pid) for pid in pids[:2]]
    assert steps_back[0] < steps_back[1], "readers wait for noon"
    assert len(list((embedded.folder / "processes").iterdir())) == 3
    os.killpg(serve.pid, signal.SIGINT)  # Ctrl+C, as a terminal sends it
    assert serve.wait(60) == 0
    assert not [pid for pid in pids if is_alive(pid)]
    assert not list((embedded.folder / "processes").iterdir()), "a process ended without saying so"
    assert " ERROR " not in embedded.log()
    assert "Traceback" not in embedded.log()


def test_embedded_processes_do_not_outlive_a_killed_command(embedded: Site) -> None:
    serve = embedded.start()
    embedded.wait()
    pids = [child(serve.pid, words) for words in ("gunicorn", "config -q beat")]
    servers.end(serve, signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, pids)), 60, "web and beat are gone")
    embedded.running.clear()
    embedded.start()
    wait_until(lambda: f"process killed role=serve pid={serve.pid}" in embedded.log(), 60, "it is told")


def test_embedded_site_ends_when_a_process_cannot_be_started(embedded: Site) -> None:
    """As with an interpreter that this user may not run: whoever supervises the command has to know."""
    unfit = "from games.management.commands import serve; serve.sys.executable = '/nowhere/python'; "
    unfit += (
        "from django.core.management import execute_from_command_line as run; run(['manage.py', 'serve'])"
    )
    with pytest.raises(AssertionError, match="No such file"):
        embedded.python("-c", unfit, DJANGO_SETTINGS_MODULE="config.settings")


def test_embedded_beat_killed_in_the_middle_then_started_again(embedded: Site) -> None:
    embedded.python(*STAGE, "make", "6", "4")
    path = embedded.folder / "noon.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute(SLOW)
    serve = embedded.start()
    embedded.wait()
    beat = child(serve.pid, "config -q beat")
    embedded.python(*STAGE, "due")
    wait_until(lambda: is_writing(path), 90, "beat is in the middle of a resolution")
    os.kill(beat, signal.SIGKILL)
    # One dies, all end: the site is down rather than silently without a noon.
    wait_until(lambda: serve.poll() is not None, 60, "the others are stopped")
    assert serve.returncode != 0
    embedded.running.clear()
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER slow_noon")
    assert {game["number"] for game in report(embedded).values()} == {BEFORE}, "half a resolution was kept"
    embedded.start()
    embedded.wait()
    assert_once(wait_for_noon(embedded), 4)
    assert f"process killed role=beat pid={beat}" in embedded.log()


def is_writing(path: Path) -> bool:
    """Whether somebody holds SQLite's one write lock, twice in a row, a moment apart."""
    for _ in range(2):
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
            return False
        except sqlite3.OperationalError:
            continue
        finally:
            connection.close()
    return True


# ---- PostgreSQL and Redis -----------------------------------------------------------------------------


@pytest.fixture
def hosted(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Site]:
    """A site as docker-compose.yml describes it: its commands, its variables, two workers."""
    with servers.database(postgres_url) as url:
        names = COMPOSE["web"]["environment"]
        given = {"DATABASE_URL": url, "REDIS_URL": redis_url, "SECRET_KEY": "x" * 50}
        assert set(given) <= set(names)
        with servers.site(tmp_path / "data", {**QUICK, **given}) as site:
            yield site


def start(site: Site, service: str, log: str = "") -> Any:
    command = COMPOSE[service]["command"]
    assert command[:3] == ["python", "manage.py", "serve"]
    return site.start(*command[3:], log=log or service)


@contextlib.contextmanager
def both_half_way(hosted: Site) -> Iterator[None]:
    """The games' noon comes, and within the block both workers are in the middle of a batch."""
    with (
        psycopg.connect(hosted.env["DATABASE_URL"]) as gate,
        psycopg.connect(hosted.env["DATABASE_URL"], autocommit=True) as watch,
    ):
        # Nobody gets past telling what happened while this is held.
        gate.execute("LOCK TABLE games_event IN SHARE ROW EXCLUSIVE MODE")
        hosted.python(*STAGE, "due")
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'games_event'::regclass"
        wait_until(lambda: watch.execute(waiting).fetchone() == (2,), 90, "both workers are half-way")
        yield
        gate.rollback()


@pytest.mark.services
def test_hosted_two_workers_compete_and_each_turn_is_resolved_once(hosted: Site) -> None:
    hosted.python(*STAGE, "make", "30", "4")  # more than one batch
    for service, log in (("web", ""), ("worker", "worker1"), ("worker", "worker2"), ("beat", "")):
        start(hosted, service, log)
    hosted.wait()
    with both_half_way(hosted):
        pass
    assert_once(wait_for_noon(hosted), 4)
    done = [hosted.log(name).count("turn resolved") for name in ("worker1", "worker2")]
    assert sum(done) == 30
    assert all(done), f"one of them had nothing to do: {done}"


@pytest.mark.services
def test_hosted_worker_killed_in_the_middle_the_other_goes_on(hosted: Site) -> None:
    hosted.python(*STAGE, "make", "20", "4")  # more than one batch
    workers = {start(hosted, "worker", f"worker{number}").pid: number for number in (1, 2)}
    start(hosted, "beat")
    with both_half_way(hosted):
        killed = next(process for process in hosted.running if process.pid in workers)
        killed.kill()
        killed.wait()
        hosted.running.remove(killed)
    assert_once(wait_for_noon(hosted), 4)
    survivor = next(number for pid, number in workers.items() if pid != killed.pid)
    assert hosted.log(f"worker{survivor}").count("turn resolved") == 20
