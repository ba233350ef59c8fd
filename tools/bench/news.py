"""Ten thousand notices at one noon: from the noon of their games to the last mail, by real workers and beat
on PostgreSQL and Redis, to a mail server on this machine.

    python -m tools.bench news [--notices 10000] [--workers 2] [--write]

Games of eight as in `load`, all due at the next full minute. Afterwards every mail is checked: one for each
notice, none twice. The floor: bare loops of `smtplib` in the same number of processes that send as many mails
of the same size to the same server.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

from tools import servers
from tools.chaos.mail import Sink

from . import load, report

PLAYERS = 8
SAMPLE = 25  # games whose notices are routed and mailed beforehand, to count the statements
_NAME = re.compile(rb"^Message-ID: (\S+)", re.MULTILINE | re.IGNORECASE)
# the program of a bare process: where to send, how often, and how many bytes
_BARE = (
    "import smtplib, sys; port, count, size = map(int, sys.argv[1:]); text = b'a' * 70 + b'\\r\\n';"
    " mail = b'Subject: bare\\r\\n\\r\\n' + text * max(1, size // 72);"
    " server = smtplib.SMTP('127.0.0.1', port);"
    " [server.sendmail('noon@noon.example', ['player@example.org'], mail) for _ in range(count)];"
    " server.quit()"
)


class MailCounter(Sink):
    """A mail server that only keeps the names of mails; `last`: when the last one came, `size`: bytes in
    total."""

    def __init__(self) -> None:
        self.names, self.last, self.size = Counter[bytes](), 0.0, 0
        super().__init__()

    def keep(self, data: bytes) -> None:
        found = _NAME.search(data)
        self.names[found[1] if found else b""] += 1
        self.last, self.size = time.time(), self.size + len(data)


@dataclass(frozen=True, slots=True)
class NewsRun:
    """The figures of one run: times in seconds since noon, memory in MB, statements per notice."""

    notices: int
    workers: int
    published: float
    routed: float
    mailed: float
    floor: float
    size: float
    routing: float
    sending: float
    worked: float
    peaks: tuple[float, ...]
    before: tuple[float, ...]

    def lines(self) -> list[str]:
        peaks = ", ".join(f"{peak:.0f}" for peak in self.peaks)
        before = ", ".join(f"{peak:.0f}" for peak in self.before)
        sending = self.mailed - self.published
        return [
            "| | |",
            "|---|--:|",
            f"| notices of one noon, each a mail of {self.size / 1000:.1f} kB | {self.notices:,} |",
            f"| from noon until the last game of theirs was published | {self.published:.1f} s |",
            f"| … until the channels of the last notice were worked out | {self.routed:.1f} s |",
            f"| … until the last mail had arrived | {self.mailed:.1f} s |",
            f"| mails a second, {self.workers} workers | {self.notices / sending:.0f} |",
            f"| the bare loop, {self.workers} processes: mails a second | {self.notices / self.floor:.0f} |",
            f"| statements a notice: to work out its channels, to send it | {self.routing:.2f},"
            f" {self.sending:.2f} |",
            f"| processor time of the workers, noon included | {self.worked / self.notices * 1000:.1f} ms"
            " a notice |",
            f"| peak memory of the workers, MB (before noon: {before}) | {peaks} |",
        ]


def run(notices: int, workers: int) -> NewsRun:
    games = -(-notices // PLAYERS)
    with load.own_servers():
        sink = MailCounter()
        os.environ.update(
            EMAIL_HOST="127.0.0.1", EMAIL_PORT=str(sink.port), EMAIL_USE_TLS="0",
            DEFAULT_FROM_EMAIL="noon@noon.example", ADMINS="",
        )  # fmt: skip
        from tools.bench import copies

        copies.copy(copies.templates(1), games + SAMPLE)
        print(f"{games} games made", flush=True)
        nothing_is_untold()
        routing, sending = statements(sink)
        sink.names.clear()
        sink.size = 0
        with load.crew(workers) as pids:
            noon = load.next_minute()
            assert copies.strike(noon) == games
            time.sleep(max(0, noon.timestamp() - time.time() - 1))
            at_noon = [load.process(pid) for pid in pids]
            load.wait_for_all(games, noon)
            wait_for_mails(sink, games * PLAYERS)
            time.sleep(3)  # mails sent twice would arrive, too
            after = [load.process(pid) for pid in pids]
        published, _forms, _orders = load.verify(games, noon)
        routed = verify(sink, noon, games * PLAYERS)
        took, size = sink.last - noon.timestamp(), sink.size / (games * PLAYERS)
        floor = bare(sink, games * PLAYERS, workers, int(size))
        sink.close()
        return NewsRun(
            games * PLAYERS, workers, published, routed, took, floor, size, routing, sending,
            sum(end.worked - start.worked for start, end in zip(at_noon, after, strict=True)),
            tuple(each.peak for each in after), tuple(each.peak for each in at_noon),
        )  # fmt: skip


def nothing_is_untold() -> None:
    """Mark the notices from before the games were copied as sent."""
    from django.utils import timezone

    from games.models import Notice

    Notice.objects.filter(routed_at=None).update(routed_at=timezone.now())


def statements(sink: MailCounter) -> tuple[float, float]:
    """The statements per notice for writing its deliveries, and for sending it, measured with a few games
    closed here."""
    from django.conf import settings
    from django.db import connection
    from django.test import override_settings

    from games.channels import channels
    from games.models import Delivery, Notice, Turn
    from games.services import deliveries
    from games.services.turns import turn_close

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.id FROM games_turn t JOIN copied c ON c.game = t.game_id"
            " WHERE t.status = 'open' AND t.deadline IS NOT NULL LIMIT %s",
            [SAMPLE],
        )
        turns = [row[0] for row in cursor.fetchall()]
        # these games have their noon now and are not among those with the common noon
        cursor.execute(
            "DELETE FROM copied WHERE game IN (SELECT game_id FROM games_turn WHERE id = ANY(%s))", [turns]
        )
    for turn in Turn.objects.filter(pk__in=turns):
        turn_close(turn_id=turn.pk, now=turn.deadline)
    count = Notice.objects.filter(routed_at=None).count()
    given = {
        "MAIL_CONFIGURED": True, "EMAIL_BACKEND": "config.smtp.TimedEmailBackend",
        "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": sink.port, "EMAIL_USE_TLS": False,
    }  # fmt: skip
    assert not settings.MAIL_CONFIGURED and count
    found = _Statements()
    with override_settings(**given), connection.execute_wrapper(found):
        deliveries.notices_route(channels())
        routing = found.count
        while Delivery.objects.filter(state=Delivery.State.WAITING).exists():
            deliveries.notices_send()
    return routing / count, (found.count - routing) / count


class _Statements:
    def __init__(self) -> None:
        self.count = 0

    def __call__(
        self, execute: Callable[..., object], sql: str, params: object, many: bool, context: object
    ) -> object:
        self.count += 1
        return execute(sql, params, many, context)


def wait_for_mails(sink: MailCounter, notices: int) -> None:
    servers.wait_until(lambda: sum(sink.names.values()) >= notices, 120 + notices / 10, "the mails are sent")


def verify(sink: MailCounter, noon: datetime, notices: int) -> float:
    """Check that there is one mail for each notice, none twice; returns the seconds from noon until the last
    notice had its deliveries."""
    from django.db.models import Max

    from games.models import Delivery, Notice

    of_noon = Notice.objects.filter(created_at__gte=noon)
    assert of_noon.count() == notices, f"{of_noon.count()} notices"
    sent = Delivery.objects.filter(notice__in=of_noon, state=Delivery.State.SENT)
    assert sent.count() == notices, f"{sent.count()} are sent"
    assert len(sink.names) == sum(sink.names.values()) == notices, "a mail came twice, or never"
    last: datetime = of_noon.aggregate(last=Max("routed_at"))["last"]
    return (last - noon).total_seconds()


def bare(sink: MailCounter, mails: int, processes: int, size: int) -> float:
    """The seconds in which the same number of bare processes sends as many mails of the same size."""
    command = [sys.executable, "-c", _BARE, str(sink.port), str(mails // processes), str(size)]
    began = time.monotonic()
    running: list[AbstractContextManager[subprocess.Popen[bytes]]] = [
        subprocess.Popen(command) for _ in range(processes)
    ]
    for each in running:
        with each as process:
            assert process.wait(600) == 0
    return time.monotonic() - began


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench news")
    parser.add_argument("--notices", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    given = parser.parse_args(arguments)
    command = f"python -m tools.bench news --notices {given.notices} --workers {given.workers}"
    lines = [f"*{report.machine()} · `{command}`*", ""]
    lines += run(given.notices, given.workers).lines()
    print("\n".join(lines))
    if given.write:
        report.write("news", lines)
