"""`manage.py serve`: the whole site by one command, as processes that start and end together.

With Redis these are web, workers and beat; without it web and beat, which then runs the tasks itself. They
are separate processes (`celery worker -B`, killed, leaves a beat behind that goes on sending). When one of
them ends, all end: a site whose pages answer while nobody resolves turns would let noon pass in silence,
whereas a site that is down is noticed, and started again by whoever supervises this command.
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

OURS = {"accounts", "games"}  # whose migrations tell a newer release


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
    """One Celery worker, which does one thing at a time: for more at once, start more of them."""
    return [
        *(sys.executable, "-m", "celery", "-A", "config", "-q", "worker", "--pool", "solo"),
        *("--hostname", f"worker{number}-{os.getpid()}@%h"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


def beat() -> list[str]:
    """Celery beat: asks for `close_due` each minute, and runs it where there is no Redis. One per site."""
    return [sys.executable, "-m", "celery", "-A", "config", "-q", "beat", "--pidfile", ""]


ROLES: dict[str, Callable[[], list[str]]] = {"web": web, "worker": worker, "beat": beat}


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
    help = "Run the site: web, beat and, with Redis, workers. One of them alone with --only."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only", choices=sorted(ROLES), help="become this one process (compose, systemd)"
        )
        parser.add_argument(
            "--workers", type=at_least_one, default=env("WORKERS", "1"), help="with Redis: how many workers"
        )

    def handle(self, *args: Any, only: str | None = None, workers: int = 1, **options: Any) -> None:
        os.chdir(settings.BASE_DIR)
        if only == "worker" and not settings.REDIS_URL:
            raise CommandError("Not started: without REDIS_URL beat runs all tasks, and a worker gets none.")
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
        process_registry.enter("serve")
        self.stdout.write(f"Noon is on {settings.SITE_URL} (Ctrl+C ends it)")
        self.stdout.flush()
        try:
            code = supervise(commands(workers if settings.REDIS_URL else 0))
        except OSError as problem:
            raise CommandError(f"Not started: {problem.strerror}: {problem.filename}") from None
        sys.exit(code)


def commands(workers: int) -> dict[str, list[str]]:
    """The command line of each process of the site, by its name, with so many workers."""
    numbered = {f"worker{number}": worker(number) for number in range(1, workers + 1)}
    return {"web": web(), **numbered, "beat": beat()}
