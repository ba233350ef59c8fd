"""The faults: each is brought upon a running site and says what it saw; an `AssertionError` is a failure."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import psycopg
from django.db import connection
from django.utils import timezone

from games.models import Heartbeat, LedgerEntry, Notice, Turn
from tests.chaos.hosts import Nursery, Postgres, Redis
from tests.chaos.stage import Stage
from tests.servers import free_port, wait_until

DEAF = 6  # seconds without a worker after which the web closes turns itself; 180 on a real site


@dataclass
class Chaos:
    """The site under test. `told`: what the logs of its processes say."""

    nursery: Nursery
    postgres: Postgres
    redis: Redis
    database: str
    random: random.Random
    stage: Stage

    def crew(self, workers: int = 2, **options: object) -> None:
        """Exactly one web, one beat and so many workers, all fresh."""
        self.nursery.kill_all()
        self.nursery.start("web", deaf=DEAF, **options)
        for _ in range(workers):
            self.nursery.start("worker", **options)
        self.nursery.start("beat", **options)

    def told(self, words: str) -> int:
        return self.nursery.log().count(words)

    def gate(self) -> psycopg.Connection:
        """While it holds, no resolution gets past telling what happened: workers stop half-way."""
        gate = psycopg.connect(self.database)
        gate.execute("LOCK TABLE games_event IN SHARE ROW EXCLUSIVE MODE")
        return gate

    def half_way(self, number: int) -> list[int]:
        """Wait until so many resolutions are half-way; the pids of their database sessions."""
        query = (
            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%games_event%'"
        )

        def blocked() -> list[int]:
            with psycopg.connect(self.database, autocommit=True) as watch:
                found = [row[0] for row in watch.execute(query).fetchall()]
            return found if len(found) >= number else []

        return list(wait_until(blocked, 40, f"{number} resolutions are half-way"))  # type: ignore[call-overload]


def kills(chaos: Chaos, wanted: int) -> str:
    """Worker, beat and web killed at random moments while turns are being closed."""
    killed: Counter[str] = Counter()
    amid = rounds = 0
    chaos.crew()
    while sum(killed.values()) < wanted:
        noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
        assert noon.forms, "the games are over before enough was killed"
        rounds += 1
        while chaos.stage.waiting(noon) and sum(killed.values()) < wanted:
            time.sleep(chaos.random.uniform(0.02, 0.4))
            role = chaos.random.choices(("worker", "beat", "web"), (8, 1, 1))[0]
            pid = chaos.random.choice(chaos.nursery.of(role))
            with psycopg.connect(chaos.database, autocommit=True) as watch:
                open_ones = watch.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE xact_start IS NOT NULL"
                    " AND pid <> pg_backend_pid() AND datname = current_database()"
                ).fetchone()
            amid += bool(open_ones and open_ones[0])
            killed[chaos.nursery.kill(pid)] += 1
            chaos.nursery.start(role, deaf=DEAF)
        chaos.stage.wait(noon, 120)
        chaos.stage.check(noon)
    each = ", ".join(f"{role} {number}" for role, number in sorted(killed.items()))
    return (
        f"{sum(killed.values())} kills ({each}) over {rounds} noons of "
        f"{len(chaos.stage.games)} games, {amid} amid a transaction"
    )


def redis_before(chaos: Chaos) -> str:
    chaos.crew()
    time.sleep(2)
    noon = chaos.stage.everybody_hands_in()
    chaos.redis.kill()
    chaos.stage.strike(noon)
    took = chaos.stage.wait(noon, 90)
    chaos.stage.check(noon)
    assert chaos.told("no worker heard")
    chaos.redis.start()
    return (
        f"the web closed the turns itself, all within {took:.0f} s (silence shortened to "
        f"{DEAF} s); a line at ERROR"
    )


def redis_during(chaos: Chaos) -> str:
    chaos.crew()
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    all_of_them = chaos.stage.waiting(noon)
    wait_until(lambda: chaos.stage.waiting(noon) < all_of_them, 40, "noon has begun")
    chaos.redis.kill()
    left = chaos.stage.waiting(noon)
    took = chaos.stage.wait(noon, 90)
    chaos.stage.check(noon)
    chaos.redis.start()
    return f"{left} of {all_of_them} turns were left; all closed within {took:.0f} s"


def redis_after(chaos: Chaos) -> str:
    """The processes are those of the fault before: they find Redis again by themselves."""
    before = chaos.told("turn resolved")
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    took = chaos.stage.wait(noon, 120)
    chaos.redis.kill()
    chaos.redis.start()
    chaos.stage.check(noon)
    assert chaos.told("turn resolved") >= before
    return f"all closed within {took:.0f} s after Redis came back empty; gone once more after noon"


def postgres_restart(chaos: Chaos) -> str:
    chaos.crew()
    noon = chaos.stage.everybody_hands_in()
    gate = chaos.gate()
    chaos.stage.strike(noon)
    chaos.half_way(2)
    connection.close()
    chaos.postgres.restart()
    gate.close()
    took = chaos.stage.wait(noon, 90)
    chaos.stage.check(noon)
    put_off = chaos.told("turn put off")
    assert put_off, "nothing was told"
    return (
        "two turns cut half-way, both put off (a line at ERROR) and closed afterwards; "
        f"all within {took:.0f} s"
    )


def two_beats(chaos: Chaos) -> str:
    chaos.crew()
    chaos.nursery.start("beat")
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    return f"each turn resolved once, within {took:.0f} s"


def five_times(chaos: Chaos) -> str:
    from games.tasks import close_turn

    chaos.crew(workers=3)
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    for turn_id in noon.forms:
        for _ in range(5):
            close_turn.delay(turn_id)
    took = chaos.stage.wait(noon)
    time.sleep(1)
    chaos.stage.check(noon)
    return (
        f"{5 * len(noon.forms)} messages for {len(noon.forms)} turns, three workers; each "
        f"resolved once, within {took:.0f} s"
    )


def hanging_worker(chaos: Chaos) -> str:
    chaos.crew()
    noon = chaos.stage.everybody_hands_in()
    gate = chaos.gate()
    chaos.stage.strike(noon)
    chaos.half_way(2)
    stopped = chaos.nursery.of("worker")[0]
    os.kill(stopped, signal.SIGSTOP)
    gate.close()
    others = chaos.stage.wait(noon, 60, but=1)
    took = chaos.stage.wait(noon, 90)
    os.kill(stopped, signal.SIGCONT)
    time.sleep(2)
    chaos.stage.check(noon)
    return (
        f"every other game closed within {others:.0f} s, the held one within {took:.0f} "
        "s, by the other worker"
    )


def writes_refused(chaos: Chaos) -> str:
    """PostgreSQL's own code for a full disk, from a trigger."""
    chaos.crew()
    noon = chaos.stage.everybody_hands_in()
    with psycopg.connect(chaos.database, autocommit=True) as admin:
        admin.execute(
            "CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$"
        )
        admin.execute(
            "CREATE TRIGGER disk_full BEFORE INSERT ON games_event FOR EACH ROW EXECUTE FUNCTION disk_full()"
        )
        before = chaos.told("turn put off")
        chaos.stage.strike(noon)
        wait_until(lambda: chaos.told("turn put off") > before, 40, "a write was refused")
        assert chaos.stage.waiting(noon) == len(noon.forms), "something was kept in spite of the disk"
        assert not Turn.objects.filter(status="stuck").exists()
        admin.execute("DROP TRIGGER disk_full ON games_event")
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    return (
        f"nothing kept, no turn stuck, lines at ERROR; all closed within {took:.0f} s of "
        "noon once writes went through"
    )


