"""The site under test: its processes, what its logs and mails say, a player's browser."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from accounts.sessions import SessionStore
from games.models import Player, Turn
from tools.browser import Answer, Browser
from tools.chaos.hosts import Host
from tools.chaos.mail import Sink
from tools.chaos.stage import Stage
from tools.servers import ROOT, is_open, wait_until

DEAF = 6  # seconds without a worker after which web closes turns itself; 180 on a real site


class Nursery:
    """The processes of one site. `alive` holds what runs: pid -> role."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder = folder
        self.registry = Path(env["NOON_DATA"]) / "processes"
        self.alive: dict[int, str] = {}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tools.chaos.nursery"], cwd=ROOT, env=env, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=(folder / "nursery.err").open("w"),
        )  # fmt: skip
        assert self.process.stdout
        assert self.process.stdout.readline() == "ready\n", (folder / "nursery.err").read_text()

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
        """Send SIGKILL and wait until the process is gone; returns its role. The children of web end by
        themselves."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not Path(f"/proc/{pid}").exists(), 60, f"{pid} is gone")
        return self.alive.pop(pid)

    def cut(self) -> None:
        """Send SIGKILL to all of them at the same moment."""
        for pid in self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in list(self.alive):
            self.kill(pid)

    def kill_all(self) -> None:
        """Kill all for cleaning up, so that nobody reports it."""
        self.cut()
        shutil.rmtree(self.registry, ignore_errors=True)

    def is_noted(self, pid: int) -> bool:
        """Whether the process is registered, so that others would notice its death."""
        return any(path.name.split(".")[1] == str(pid) for path in self.registry.glob("*"))

    def logs(self) -> dict[str, list[str]]:
        """The lines written by the processes, by role."""
        return {
            path.stem: path.read_text(errors="replace").splitlines() for path in self.folder.glob("*.log")
        }

    def stop(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(60)


@dataclass
class Chaos:
    """The site under test, as faults see it."""

    nursery: Nursery
    host: Host
    random: random.Random
    stage: Stage
    sink: Sink
    options: dict[str, Any] = field(default_factory=dict)
    heard: dict[str, int] = field(default_factory=dict)
    mailed: int = 0

    def crew(self, workers: int = 0, **options: Any) -> None:
        """Start exactly one web, one beat and `workers` workers (none without a queue), all new."""
        self.nursery.kill_all()
        self.options = {"deaf": DEAF, "hangs": self.host.hangs, **options}
        self.boot(workers)

    def boot(self, workers: int = 0) -> None:
        """The same, if nothing is running."""
        port = int(os.environ["PORT"])
        wait_until(lambda: not is_open(port), 60, "the children of the web are gone, too")
        workers = self.host.workers and (workers or self.host.workers)
        for role in ["web", *["worker"] * workers, "beat"]:
            self.start(role)

    def start(self, role: str) -> int:
        """Start one more process."""
        return self.nursery.start(role, **self.options)

    # ---- what the operator is told

    def listen(self) -> None:
        """Begin listening: only messages sent from now on count."""
        self.host.forget_mails()
        self.heard = {role: len(lines) for role, lines in self.nursery.logs().items()}
        self.mailed = len(self.sink.kept)

    def lines(self, words: str = "") -> list[str]:
        """The lines logged since `listen` that contain these words."""
        return [
            line
            for role, lines in self.nursery.logs().items()
            for line in lines[self.heard.get(role, 0) :]
            if words in line
        ]

    def errors(self, words: str = "") -> list[str]:
        """The lines at ERROR since `listen` that contain these words."""
        return [line for line in self.lines(words) if " ERROR " in line or " CRITICAL " in line]

    def mails(self, words: str) -> int:
        """The mails to the operators since `listen` that contain these words."""
        return sum(words in text for text in self.sink.to_operators(self.mailed))

    def tells(self, words: str, seconds: float = 120) -> None:
        """Wait until a line at ERROR contains these words."""
        wait_until(lambda: self.errors(words), seconds, f"told at ERROR: {words}")

    # ---- a player

    def player(self) -> tuple[Browser, str]:
        """The first player of the first game, logged in, and the address of their order form."""
        seat = Player.objects.select_related("user", "game").get(game=self.stage.games[0], number=1)
        assert seat.user is not None
        session = SessionStore()
        session[SESSION_KEY] = str(seat.user_id)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = seat.user.get_session_auth_hash()
        session.save()
        browser = Browser(f"http://127.0.0.1:{os.environ['PORT']}", {"sessionid": str(session.session_key)})
        path = f"/g/{seat.game.public_id}/orders/"

        def reads() -> bool:
            with contextlib.suppress(OSError):
                return browser.get(path).status == 200
            return False

        wait_until(reads, 120, "the player reads the page")
        return browser, path

    def hands_in(self, browser: Browser, path: str, words: str) -> Answer:
        """Let the player pass with these words typed."""
        game = self.stage.games[0]
        turn = Turn.objects.filter(game=game, status=Turn.Status.OPEN).order_by("position")[0]
        form = turn.forms.filter(player__number=1).first()
        revision = str(form.revision if form else 0)
        return browser.post(path, turn=turn.name, revision=revision, act="pass", note=words)
