"""The command line of `manage.py`: mistakes of the operator and faults of the machine are reported in one
sentence instead of a traceback."""

from __future__ import annotations

import os
import sys
from errno import EACCES, EDQUOT, ENOSPC, EPERM, EROFS

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, OperationalError

PREPARE = "The tables are missing or not those of this release. Run `manage.py prepare` first."


def run(argv: list[str]) -> int:
    """Run a command of the site; returns its exit status. With `--traceback`, exceptions are not caught."""
    # Any command may be the first to open the SQLite database and so create its file, which will contain
    # players' secrets, in a folder that others can read.
    os.umask(0o077)
    if "--traceback" in argv:
        execute_from_command_line(argv)
        return 0
    try:
        execute_from_command_line(argv)
    except (ImproperlyConfigured, DatabaseError, OSError, EOFError) as problem:
        text = sentence(problem)
        if not text:
            raise
        print(text, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def sentence(problem: BaseException) -> str:
    """What is wrong and what to do; "" for a bug, which needs a traceback."""
    if isinstance(problem, ImproperlyConfigured):
        return f"Not started: {problem}"
    if isinstance(problem, EOFError):
        return "Stopped: the command has a question, but nobody can answer it here. Run it in a terminal."
    if isinstance(problem, DatabaseError):
        return _of_the_database(problem)
    return _of_the_machine(problem) if isinstance(problem, OSError) else ""


def _of_the_database(problem: DatabaseError) -> str:
    state, its_words = _of_postgresql(problem)
    said = str(problem)
    if state in ("42P01", "42703") or said.startswith(("no such table", "no such column")):
        return PREPARE
    if state == "42501":
        return (
            f"Stopped: the database does not allow this to the user in DATABASE_URL ({its_words}). Make that "
            "user the owner of the database and of its tables."
        )
    if said.startswith("invalid connection option"):
        return f"Stopped: {said}. It is one of the options after the ? in DATABASE_URL: check its spelling."
    if not isinstance(problem, OperationalError):
        return ""
    if state == "53100" or "disk is full" in said:
        return "Stopped: the disk of the database is full. Free some space, then run the command again."
    return f"Stopped: {database_away(problem)}"


def _of_postgresql(problem: BaseException | None) -> tuple[str, str]:
    """PostgreSQL's error code (SQLSTATE) and the first line of its message, "" and "" if there is none.
    Django's exception may have another message, so its causes are searched."""
    while problem is not None:
        if state := getattr(problem, "sqlstate", None):
            return str(state), str(problem).partition("\n")[0]
        problem = problem.__cause__ or problem.__context__
    return "", ""


def database_away(problem: BaseException) -> str:
    """A sentence that the database does not answer, with the driver's message, which contains no password."""
    said = (str(problem).splitlines() or [""])[0].removeprefix("connection failed: ").rstrip(".")
    return f"the database does not answer ({said}). Check that it is running and that DATABASE_URL is right."


def _of_the_machine(problem: OSError) -> str:
    where, why = problem.filename, problem.strerror
    if problem.errno in (ENOSPC, EDQUOT):
        return (
            f"Stopped: the disk is full{f' ({where})' if where else ''}. Free some space, then run the "
            "command again."
        )
    if not where or not why:
        return ""
    if problem.errno in (EACCES, EPERM, EROFS):
        return (
            f"Stopped: {where}: {why}. You are running it as {_me()}; run it as the user who owns the folder "
            "NOON_DATA."
        )
    return f"Stopped: {where}: {why}. Check that the folder NOON_DATA and the files you named exist."


def _me() -> str:
    """The name of the user who owns this process. Environment variables may name another one after `su`."""
    try:
        import pwd  # not on Windows

        return pwd.getpwuid(os.geteuid()).pw_name
    except (ImportError, KeyError):  # a container may run as a user id without a name
        return f"user {os.getuid()}"
