"""Several commands run as one: they start together and end together."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.servers import ROOT, wait_until

SLEEPS = "import time; time.sleep(600)"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); "
    + "time.sleep(600)"
)
COUNTS = """
import signal, sys, time
seen = []
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda number, _: seen.append(number))
print("counts", flush=True)
while not seen:
    time.sleep(0.05)
time.sleep(0.3)  # a second one would come now
print(seen, flush=True)
"""
# A terminal as it should be, even where these tests were started by `nohup`.
IN_A_TERMINAL = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)"
SUPERVISES = """
import json, sys
from config import supervisor
supervisor.PATIENCE = 0.5
sys.exit(supervisor.supervise(json.loads(sys.argv[1])))
"""


@pytest.fixture
def start() -> Iterator[object]:
    """Start a supervisor of Python programs, given by name; it and what it started are ended afterwards."""
    started: list[subprocess.Popen[str]] = []

    def begin(**programs: str) -> subprocess.Popen[str]:
        commands = json.dumps({name: [sys.executable, "-c", text] for name, text in programs.items()})
        process = subprocess.Popen(
            [sys.executable, "-c", IN_A_TERMINAL + SUPERVISES, commands],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
        )  # fmt: skip
        started.append(process)
        return process

    yield begin
    for process in started:
        pids = children(process) if process.poll() is None else []
        process.kill()
        process.wait()
        for pid in pids:  # they hold its pipes
            if alive(pid):
                os.kill(pid, signal.SIGKILL)
        process.communicate()


def children(process: subprocess.Popen[str]) -> list[int]:
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(word) for word in path.read_text().split()]


@pytest.mark.parametrize(("last_words", "code"), [("raise SystemExit(3)", 3), ("pass", 1)])
def test_when_one_ends_all_end_with_its_code(start, last_words, code):
    process = start(web=SLEEPS, beat=last_words)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    assert "beat ended (exit code" in said and "stopping the others" in said


def test_one_that_is_killed_ends_all(start):
    process = start(web=SLEEPS, beat="import os; os.kill(os.getpid(), 9)")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGKILL
    assert "beat ended (SIGKILL)" in said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_that_was_asked_for_is_a_success(start, number):
    process = start(web=SLEEPS, beat=SLEEPS)
    wait_until(lambda: len(children(process)) == 2, 60, "both run")
    pids = children(process)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_what_a_terminal_sends_to_all_is_passed_on_once(start, number):
    """Ctrl+C in a terminal, and closing it, reach every process in its foreground."""
    process = start(web=COUNTS)
    assert process.stdout.readline() == "counts\n"
    os.killpg(process.pid, number)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said == f"{[signal.SIGTERM.value]}\n"


def test_a_terminal_that_is_closed_does_not_end_what_shall_outlive_it():
    """`nohup` has SIGHUP ignored, and the signals of a supervisor that was started so stay as they were."""
    ignores = "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); "
    programs = json.dumps({"web": [sys.executable, "-c", SLEEPS]})
    process = subprocess.Popen(
        [sys.executable, "-c", ignores + SUPERVISES.strip().replace("\n", "; "), programs], cwd=ROOT
    )
    try:
        wait_until(lambda: children(process), 60, "it runs")
        process.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.terminate()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


def test_one_that_does_not_end_when_asked_is_made_to(start):
    process = start(web=STUBBORN, beat=SLEEPS)
    assert process.stdout.readline() == "deaf\n"
    process.terminate()
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_none_outlives_a_supervisor_that_is_killed(start):
    process = start(web=SLEEPS, beat=SLEEPS)
    wait_until(lambda: len(children(process)) == 2, 60, "both run")
    pids = children(process)
    process.kill()
    process.wait()
    wait_until(lambda: not any(alive(pid) for pid in pids), 60, "both are gone")


@pytest.mark.parametrize("late", ["sleep(1); tie(*values)", "tie(*values); sleep(1)"])
def test_none_outlives_a_supervisor_that_is_killed_while_it_starts(late):
    """The process is there and is not yet its command."""
    slow = f"""
from time import sleep
from config import supervisor
tie = supervisor.tie_to_parent
def late(*values): {late}
supervisor.tie_to_parent = late
"""
    programs = json.dumps({"web": [sys.executable, "-c", SLEEPS]})
    process = subprocess.Popen([sys.executable, "-c", slow + SUPERVISES, programs], cwd=ROOT)
    wait_until(lambda: children(process), 60, "it is there")
    (pid,) = children(process)
    time.sleep(0.3)
    process.kill()
    process.wait()
    try:
        wait_until(lambda: not alive(pid), 10, "it is gone")
    finally:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_if_one_cannot_be_started_none_runs():
    commands = json.dumps({"web": [sys.executable, "-c", SLEEPS], "beat": ["/nowhere"]})
    command = [sys.executable, "-c", SUPERVISES, commands]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert "FileNotFoundError" in ran.stderr
