"""The command line: what an operator did not mean, or what the machine lacks, ends in one sentence."""

from __future__ import annotations

import os
import sys
from errno import EACCES, EDQUOT, ENOSPC, EPERM, EROFS

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, OperationalError

PREPARE = "The tables are not those of this release, or not there yet. Run `manage.py prepare` first."


def run(argv: list[str]) -> int:
    """Run a command of the site; the status it ends with. With `--traceback` nothing is put into words."""
    # Any of them may be the first to open the database, in a folder that is open to all: on SQLite that
    # makes the file, which will hold what players hide.
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
    """What is wrong and what to do, or "": that is a bug, whose traceback somebody will want."""
    if isinstance(problem, ImproperlyConfigured):
        return f"Not started: {problem}"
    if isinstance(problem, EOFError):
        return "Stopped: there is nobody to ask. Run it in a terminal."
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
            f"Stopped: the database refuses this to the user of DATABASE_URL ({its_words}). Make that user "
            "the owner of the database and of its tables."
        )
    if said.startswith("invalid connection option"):
        return f"Stopped: {said}. It stands behind the ? in DATABASE_URL; see how PostgreSQL spells it."
    if not isinstance(problem, OperationalError):
        return ""
    if state == "53100" or "disk is full" in said:
        return "Stopped: the database has no room left on its disk. Make room, then run it again."
    return f"Stopped: {database_away(problem)}"


def _of_postgresql(problem: BaseException | None) -> tuple[str, str]:
    """PostgreSQL's own code of what went wrong, and its first line; "" where it said nothing. Django puts
    some of it into words of its own."""
    while problem is not None:
        if state := getattr(problem, "sqlstate", None):
            return str(state), str(problem).partition("\n")[0]
        problem = problem.__cause__ or problem.__context__
    return "", ""


def database_away(problem: BaseException) -> str:
    """That the database does not answer, in its own words; they hold no password."""
    said = (str(problem).splitlines() or [""])[0].removeprefix("connection failed: ").rstrip(".")
    return f"the database does not answer ({said}). See that it runs, and that DATABASE_URL names it."


def _of_the_machine(problem: OSError) -> str:
    where, why = problem.filename, problem.strerror
    if problem.errno in (ENOSPC, EDQUOT):
        return f"Stopped: the disk is full{f' ({where})' if where else ''}. Make room, then run it again."
    if not where or not why:
        return ""
    if problem.errno in (EACCES, EPERM, EROFS):
        return f"Stopped: {where}: {why}. This is {_me()}; run it as the user whom NOON_DATA belongs to."
    return f"Stopped: {where}: {why}. See that NOON_DATA and the files you named are there."


def _me() -> str:
    """Whose process this is. Not what the environment says: `noon`, run as root, leaves root's there."""
    try:
        import pwd  # not on Windows

        return pwd.getpwuid(os.geteuid()).pw_name
    except (ImportError, KeyError):  # in a container that is run as any number
        return f"user {os.getuid()}"
