"""Ten accounts that hammer `/health`, the draws of a finished game, rehearsals and the upload of pictures.

    python -m tools.bench attack [--seconds 10] [--accounts 10] [--only draws] [--write]

Attacks a site of its own on the embedded default, on this machine only, for some seconds each. Meanwhile
another client requests `/health` again and again: its response times, and the growth of the site's memory,
show the effect of the attack on others. Processor time per answer depends least on what else the machine
does.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import statistics
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from tools import servers
from tools.servers import Site

from . import report

STAGE = ("-m", "tools.bench.attack_stage")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
PAUSE = 0.2  # seconds between two requests of the other client
SIDE = 5000  # side of the picture in pixels: 25 megapixels in some 25 kB
BOUNDARY = "noon-attack"


@dataclass
class Account:
    """One attacker with a session; `answers`: status -> number."""

    port: int
    session: str
    answers: Counter[int] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        cookies = {"sessionid": self.session, **self.cookies}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        began = time.monotonic()
        try:
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            for header in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = header.partition(";")[0].partition("=")
                if name == "csrftoken":
                    self.cookies[name] = value
            text = answer.read().decode(errors="replace")
            status = answer.status
        except (OSError, http.client.HTTPException):
            text, status = "", 0
        finally:
            connection.close()
        self.answers[status] += 1
        self.took.append(time.monotonic() - began)
        return text

    def token(self, path: str) -> str:
        found = TOKEN.search(self.ask("GET", path))
        return found[1] if found else ""


Once = Callable[[Account], None]


def png(side: int) -> bytes:
    """A black picture with few bytes and many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4)

    head = side.to_bytes(4) * 2 + bytes([8, 2, 0, 0, 0])
    row = b"\0" + bytes(side * 3)
    squeeze = zlib.compressobj(9)
    data = b"".join(squeeze.compress(row) for _ in range(side)) + squeeze.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def attacks(game: str, chapters: int) -> dict[str, Once]:
    """The attacks by name; each function is one request of one account."""
    picture = png(SIDE)

    def health(one: Account) -> None:
        one.ask("GET", "/health")

    def draws(one: Account) -> None:
        one.ask("GET", f"/g/{game}/draws/{len(one.took) % chapters}/")

    def download(one: Account) -> None:
        one.ask("GET", f"/g/{game}/draws.json")

    def rehearsal(one: Account) -> None:
        token = one.token("/games/rehearsal/")
        typed = {"csrfmiddlewaretoken": token, "asked": "1", "title": "corporate", "bots": "9"}
        one.ask("POST", "/games/rehearsal/", urlencode(typed).encode(), "application/x-www-form-urlencoded")

    def upload(one: Account) -> None:
        token = one.token("/account/profile/")
        parts = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n',
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="picture"; filename="p.png"\r\n'
            "Content-Type: image/png\r\n\r\n",
        ]
        body = "".join(parts).encode() + picture + f"\r\n--{BOUNDARY}--\r\n".encode()
        one.ask("POST", "/account/profile/picture/", body, f"multipart/form-data; boundary={BOUNDARY}")

    return {
        "/health": health, "/draws/": draws, "draws.json": download, "rehearsal": rehearsal, "upload": upload,
    }  # fmt: skip


def memory(parent: int) -> float:
    """The memory of a process and its descendants, in megabytes."""
    try:
        pages = int(Path(f"/proc/{parent}/statm").read_text().split()[1])
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6 + sum(memory(int(pid)) for pid in children)


def worked(parent: int) -> float:
    """The processor seconds of a process and its descendants, including those that have ended."""
    try:
        times = Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()[11:15]
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:
        return 0.0
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK") + sum(worked(int(pid)) for pid in children)


def attack(
    site: Site, sessions: list[str], name: str, once: Callable[[Account], None], seconds: float
) -> str:
    """Let all accounts attack at once for some seconds; returns a row of the table."""
    accounts = [Account(site.port, session) for session in sessions]
    onlooker = Account(site.port, "")
    parent = site.running[0].pid
    before = peak = memory(parent)
    began = worked(parent)
    until = time.monotonic() + seconds

    def hammer(one: Account) -> None:
        while time.monotonic() < until:
            once(one)

    threads = [threading.Thread(target=hammer, args=(one,)) for one in accounts]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        onlooker.ask("GET", "/health")
        peak = max(peak, memory(parent))
        time.sleep(PAUSE)
    answers: Counter[int] = sum((one.answers for one in accounts), Counter())
    each = (worked(parent) - began) / (sum(answers.values()) + len(onlooker.took))
    told = ", ".join(f"{number} x {status or 'no answer'}" for status, number in sorted(answers.items()))
    took = [seconds for one in accounts for seconds in one.took]
    return (
        f"| {name} | {told} | {each * 1000:.0f} | {statistics.median(took) * 1000:.0f} | {max(took):.1f} "
        f"| {statistics.median(onlooker.took) * 1000:.0f} | {max(onlooker.took):.1f} "
        f"| {before:.0f} | {peak:.0f} |"
    )


def run(accounts: int, seconds: float, only: str) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="noon-attack-") as folder:
        env = {"LOG_LEVEL": "WARNING"}
        with servers.site(Path(folder) / "data", env) as site:
            site.manage("collectstatic", "--no-input", "-v0")
            made = json.loads(site.python(*STAGE, str(accounts)).splitlines()[-1])
            site.start()
            site.wait(180)
            rows = [
                attack(site, made["sessions"], name, once, seconds)
                for name, once in attacks(made["game"], made["chapters"]).items()
                if only in name
            ]
    return [
        f"{accounts} accounts, {seconds:g} seconds each, on the embedded default.",
        "",
        "| attack | answers | processor, ms an answer | p50, ms | longest, s | `/health` meanwhile, p50, ms "
        "| longest, s | MB before | MB at most |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
        *rows,
    ]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench attack")
    parser.add_argument("--accounts", type=int, default=10, choices=range(1, 11))
    parser.add_argument("--seconds", type=float, default=10)
    names = report.part_of([*attacks("", 1)])
    parser.add_argument("--only", default="", type=names, help="attacks whose name holds this")
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    given = parser.parse_args(arguments)
    lines = [f"*{report.machine()} · `{' '.join(['python -m tools.bench attack', *arguments])}`*", ""]
    lines += run(given.accounts, min(given.seconds, 60), given.only)
    print("\n".join(lines))
    if given.write:
        report.write("attack", lines)
