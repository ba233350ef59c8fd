"""Processes that were killed or hang are reported by the others."""

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

from config import process_registry
from tools.servers import ROOT

ENTERS = """
import os, sys, time
import django
django.setup()
from config import process_registry
process_registry.enter("worker")
if "busy" in sys.argv:
    process_registry.task_begins()
    os.utime(process_registry._me.file, (1, 1))
print("here", flush=True)
sys.stdin.readline()
"""


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(process_registry, "_me", process_registry._Me())
    return tmp_path / "processes"


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
    process_registry.check()
    assert list(folder.iterdir())
    process.communicate("end\n")
    assert not list(folder.iterdir())
    process_registry.check()
    assert not errors(caplog)


@pytest.mark.parametrize(("role", "told"), [("serve", False), ("worker", True)])
def test_only_what_is_supervised_tells_of_a_parent_that_vanished(folder, monkeypatch, role, told):
    """The command itself may have been started from a shell that has gone since."""
    monkeypatch.setattr(os, "getppid", lambda: 12345)  # the tests' own parent may be the first process, too
    process_registry.enter(role)
    monkeypatch.setattr(os, "getppid", lambda: 1)
    process_registry.leave()
    assert bool(list(folder.iterdir())) is told


def test_a_killed_process_is_told_once(process, folder, caplog):
    process.kill()
    process.wait()
    process_registry.check()
    process_registry.check()
    assert errors(caplog) == [f"process killed role=worker pid={process.pid}"]


def test_another_process_of_the_same_number_is_another(folder, caplog):
    process_registry.enter("web")
    (file,) = folder.iterdir()
    file.write_text("12345")
    process_registry.check()
    assert errors(caplog) == [f"process killed role=web pid={os.getpid()}"]


def test_what_hangs_is_told_and_ended_at_the_second_look(tmp_path, folder, caplog):
    with start(tmp_path, "busy") as hung:
        try:
            os.kill(hung.pid, signal.SIGSTOP)
            process_registry.check()
            assert "process hangs role=worker" in errors(caplog)[0]
            assert hung.poll() is None, "one look alone may be wrong"
            process_registry.check()
            assert hung.wait(60) == -signal.SIGKILL
        finally:
            hung.kill()
    process_registry.check()
    assert errors(caplog)[-1] == f"process killed role=worker pid={hung.pid}"


def test_what_is_at_work_or_idle_for_long_does_not_hang(folder, caplog):
    process_registry.enter("worker")
    process_registry.task_begins()
    process_registry.check()
    (file,) = folder.iterdir()
    os.utime(file, (1, 1))
    process_registry.task_advances()  # the next of its many steps
    process_registry.check()
    process_registry.task_ends()
    process_registry.task_advances()
    assert file.stat().st_mtime == 0, "what is done outside of a task hangs nothing"
    process_registry.check()
    assert not errors(caplog)


def test_the_process_of_another_machine_is_told_when_it_hangs_and_left_alone(folder, caplog):
    folder.mkdir()
    (folder / f"worker.{os.getpid()}.elsewhere").write_text("1")
    for _ in range(2):
        process_registry.check()
    assert not errors(caplog)
    os.utime(folder / f"worker.{os.getpid()}.elsewhere", (1, time.time() - 200))
    for _ in range(2):
        process_registry.check()
    assert len(errors(caplog)) == 2