def clock_back(chaos: Chaos) -> str:
    chaos.crew()
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    chaos.stage.wait(noon)
    chaos.stage.check(noon)
    again = chaos.stage.everybody_hands_in()
    chaos.stage.strike(again)
    chaos.crew(clock_back=7200)
    time.sleep(6)
    early = len(again.forms) - chaos.stage.waiting(again)
    chaos.crew()
    chaos.stage.wait(again)
    for struck in (noon, again):
        chaos.stage.check(struck)
    assert not LedgerEntry.objects.filter(act="outage").exists()
    return (
        f"no turn resolved again, {early} turns closed meanwhile; all "
        "closed once the clock was right; no outage made up"
    )


def down_over_one_noon(chaos: Chaos) -> str:
    chaos.crew()
    noon = chaos.stage.everybody_hands_in()
    chaos.nursery.kill_all()
    chaos.stage.strike(noon, timedelta(minutes=50))
    last_sign(timedelta(minutes=80))  # half an hour of the six before noon is lost
    chaos.crew()
    noon.struck = time.monotonic()
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    assert not LedgerEntry.objects.filter(act="outage").exists()
    wait_until(lambda: chaos.told("turn late"), 5, "the alarm")
    return (
        "30 min of the last six hours lost: no deadline moved, all closed within "
        f"{took:.0f} s of the start; alarm raised"
    )


