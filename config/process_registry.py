"""One file per running process of the site, so that the others detect one that was killed or hangs.

A process removes its file when it ends normally. If it was killed, the file stays, and the next process
that checks logs an error, which is mailed to the operators: systemd and compose would record it only where
nobody reads. While a process runs a task, the file's modification time is when the task, or its last step,
began. After three minutes the process counts as hanging and is killed by a process that has seen it hang
twice. PostgreSQL ends idle transactions by itself, but a hanging process could keep SQLite's only write lock
for ever, and no game would have its noon.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import signal
import socket
import time
from pathlib import Path

from django.conf import settings
from msgspec import Struct

log = logging.getLogger(__name__)
HANGS = 180.0  # seconds after which a step of a task counts as hanging: far more than any takes
CHECK_EVERY = 25.0  # seconds between two checks by the same process, at least
FORGOTTEN = 30 * 86400  # seconds after which the file of another machine is deleted


class _Me(Struct):
    """This process: its file, its parent at the start, and what its last check found."""

    file: Path | None = None
    is_busy: bool = False
    parent: int = 0
    checked: float = float("-inf")
    suspects: frozenset[tuple[str, float]] = frozenset()


_me = _Me()


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "processes"


def _born(pid: int) -> str:
    """The start time of a process, which distinguishes it from a later one with the same id; "" if there is
    no such process. "-" where there is no /proc."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        if Path("/proc/self/stat").exists():
            return ""
        try:
            os.kill(pid, 0)
        except OSError:
            return ""
        return "-"
    return "" if words[0] in "ZX" else words[19]


def enter(role: str) -> None:
    """Check the others, then register this process as "web", "worker", "beat" or "serve" until it ends."""
    check()
    pid = os.getpid()
    # `serve` is not tied to its parent: it may outlive the shell that started it.
    _me.parent = 0 if role == "serve" else os.getppid()
    path = _folder() / f"{role}.{pid}.{socket.gethostname()}"
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(_born(pid))
        os.utime(path, (0, 0))
    except OSError as problem:
        log.error("process not registered role=%s %s", role, type(problem).__name__)
        return
    _me.file = path
    atexit.register(leave)


def leave() -> None:
    """Remove this process's file at its normal end. If its supervisor is gone, the file stays, so that the
    next check reports that."""
    path, _me.file = _me.file, None
    is_mine = path is not None and path.name.split(".")[1] == str(os.getpid())  # False in a forked child
    if path is not None and is_mine and _me.parent in (0, os.getppid()):
        with contextlib.suppress(OSError):
            path.unlink()


def task_begins() -> None:
    """Note that this process begins a task."""
    _me.is_busy = True
    _stamp(time.time())


def task_advances() -> None:
    """Note that a long task has come to its next step."""
    if _me.is_busy:
        _stamp(time.time())


def task_ends() -> None:
    """Note that this process is idle."""
    _me.is_busy = False
    _stamp(0)


def _stamp(moment: float) -> None:
    if _me.file is not None:
        with contextlib.suppress(OSError):
            os.utime(_me.file, (moment, moment))


def check_if_due() -> None:
    """Check the other processes, unless this process has just done so."""
    if time.monotonic() - _me.checked >= min(CHECK_EVERY, HANGS):
        check()


def check() -> None:
    """Log an error, once each, for processes that were killed, and for those that hang. Kill those on this
    machine that already hung at the last check of this process."""
    _me.checked = time.monotonic()
    now, here = time.time(), socket.gethostname()
    suspects = set()
    try:
        files = sorted(_folder().glob("*.*.*"))
    except OSError:
        return
    for path in files:
        role, number, host = path.name.split(".", 2)
        try:
            born, status = path.read_text(), path.stat()
        except OSError:
            continue  # it ended meanwhile, or another process has reported it
        pid = int(number)
        if host != here:
            # Another machine or container: its processes cannot be seen from here.
            if now - status.st_ctime > FORGOTTEN:
                path.unlink(missing_ok=True)
                continue
        elif _born(pid) != born:
            with contextlib.suppress(OSError):
                path.unlink()  # raises if another process was first, so that only one logs it
                log.error("process killed role=%s pid=%d", role, pid)
            continue
        if status.st_mtime > 0 and now - status.st_mtime > HANGS:
            suspect = (path.name, status.st_mtime)
            suspects.add(suspect)
            log.error("process hangs role=%s pid=%d host=%s for_s=%d", role, pid, host, now - status.st_mtime)
            if host == here and suspect in _me.suspects and pid != os.getpid():
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
    _me.suspects = frozenset(suspects)
