"""`manage.py serve`: run the whole site as processes that start and end together.

With Redis these are web, workers and beat; without it web and beat, which then runs the tasks itself. Beat is
a process of its own, because `celery worker -B` leaves its beat running when it is killed. When one process
ends, all end: a site that shows pages but resolves no turns would miss noon unnoticed, whereas a site that is
down is noticed, and restarted by whatever supervises this command.
"""

from __future__ import annotations

import errno
import logging
import os
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

from config import process_registry
from config.commandline import database_away
from config.environment import env, env_int
from config.supervisor import supervise

log = logging.getLogger(__name__)

OURS = {"accounts", "games"}  # the apps whose applied migrations reveal tables of a newer release


def listens() -> tuple[str, int]:
    """The host and port on which web listens; an IPv6 address is in brackets."""
    host = env("HOST", "127.0.0.1").strip("[]")
    return f"[{host}]" if ":" in host else host, env_int("PORT", 8000)


def require_free_address() -> None:
    """Raise CommandError if web cannot listen on its address; waits 3 s for a process that is just ending.
    gunicorn would report it only among the log lines of the other processes."""
    host, port = listens()
    family = socket.AF_INET6 if host.startswith("[") else socket.AF_INET  # as gunicorn decides it
    for left in reversed(range(10)):
        try:
            where = socket.getaddrinfo(host.strip("[]"), port, family, socket.SOCK_STREAM)[0][4]
            with socket.socket(family) as door:
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                door.bind(where)
            return
        except PermissionError:
            raise CommandError(
                f"Not started: this user may not listen on port {port}. Set PORT to 1024 or higher, and put "
                "a proxy in front of it."
            ) from None
        except (OSError, UnicodeError) as problem:
            if getattr(problem, "errno", None) != errno.EADDRINUSE:
                why = getattr(problem, "strerror", "") or "not a host name"
                raise CommandError(
                    f"Not started: this machine has no address {host} ({why}). Set HOST to one of its "
                    "addresses, or leave it out."
                ) from None
        if left:
            time.sleep(0.3)
    raise CommandError(
        f"Not started: another process, perhaps this site, already listens on {host}:{port}. End it, or set "
        "PORT to another port."
    )


def web() -> list[str]:
    """The command line of gunicorn on HOST:PORT. No access log, because URLs contain invitation tokens."""
    is_sqlite = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    processes = str(env_int("WEB_PROCESSES", 1 if is_sqlite else 2, most=100))
    host, port = listens()
    return [
        *(sys.executable, "-m", "gunicorn", "config.wsgi:application", "--bind", f"{host}:{port}"),
        *("--worker-class", "gthread", "--workers", processes, "--threads", "4"),
        # gunicorn also uses this as the time-out for the first byte of a connection: its default of two
        # seconds is too short for slow mobile networks.
        *("--timeout", "60", "--graceful-timeout", "4", "--keep-alive", "15"),
        *("--no-control-socket", "--log-level", "warning"),
    ]


def worker(number: int = 1) -> list[str]:
    """The command line of one Celery worker, which runs one task at a time."""
    return [
        *(sys.executable, "-m", "celery", "-A", "config", "-q", "worker", "--pool", "solo"),
        *("--hostname", f"worker{number}-{os.getpid()}@%h"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


def beat() -> list[str]:
    """The command line of Celery beat: it sends `close_due` each minute, or runs it if there is no Redis. One
    per site."""
    return [sys.executable, "-m", "celery", "-A", "config", "-q", "beat", "--pidfile", ""]


ROLES: dict[str, Callable[[], list[str]]] = {"web": web, "worker": worker, "beat": beat}


def tables_fit() -> bool:
    """Whether the tables are those of this release; with others, pages would fail one by one. True if the
    database does not answer yet, because the processes wait for it."""
    try:
        executor = MigrationExecutor(connection)
        behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except OperationalError as problem:
        log.warning("Started anyway: %s", database_away(problem))
        return True
    finally:
        connection.close()
    ours = {key for key in executor.loader.applied_migrations if key[0] in OURS}
    return not behind and ours <= set(executor.loader.disk_migrations)


def at_least_one(text: str) -> int:
    """A number of workers, from the command line or from WORKERS. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= 100):
        raise ArgumentTypeError(
            f"{text} is not a number of workers from 1 to 100. Correct the argument, or WORKERS."
        )
    return int(text)


class Command(BaseCommand):
    help = "Run the site: web, beat and, with Redis, workers; or with --only one of these processes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only", choices=sorted(ROLES), help="run only this process (for compose and systemd)"
        )
        parser.add_argument(
            "--workers", type=at_least_one, default=env("WORKERS", "1"), help="number of workers, with Redis"
        )

    def handle(self, *args: Any, only: str | None = None, workers: int = 1, **options: Any) -> None:
        os.chdir(settings.BASE_DIR)
        if only == "worker" and not settings.REDIS_URL:
            raise CommandError("Not started: without REDIS_URL, beat runs all tasks; workers are not needed.")
        if not tables_fit():
            raise CommandError(
                "Not started: the tables are those of another release. Run `manage.py prepare` first; "
                "to return to an older release, restore a backup made with it."
            )
        if only in (None, "web"):
            require_free_address()
        if only:
            command = ROLES[only]()
            sys.stdout.flush()
            os.execvp(command[0], command)  # noqa: S606  # one of the commands above
        process_registry.enter("serve")
        self.stdout.write(f"Noon runs at {settings.SITE_URL} (Ctrl+C stops it)")
        self.stdout.flush()
        try:
            code = supervise(commands(workers if settings.REDIS_URL else 0))
        except OSError as problem:
            raise CommandError(f"Not started: {problem.strerror}: {problem.filename}") from None
        sys.exit(code)


def commands(workers: int) -> dict[str, list[str]]:
    """The command line of each process of the site, by its name. `workers`: how many of them."""
    numbered = {f"worker{number}": worker(number) for number in range(1, workers + 1)}
    return {"web": web(), **numbered, "beat": beat()}
