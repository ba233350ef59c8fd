"""Processes that were killed, or hang, are told of by those that are left."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from config import lives, messages
from tests.servers import ROOT

ENTERS = """
import os, sys, time
import django
django.setup()
from config import lives
lives.enter("worker")
if "busy" in sys.argv:
    lives.busy()
    os.utime(lives._me.file, (1, 1))
print("here", flush=True)
sys.stdin.readline()
"""


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(lives, "_me", lives._Me())
    messages.forget()
    yield tmp_path / "lives"
    messages.forget()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A worker, which ends when a line is written to it."""
    with start(tmp_path) as one:
        yield one
        if one.poll() is None:
            one.kill()


def start(data: Path, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "NOON_DATA": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    one = subprocess.Popen(
        [sys.executable, "-c", ENTERS, *words],
        cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert one.stdout
    assert one.stdout.readline() == "here\n"
    return one


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_process_that_ends_in_good_order_is_no_news(process, folder, caplog):
    lives.look()
    assert list(folder.iterdir())
    process.communicate("end\n")
    assert not list(folder.iterdir())
    lives.look()
    assert not errors(caplog)


@pytest.mark.parametrize(("role", "told"), [("serve", False), ("worker", True)])
def test_only_what_is_supervised_tells_of_a_parent_that_vanished(folder, monkeypatch, role, told):
    """The command itself may have been started from a shell that has gone since."""
    monkeypatch.setattr(os, "getppid", lambda: 12345)  # the tests' own parent may be the first process, too
    lives.enter(role)
    monkeypatch.setattr(os, "getppid", lambda: 1)
    lives.leave()
    assert bool(list(folder.iterdir())) is told


def test_a_killed_process_is_told_once(process, folder, caplog):
    process.kill()
    process.wait()
    lives.look()
    lives.look()
    assert errors(caplog) == [f"process killed role=worker pid={process.pid}"]


def test_another_process_of_the_same_number_is_another(folder, caplog):
    lives.enter("web")
    (file,) = folder.iterdir()
    file.write_text("12345")
    lives.look()
    assert errors(caplog) == [f"process killed role=web pid={os.getpid()}"]


def test_what_hangs_is_told_and_ended_at_the_second_look(tmp_path, folder, caplog):
    with start(tmp_path, "busy") as hung:
        try:
            os.kill(hung.pid, signal.SIGSTOP)
            lives.look()
            assert "process hangs role=worker" in errors(caplog)[0]
            assert hung.poll() is None, "one look alone may be wrong"
            lives.look()
            assert hung.wait(60) == -signal.SIGKILL
        finally:
            hung.kill()
    lives.look()
    assert errors(caplog)[-1] == f"process killed role=worker pid={hung.pid}"


def test_what_is_at_work_or_idle_for_long_does_not_hang(folder, caplog):
    lives.enter("worker")
    lives.busy()
    lives.look()
    (file,) = folder.iterdir()
    os.utime(file, (1, 1))
    lives.goes_on()  # the next of its many steps
    lives.look()
    lives.idle()
    lives.goes_on()
    assert file.stat().st_mtime == 0, "what is done outside of a task hangs nothing"
    lives.look()
    assert not errors(caplog)


def test_the_process_of_another_machine_is_told_when_it_hangs_and_left_alone(folder, caplog):
    folder.mkdir()
    (folder / f"worker.{os.getpid()}.elsewhere").write_text("1")
    for _ in range(2):
        lives.look()
    assert not errors(caplog)
    os.utime(folder / f"worker.{os.getpid()}.elsewhere", (1, time.time() - 200))
    for _ in range(2):
        lives.look()
    assert len(errors(caplog)) == 2


def test_two_beats_are_told_and_a_beat_that_was_started_again_is_not(caplog):
    for origin in ("gen1@a", "gen1@a", "gen2@a", "gen2@a", "gen3@a"):
        messages.beat_heard(origin)
    assert not errors(caplog)
    messages.beat_heard("gen2@a")
    assert errors(caplog) == ["two beats send gen2@a gen3@a"]


def test_a_message_delivered_again_is_told(caplog):
    for task_id in ("a", "b", *map(str, range(messages.REMEMBERED - 2)), "b"):
        messages.message_came(task_id, "close_turn")
    assert errors(caplog) == ["message delivered again task=close_turn id=b"]
    assert len(messages._seen) == messages.REMEMBERED
    messages.message_came("new", "close_turn")
    assert "a" not in messages._seen and len(messages._seen) == messages.REMEMBERED