def down_over_three_noons(chaos: Chaos) -> str:
    noon = chaos.stage.everybody_hands_in()
    chaos.nursery.kill_all()
    chaos.stage.strike(noon, timedelta(days=2, hours=12))
    Turn.objects.filter(pk__in=noon.forms).update(opened_at=timezone.now() - timedelta(days=3, hours=12))
    last_sign(timedelta(days=2, hours=14))
    chaos.crew()
    turns = Turn.objects.filter(pk__in=noon.forms)
    # What is done to a turn happens in one transaction with its entry and notices.
    wait_until(lambda: not turns.filter(moved_from=None).exists(), 60, "every deadline has moved")
    assert not turns.exclude(status="open").exists()
    assert not turns.filter(deadline__lt=timezone.now() + timedelta(hours=5, minutes=59)).exists()
    games = len(noon.forms)
    assert LedgerEntry.objects.filter(act="outage").count() == games
    told = Notice.objects.filter(key__startswith="outage/").count()
    assert told == sum(len(forms) for forms in noon.forms.values())
    # The new noon comes, after another outage: it closes, with the orders of before.
    chaos.nursery.kill_all()
    chaos.stage.strike(noon, timedelta(minutes=1))
    last_sign(timedelta(hours=3))
    chaos.crew()
    chaos.stage.wait(noon)
    chaos.stage.check(noon)
    assert LedgerEntry.objects.filter(act="outage").count() == games
    return (
        f"{games} deadlines moved once, {told} notices; at the new noon, after a second "
        "outage, closed with the orders of before"
    )


def rules_that_raise(chaos: Chaos) -> str:
    chaos.crew()
    broken = chaos.stage.broken_game()
    noon = chaos.stage.everybody_hands_in()
    before = chaos.told("turn stuck")
    Turn.objects.filter(game=broken, status="open").update(deadline=timezone.now() - timedelta(seconds=2))
    chaos.stage.strike(noon)
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    wait_until(lambda: Turn.objects.filter(game=broken, status="stuck").exists(), 20, "it is stuck")
    assert chaos.told("turn stuck") == before + 1
    assert not chaos.told("4711"), "an order or a local stands in the log"
    return f"one stuck with an incident, told once; {len(noon.forms)} others closed within {took:.0f} s"


def mail_refused(chaos: Chaos) -> str:
    chaos.crew(refusing_mail=free_port())
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in(), timedelta(minutes=6))
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    wait_until(lambda: chaos.told("notice not sent"), 40, "the outbox was tried")
    wait_until(lambda: chaos.told("operators not reached by mail"), 10, "the alarm's mail was tried")
    assert not Notice.objects.exclude(sent_at=None).exists()
    assert Notice.objects.exclude(tries=0).exists()
    return f"all closed within {took:.0f} s; notices wait in the outbox; the alarm stands in the log"


def last_sign(ago: timedelta) -> None:
    """The site was last heard so long ago."""
    moment = timezone.now() - ago
    Heartbeat.objects.all().delete()
    for role in Heartbeat.Role.values:
        Heartbeat.objects.create(role=role, since=moment - timedelta(days=1), until=moment)


# Name, games on stage, faults: each group has games of its own, which last eight noons.
GROUPS: list[tuple[int, list[tuple[str, Callable[[Chaos], str]]]]] = [
    (40, [
        ("Redis gone before noon", redis_before),
        ("Redis gone during noon", redis_during),
        ("Redis gone after noon, and back", redis_after),
        ("PostgreSQL restarted amid transactions", postgres_restart),
        ("two beats", two_beats),
        ("the same task delivered five times", five_times),
        ("a worker that hangs holding its claim", hanging_worker),
    ]),
    (99, [
        ("a write refused (disk full)", writes_refused),
        ("the clock set back by two hours", clock_back),
        ("server down over one noon", down_over_one_noon),
        ("server down over three noons", down_over_three_noons),
        ("rules that raise for one game among a hundred", rules_that_raise),
        ("a mail server that refuses", mail_refused),
    ]),
]  # fmt: skip
