"""Real servers for tests and programs: PostgreSQL, Redis and the site, each in its own folder, each ended
by its process id."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import http.client
import os
import pwd
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import psycopg

ROOT = Path(__file__).resolve().parent.parent
OURS = (
    "DATABASE_URL",
    "REDIS_URL",
    "NOON_",
    "SITE_URL",
    "ALLOWED_HOSTS",
    "SECRET_KEY",
    "EMAIL_",
    "DEFAULT_FROM_EMAIL",
    "CONTACT",
    "HSTS_",
    "DJANGO_",
    "DEBUG",
)


Found = TypeVar("Found")


class NotInstalled(Exception):
    """This machine lacks a program; the message says which, and where it comes from."""


def needs(there: object, sentence: str) -> None:
    """Raises NotInstalled with this sentence unless it is there; conftest.py then skips the test."""
    if not there:
        raise NotInstalled(sentence)


WINDOWLESS, WINDOWED = ("chromium-headless-shell",), ("chromium", "chromium-browser")


def chromium(names: Sequence[str] = (*WINDOWLESS, *WINDOWED)) -> str:
    """The path of the system's Chromium, the first of these programs. The one that never opens a window needs
    half of what the other does for all that is around a page, but shows no notifications. Raises NotInstalled
    if there is none."""
    path = next(filter(None, map(shutil.which, names)), None)
    needs(path, f"Chromium is not installed (Debian: {names[0]})")
    assert path
    return path


def tied(sign: int) -> Callable[[], None]:
    """A function for a child before it becomes a server: it asks for the signal `sign` if this process is
    killed."""
    kernel = ctypes.CDLL(None) if sys.platform == "linux" else None
    return lambda: kernel.prctl(1, sign) if kernel else None


def free_port() -> int:
    """A free port, which no other test process gets while this one runs, because many seconds may pass before
    a server listens on it. It is below the range from which the system assigns ports.
    """
    folder = Path(tempfile.gettempdir()) / f"noon-ports-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    for port in random.SystemRandom().sample(range(20_000, 32_000), 1000):
        claim = os.open(folder / str(port), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", port))
        except OSError:
            os.close(claim)
            continue
        return port  # the lock file stays open and locked until this process ends
    raise AssertionError("no port is free")


def wait_until(answer: Callable[[], Found], seconds: float, what: str) -> Found:
    """The first true answer. AssertionError after `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := answer():
            return value
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds:g} s: {what}")


def end(process: subprocess.Popen[bytes], sign: int = signal.SIGTERM, seconds: float = 60) -> int:
    """End one process that a test or program started; by force if it does not listen. Its return code."""
    if process.poll() is None:
        process.send_signal(sign)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"{process.args!r} did not end on signal {sign}") from None
    return process.returncode


# ---- PostgreSQL and Redis -------------------------------------------------------------------------


def postgres_programs() -> Path | None:
    """The newest of Debian's PostgreSQL, which is not on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[str]:
    """A new cluster on a free port; yields the URL of a superuser's database. `durable`: commits are written
    to the disk, as on a real site; tests do not need that."""
    if given := os.environ.get("NOON_TEST_POSTGRES_URL"):
        yield given
        return
    programs = postgres_programs()
    needs(programs, "PostgreSQL's programs are not installed (Debian: postgresql)")
    assert programs
    folder = Path(tempfile.mkdtemp(prefix="noon-pg-"))
    who: dict[str, object] = {}
    if os.geteuid() == 0:  # it refuses to run as root
        person = pwd.getpwnam("postgres")
        os.chown(folder, person.pw_uid, person.pw_gid)
        who = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
    data, port = folder / "data", free_port()
    init = [
        programs / "initdb",
        "-D",
        data,
        "-U",
        "noon",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "-N",
    ]
    subprocess.run(init, check=True, stdout=subprocess.DEVNULL, cwd=folder, **who)  # type: ignore[call-overload]
    command = [
        programs / "postgres",
        "-D",
        data,
        "-p",
        str(port),
        "-k",
        folder,
        "-h",
        "127.0.0.1",
        "-c",
        f"fsync={'on' if durable else 'off'}",
    ]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=folder, preexec_fn=tied(signal.SIGINT), **who
        )  # type: ignore[call-overload]
    url = f"postgres://noon@127.0.0.1:{port}/postgres"
    try:
        wait_until(lambda: answers(url), 90, "PostgreSQL answers")
        yield url
    finally:
        end(server, signal.SIGINT)
        shutil.rmtree(folder, ignore_errors=True)


def answers(url: str) -> bool:
    with contextlib.suppress(psycopg.OperationalError):
        psycopg.connect(url, connect_timeout=2).close()
        return True
    return False


@contextlib.contextmanager
def database(url: str, copy_of: str = "") -> Iterator[str]:
    """A new database of the cluster at `url`, dropped afterwards; a copy of the one at `copy_of`, to which
    nobody may be connected."""
    name = f"noon_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as connection:
        template = copy_of.rpartition("/")[2] or "template1"
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield re.sub(r"/[^/]*$", f"/{name}", url)
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A new Redis on a free port that writes nothing to disk; yields its URL. One test at a time uses it."""
    program = shutil.which("redis-server")
    needs(program, "Redis is not installed (Debian: redis-server)")
    assert program
    folder, port = tempfile.mkdtemp(prefix="noon-redis-"), free_port()
    command = [
        program,
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--save",
        "",
        "--appendonly",
        "no",
        "--dir",
        folder,
    ]
    server = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=tied(signal.SIGTERM)
    )
    try:
        wait_until(lambda: is_open(port), 60, "Redis answers")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        end(server)
        shutil.rmtree(folder, ignore_errors=True)


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


# ---- the site ---------------------------------------------------------------------------------------


class Site:
    """A site in a folder of its own, run by the commands its operator runs."""

    def __init__(self, folder: Path, **env: str) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.env = {**kept, "NOON_DATA": str(folder), "HOST": "127.0.0.1", "PORT": str(self.port), **env}
        self.running: list[subprocess.Popen[bytes]] = []

    def manage(self, *arguments: str, **env: str) -> str:
        """Run one management command to its end; returns its output."""
        return self.python("manage.py", *arguments, **env)

    def python(self, *arguments: str, **env: str) -> str:
        result = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**self.env, **env},
            capture_output=True,
            text=True,
            timeout=240,
        )
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def start(self, *arguments: str, log: str = "serve", **env: str) -> subprocess.Popen[bytes]:
        """Start `manage.py serve` with these arguments, in a process group of its own as a shell would; its
        output goes to `<log>.log`."""
        with (self.folder / f"{log}.log").open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", *arguments],
                cwd=ROOT, env={**self.env, **env}, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                process_group=0,
            )  # fmt: skip
        self.running.append(process)
        return process

    def log(self, name: str = "serve") -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def print_logs(self) -> None:
        """Print the logs of its processes, for finding out why a test failed."""
        for path in sorted(self.folder.glob("*.log")):
            print(f"==== {path.name}\n{path.read_text(errors='replace')[-20_000:]}")

    def forget_posts(self) -> None:
        """Reset the counts of posts on a site with the embedded default."""
        for counted in (self.folder / "cache").glob("*.djcache"):
            counted.unlink(missing_ok=True)

    def answers(self) -> bool:
        """Whether the front page is served."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def wait(self, seconds: float = 120) -> None:
        def ready() -> bool:
            dead = [process.args for process in self.running if process.poll() is not None]
            assert not dead, f"ended at once: {dead}\n" + "\n".join(
                path.read_text(errors="replace") for path in self.folder.glob("*.log")
            )
            return self.answers()

        wait_until(ready, seconds, f"{self.url} answers")

    def stop(self) -> None:
        for process in self.running:
            end(process)
        self.running.clear()


@contextlib.contextmanager
def site(folder: Path, env: Mapping[str, str] | None = None, copy_of: Path | None = None) -> Iterator[Site]:
    """A prepared site, not started yet; its processes are ended with the block. `copy_of`: the data of a
    prepared site on SQLite that is not in use, instead of preparing one."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Site(folder, **(env or {}))
    if copy_of:
        shutil.copytree(copy_of, folder, dirs_exist_ok=True)
    else:
        made.manage("prepare")
    try:
        yield made
    finally:
        made.stop()
