"""`manage.py serve`: the whole site by one command, as three kinds of processes that live and die together.

Web, worker and beat are separate (`celery worker -B`, killed, leaves a beat behind that goes on
sending). When one of them ends, all end, by honcho's rule: a site whose pages answer while its
worker is gone would let noon pass in silence, whereas a site that is down is noticed, and started
again by whoever supervises this command (systemd, compose, a person).
"""

from __future__ import annotations

import ctypes
import errno
import functools
import logging
import os
import signal
import socket
import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from honcho import manager, process
from honcho.printer import Printer

from config import lives
from config.commandline import database_away
from config.environment import env, env_int

log = logging.getLogger(__name__)

PR_SET_PDEATHSIG = 1
OURS = {"accounts", "games"}  # whose migrations tell a newer release


def tie_to_parent(sign: int) -> None:
    """Ask the kernel for signal `sign` when the parent dies, however it dies. Linux only; elsewhere
    a SIGKILL of this command leaves its children, as it does everywhere."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, sign)


class Tethered(process.Process):  # type: ignore[misc]
    """One of honcho's processes that does not outlive the command: neither honcho's own helper,
    which ignores SIGTERM, nor what it runs."""

    def run(self, *args: Any, **kwargs: Any) -> None:
        tie_to_parent(signal.SIGKILL)
        # No shell in between: a signal reaches the program itself.
        self._child_ctor = functools.partial(
            process.Popen, shell=False, preexec_fn=functools.partial(tie_to_parent, signal.SIGTERM)
        )
        super().run(*args, **kwargs)


class Manager(manager.Manager):  # type: ignore[misc]
    """honcho's, which waits for the word that a process has ended. A process that could not be started,
    or whose helper was killed, sends none: it counts as ended, too. And honcho's cannot end what has not
    said yet that it runs: asked to stop in its first moments, it waits for that word."""

    _stop_asked = False

    def terminate(self) -> None:
        self._stop_asked = True  # the loop, which asks ten times a second whether all have started, does it

    def _all_started(self) -> bool:
        for entry in self._processes.values():
            helper = entry["process"]
            # What a helper had to say is in the queue before it ends.
            if not helper.is_alive() and self.events.empty() and entry.get("returncode") is None:
                entry.setdefault("pid", helper.pid)
                entry["returncode"] = helper.exitcode or 1
                self.returncode = self.returncode or 1
        started = bool(super()._all_started())
        if started and self._stop_asked:
            super().terminate()
        return started


def listens() -> tuple[str, int]:
    """Where web listens; an address of IPv6 stands in brackets."""
    host = env("HOST", "127.0.0.1").strip("[]")
    return f"[{host}]" if ":" in host else host, env_int("PORT", 8000)


def address_free() -> None:
    """Whether web can listen there; what held the port may be ending just now. CommandError if it cannot:
    gunicorn would say so among the lines of its neighbours, which end with it."""
    host, port = listens()
    family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET  # as gunicorn takes it, names too
    for left in reversed(range(10)):
        try:
            where = socket.getaddrinfo(host.strip("[]"), port, family, socket.SOCK_STREAM)[0][4]
            with socket.socket(family) as door:
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                door.bind(where)
            return
        except PermissionError:
            raise CommandError(
                f"Not started: this user may not listen on port {port}. Set PORT to one from 1024 on, and "
                "let a proxy stand in front of it."
            ) from None
        except (OSError, UnicodeError) as problem:
            if getattr(problem, "errno", None) != errno.EADDRINUSE:
                why = getattr(problem, "strerror", "") or "no name of a machine"
                raise CommandError(
                    f"Not started: this machine has no address {host} ({why}). Set HOST to one "
                    "of its own, or leave it out."
                ) from None
        if left:
            time.sleep(0.3)
    raise CommandError(
        f"Not started: something listens on {host}:{port} already, this site perhaps. End it, or set PORT to "
        "another port."
    )


def web() -> list[str]:
    """gunicorn on HOST:PORT. No access log: addresses hold invitation tokens. No control socket."""
    is_sqlite = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    processes = str(env_int("WEB_PROCESSES", 1 if is_sqlite else 2, most=100))
    host, port = listens()
    return [
        *(sys.executable, "-m", "gunicorn", "config.wsgi:application", "--bind", f"{host}:{port}"),
        *("--worker-class", "gthread", "--workers", processes, "--threads", "4"),
        # Keep-alive is also how long a connection may be silent before its first byte: two seconds, as it
        # comes, are too few for a browser on a train.
        *("--timeout", "60", "--graceful-timeout", "4", "--keep-alive", "15"),
        *("--no-control-socket", "--log-level", "warning"),
    ]


def worker(number: int = 1) -> list[str]:
    """One Celery worker that does one thing at a time, in its own process: more of them, more hands."""
    return [
        *(sys.executable, "-m", "celery", "-A", "config", "-q", "worker", "--pool", "solo"),
        *("--hostname", f"worker{number}-{os.getpid()}@%h"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


def beat() -> list[str]:
    """The clock: `close_due` each minute. Exactly one of it."""
    return [sys.executable, "-m", "celery", "-A", "config", "-q", "beat", "--pidfile", ""]


ROLES: dict[str, Callable[[], list[str]]] = {"web": web, "worker": worker, "beat": beat}


def catch_up() -> None:
    """Ask for what fell due while the site was down; the first worker to start does it."""
    from games.tasks import close_due

    try:
        close_due.apply_async(expires=600)
    except Exception as problem:  # the queue is out of reach: beat asks again within a minute
        log.warning("catch-up not queued: %s", type(problem).__name__)


def tables_fit() -> bool:
    """Whether the tables are those of this release: pages of new code on old tables would fail one by one.
    A database that does not answer yet is no reason to stay away: the processes wait for it, and say so."""
    try:
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except OperationalError as problem:
        log.warning("Started all the same: %s", database_away(problem))
        return True
    finally:
        connection.close()
    ours = {key for key in executor.loader.applied_migrations if key[0] in OURS}
    return not behind and ours <= set(executor.loader.disk_migrations)


def at_least_one(text: str) -> int:
    """How many, from the command line or from WORKERS."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= 100):
        raise ArgumentTypeError(
            f"{text} is no number of workers. Write one from 1 to 100, here or in WORKERS."
        )
    return int(text)


