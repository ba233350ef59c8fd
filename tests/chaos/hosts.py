"""PostgreSQL and Redis that can be taken away and brought back, and the nursery of the site's processes."""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import redis as redis_client

from tests.servers import ROOT, _answers, _is_open, end, postgres_programs, wait_until


class Postgres:
    """The cluster at `url`, which this takes down at once and starts again on the same port."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.again: subprocess.Popen[bytes] | None = None
        with psycopg.connect(url) as connection:
            self.data = Path(connection.execute("SHOW data_directory").fetchone()[0])

    def restart(self) -> None:
        """As after a crash: every connection is cut in the middle of what it does."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGQUIT)
        if self.again is not None:
            self.again.wait()
        wait_until(lambda: not _is_open(urlsplit(self.url).port or 0), 30, "PostgreSQL is gone")
        programs, who = postgres_programs(), {}
        assert programs
        if os.geteuid() == 0:
            person = pwd.getpwnam("postgres")
            who = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
        command = [programs / "postgres", "-D", self.data, "-p", str(urlsplit(self.url).port),
                   "-k", self.data.parent, "-h", "127.0.0.1", "-c", "fsync=off"]  # fmt: skip
        self.again = subprocess.Popen(
            command, cwd=self.data.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **who
        )  # type: ignore[call-overload]
        wait_until(lambda: _answers(self.url), 30, "PostgreSQL answers again")

    def stop(self) -> None:
        if self.again is not None:
            end(self.again, signal.SIGINT)


class Redis:
    """The Redis at `url`, killed and started again, empty, on the same port."""

    def __init__(self, url: str) -> None:
        self.url, self.port = url, urlsplit(url).port or 0
        self.again: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        with contextlib.closing(redis_client.Redis.from_url(self.url)) as client:
            os.kill(int(client.info("server")["process_id"]), signal.SIGKILL)
        if self.again is not None:
            self.again.wait()
        wait_until(lambda: not _is_open(self.port), 10, "Redis is gone")

    def start(self) -> None:
        program = shutil.which("redis-server")
        assert program
        command = [
            program,
            "--bind",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        self.again = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: _is_open(self.port), 10, "Redis answers again")

    def stop(self) -> None:
        if self.again is not None:
            end(self.again)


class Nursery:
    """The processes of one site. `alive` holds what runs: pid -> role."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder, self.kills = folder, 0
        self.alive: dict[int, str] = {}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.nursery"], cwd=ROOT, env=env, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=(folder / "nursery.log").open("w"),
        )  # fmt: skip
        assert self.process.stdout
        assert self.process.stdout.readline() == "ready\n", (folder / "nursery.log").read_text()

    def start(self, role: str, **options: Any) -> int:
        assert self.process.stdin
        assert self.process.stdout
        order = {"role": role, "log": str(self.folder / f"{role}.log"), **options}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        pid = int(self.process.stdout.readline())
        self.alive[pid] = role
        return pid

    def of(self, role: str) -> list[int]:
        return [pid for pid, known in self.alive.items() if known == role]

    def kill(self, pid: int) -> str:
        """SIGKILL, and wait until it is gone; what it was. A web's children go by themselves."""
        os.kill(pid, signal.SIGKILL)
        self.kills += 1
        wait_until(lambda: not Path(f"/proc/{pid}").exists(), 10, f"{pid} is gone")
        return self.alive.pop(pid)

    def kill_all(self) -> None:
        for pid in list(self.alive):
            with contextlib.suppress(ProcessLookupError):
                self.kill(pid)

    def log(self) -> str:
        return "".join(
            path.read_text(errors="replace") for path in self.folder.glob("*.log") if path.stem != "nursery"
        )

    def stop(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(10)
