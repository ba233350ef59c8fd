"""Run several commands as one: they start together, and when one ends, all are ended.

`manage.py serve` runs the processes of the site this way. Nothing is restarted here: the cause of a crash is
usually still there, and whatever supervises the site (systemd, compose, a person) has to notice it.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import partial

PATIENCE = 25.0  # seconds between SIGTERM and SIGKILL; resolving a turn takes at most twenty
PR_SET_PDEATHSIG = 1


def tie_to_parent(number: int, parent: int = 0) -> None:
    """Ask the kernel to send signal `number` to this process when its parent dies. `parent`: the parent's
    process id, to detect that it died before this call.

    Works on Linux only: elsewhere a supervisor that is killed with SIGKILL leaves its processes running.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)
        if parent and os.getppid() != parent:
            os.kill(os.getpid(), number)


def supervise(commands: Mapping[str, list[str]]) -> int:
    """Run the commands (name -> arguments) until one ends, or until SIGTERM, SIGINT or SIGHUP.

    Each has a session of its own: a terminal sends Ctrl+C, or that it was closed, to every process in its
    foreground, and one that was ending already would be asked a second time, by this process.

    Returns 0 after a signal, otherwise the exit code of the first command that ended (1 instead of 0, because
    none should end by itself). Raises OSError if a command cannot be started; the others are ended then.
    """
    stops: list[int] = []
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        # under `nohup` SIGHUP is ignored, and has to stay so
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda received, _frame: stops.append(received))
    signal.signal(signal.SIGCHLD, lambda *_: None)  # it only has to wake `select`
    running: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name, command in commands.items():
            running[name] = _start(command)
        while not stops:
            for name, process in running.items():
                if (code := process.poll()) is not None:
                    print(
                        f"{name} ended ({_meaning(code)}): stopping the others", file=sys.stderr, flush=True
                    )
                    return 128 - code if code < 0 else code or 1
            if select.select([reader], [], [], 5)[0]:
                os.read(reader, 4096)
        return 0
    finally:
        _end(running)


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    begin = partial(_begin, os.getpid())
    return subprocess.Popen(command, env=env, preexec_fn=begin, start_new_session=True)  # noqa: S603


def _begin(parent: int) -> None:
    """Tie a process to its parent before it becomes its command. Until then it has the parent's handlers,
    which only note a signal: without this one it would outlive a parent that is killed in that moment."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    tie_to_parent(signal.SIGTERM, parent)


def _meaning(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _end(running: Mapping[str, subprocess.Popen[bytes]]) -> None:
    """Terminate every process; after PATIENCE seconds, kill those that still run."""
    until = time.monotonic() + PATIENCE
    for process in running.values():
        process.terminate()
    for process in running.values():
        try:
            process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