class Command(BaseCommand):
    help = "Run the site: web, worker and beat. One of them alone with --only."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only", choices=sorted(ROLES), help="become this one process (compose, systemd)"
        )
        parser.add_argument("--workers", type=at_least_one, default=env("WORKERS", "1"))

    def handle(self, *args: Any, only: str | None = None, workers: int = 1, **options: Any) -> None:
        os.chdir(settings.BASE_DIR)
        if not tables_fit():
            raise CommandError(
                "Not started: the tables are those of another release. Run `manage.py prepare` first; "
                "to go back to an older release, restore a backup that it made."
            )
        if only in (None, "web"):
            address_free()
        if only:
            command = ROLES[only]()
            sys.stdout.flush()
            os.execvp(command[0], command)  # noqa: S606  (a command of this very file)
        lives.enter("serve")
        catch_up()
        sys.exit(self.supervise(workers))

    def supervise(self, workers: int) -> int:
        """Run all processes until one ends or a signal comes; the exit code of the first to end."""
        together = Manager(Printer(sys.stdout))
        together._process_ctor = Tethered
        env = {**os.environ, "PYTHONUNBUFFERED": "1"}
        together.add_process("web", web(), env=env)
        for number in range(1, workers + 1):
            together.add_process("worker" if workers == 1 else f"worker{number}", worker(number), env=env)
        together.add_process("beat", beat(), env=env)
        self.stdout.write(f"Noon is on {settings.SITE_URL} (Ctrl+C ends it)")
        self.stdout.flush()
        together.loop()
        # A stop that was asked for is a success.
        return 0 if together.returncode in (130, 143) else together.returncode or 0
