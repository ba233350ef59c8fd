"""One file per running process of the site, so that the others detect one that was killed or hangs.

A process removes its file when it ends normally; one that was killed leaves it behind, and the next
process that looks logs an error, which is mailed: systemd and compose write such an end where nobody reads
it. While a process runs a task, the file's modification time is when the task, or its last step, began.
Three minutes later it hangs, and is killed by a process that has seen it twice. PostgreSQL ends an idle
transaction by itself; SQLite's one write lock would be held, and no game would have its noon.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import signal
import socket
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

log = logging.getLogger(__name__)
# Seconds for one step of a task: far more than any takes.
HANGS = 180.0
LOOKS = 25.0  # seconds between two looks of one process, at least
FORGOTTEN = 30 * 86400  # seconds after which the file of a machine that is no more is dropped


@dataclass(slots=True)
class _Me:
    """This process: its file, whose child it was, and what it saw when it last looked."""

    file: Path | None = None
    is_busy: bool = False
    parent: int = 0
    looked: float = float("-inf")
    suspects: frozenset[tuple[str, float]] = frozenset()


_me = _Me()


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "processes"


def _born(pid: int) -> str:
    """What tells this process from a later one of the same number; "" if there is none."""
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
    """This process is one of the site's, as `role`, until it ends. First it looks for killed ones."""
    look()
    pid = os.getpid()
    # The command that supervises the others may be a shell's child that outlives the shell.
    _me.parent = 0 if role == "serve" else os.getppid()
    path = _folder() / f"{role}.{pid}.{socket.gethostname()}"
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(_born(pid))
        os.utime(path, (0, 0))
    except OSError as problem:
        log.error("not noted that this process runs role=%s %s", role, type(problem).__name__)
        return
    _me.file = path
    atexit.register(leave)


def leave() -> None:
    """This process ends in good order. One whose supervisor vanished leaves its file behind: that death
    is told by the next that looks."""
    path, _me.file = _me.file, None
    is_mine = path is not None and path.name.split(".")[1] == str(os.getpid())  # and no child's by a fork
    if path is not None and is_mine and _me.parent in (0, os.getppid()):
        with contextlib.suppress(OSError):
            path.unlink()


def busy() -> None:
    """A task begins now."""
    _me.is_busy = True
    _stamp(time.time())


def goes_on() -> None:
    """A task that has many steps has come to the next one."""
    if _me.is_busy:
        _stamp(time.time())


def idle() -> None:
    """Nothing is done now."""
    _me.is_busy = False
    _stamp(0)


def _stamp(moment: float) -> None:
    if _me.file is not None:
        with contextlib.suppress(OSError):
            os.utime(_me.file, (moment, moment))


def look_now_and_then() -> None:
    """Look, unless this process just did."""
    if time.monotonic() - _me.looked >= min(LOOKS, HANGS):
        look()


def look() -> None:
    """Tell, once each, of processes that were killed; tell of those that hang, and end them if they
    already did at the last look."""
    _me.looked = time.monotonic()
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
            continue  # it ended, or another told it
        pid = int(number)
        if host != here:
            # Another machine, or container: its processes cannot be seen from here.
            if now - status.st_ctime > FORGOTTEN:
                path.unlink(missing_ok=True)
                continue
        elif _born(pid) != born:
            with contextlib.suppress(OSError):
                path.unlink()  # for one caller only
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
