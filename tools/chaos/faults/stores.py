"""Faults of stores: Redis, the database, its disk, the network."""

from __future__ import annotations

import os
import signal
import time
from datetime import timedelta

from django.db import connection

from games.models import Notice, Turn
from tools.browser import Browser
from tools.chaos.hosts import Embedded, Hosted
from tools.chaos.network import Wire
from tools.chaos.site import DEAF
from tools.chaos.stage import Noon
from tools.servers import wait_until

from . import Chaos

WORDS = "bids for Ares, seventeen"


def redis_before(chaos: Chaos) -> str:
    assert isinstance(chaos.host, Hosted)
    chaos.crew()
    chaos.player()
    noon = chaos.stage.everybody_hands_in()
    chaos.host.redis.kill()
    chaos.stage.strike(noon)
    took = chaos.stage.over(noon)
    chaos.tells("no worker heard")
    chaos.host.redis.start()
    return f"the web closed the turns itself, all within {took:.0f} s (silence shortened to {DEAF} s)"


def redis_during(chaos: Chaos) -> str:
    assert isinstance(chaos.host, Hosted)
    chaos.crew()
    noon = begun(chaos)
    chaos.host.redis.kill()
    left = chaos.stage.waiting(noon)
    took = chaos.stage.over(noon)
    chaos.tells("no worker heard")
    chaos.host.redis.start()
    return f"{left} of {len(noon.forms)} turns were left; all closed within {took:.0f} s, by the web"


def begun(chaos: Chaos) -> Noon:
    """A noon at which some turns are closed and others are not yet."""
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    wait_until(lambda: chaos.stage.waiting(noon) < len(noon.forms), 120, "noon has begun")
    return noon


def redis_after(chaos: Chaos) -> str:
    """After noon, with unsent mails and waiting messages, Redis loses everything and comes back empty."""
    assert isinstance(chaos.host, Hosted)
    redis = chaos.host.redis
    chaos.crew()
    player, path = chaos.player()
    unsent = Notice.objects.exclude(deliveries__state="sent")
    wait_until(lambda: not unsent.exists(), 90, "the notices of before are mailed")
    chaos.sink.close()
    mailed = len(chaos.sink.kept)
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    chaos.stage.wait(noon)
    waiting = unsent.count()
    assert waiting >= len(noon.forms)
    for pid in chaos.nursery.of("worker"):
        os.kill(pid, signal.SIGSTOP)
    lost = queue_messages(chaos)
    chaos.sink.open()
    redis.kill()
    # Without Redis: pages, orders, log-in and its limits.
    assert player.get("/games/").status == 200
    assert player.get(path).status == 200
    taken = chaos.hands_in(player, path, WORDS)
    assert taken.status == 303, taken.status
    player.get("/account/login/")
    refused = player.post("/account/login/", login="nobody@example.org", password="wrong")
    assert refused.status in (200, 302), refused.status
    chaos.tells("cache out of reach")
    redis.start()
    assert redis.messages() == 0, "Redis kept its messages"
    for pid in chaos.nursery.of("worker"):
        os.kill(pid, signal.SIGCONT)
    wait_until(lambda: not unsent.exists(), 90, f"{waiting} notices are mailed")
    sent = chaos.sink.to_players(mailed)
    assert sum(sent.values()) == waiting, f"{sum(sent.values())} mails for {waiting} notices"
    chaos.stage.check(noon)
    took = chaos.stage.one_more()
    return (
        f"{lost} messages lost; meanwhile pages, an order and a log-in were answered; {waiting} notices "
        f"mailed once each afterwards; the next noon closed within {took:.0f} s, by the same processes"
    )


def queue_messages(chaos: Chaos) -> int:
    from games.tasks import send_notices

    assert isinstance(chaos.host, Hosted)
    for _ in range(30):
        send_notices.delay()
    found = chaos.host.redis.messages()
    assert found >= 30
    return found


def redis_cut(chaos: Chaos) -> str:
    """Packets to and from Redis are lost silently."""
    assert isinstance(chaos.host, Hosted)
    wire = Wire(chaos.host.redis.port)
    try:
        chaos.crew(redis_port=wire.port)
        player, path = chaos.player()
        noon = chaos.stage.everybody_hands_in()
        wire.cut()
        began = time.monotonic()
        answer = chaos.hands_in(player, path, WORDS)
        waited = time.monotonic() - began
        assert answer.status == 303, answer.status
        chaos.stage.read_forms(noon)
        chaos.stage.strike(noon)
        took = chaos.stage.over(noon)
        chaos.tells("no worker heard")
        wire.reconnect()
        listened = len(chaos.nursery.logs()["worker"])
        chaos.stage.one_more()
        wait_until(lambda: len(chaos.nursery.logs()["worker"]) > listened, 90, "a worker is back")
    finally:
        wire.close()
    return (
        f"an order was taken within {waited:.0f} s; the web closed the turns, all within {took:.0f} s; once "
        "the network was back the workers found Redis again by themselves"
    )


def postgres_restart(chaos: Chaos) -> str:
    assert isinstance(chaos.host, Hosted)
    chaos.crew()
    noon = chaos.stage.everybody_hands_in()
    with chaos.host.held_up(0):
        chaos.stage.strike(noon)
        wait_until(chaos.host.half_way, 120, "every worker is half-way")
        connection.close()
        chaos.host.postgres.restart()
        # the lock that delayed them is gone with its session
        took = chaos.stage.over(noon)
    chaos.tells("turn put off")
    return f"two turns cut half-way, put off and closed afterwards; all within {took:.0f} s"


def everything(chaos: Chaos) -> str:
    """Kill all processes, the site's and those of its stores, at the same moment, and start them again."""
    chaos.crew()
    player, path = chaos.player()
    noon = chaos.stage.everybody_hands_in()
    assert chaos.hands_in(player, path, WORDS).status == 303
    chaos.stage.read_forms(noon)
    with chaos.host.held_up(chaos.stage.games[0].pk):
        chaos.stage.strike(noon)
        wait_until(chaos.host.half_way, 120, "every worker is half-way")
        chaos.nursery.cut()
        connection.close()
        chaos.host.crash()
    left = chaos.stage.waiting(noon)
    assert left, "noon was over already"
    chaos.boot()
    took = chaos.stage.over(noon)
    return (
        f"amid a noon, right after a receipt: {left} of {len(noon.forms)} turns were left, the rest whole; "
        f"all closed within {took:.0f} s of the start, the order with them"
    )


def postgres_cut(chaos: Chaos) -> str:
    """Packets to and from PostgreSQL are lost silently, while turns are being resolved."""
    assert isinstance(chaos.host, Hosted)
    wire = Wire(chaos.host.postgres.port)
    try:
        chaos.crew(database_port=wire.port)
        chaos.player()
        noon = chaos.stage.everybody_hands_in()
        with chaos.host.held_up(0):
            chaos.stage.strike(noon)
            wait_until(chaos.host.half_way, 120, "every worker is half-way")
            wire.cut()
            cut = time.monotonic()
        chaos.tells("turn put off", 60)
        noticed = time.monotonic() - cut
        assert chaos.stage.waiting(noon) == len(noon.forms)
        wire.reconnect()
        took = chaos.stage.over(noon)
    finally:
        wire.close()
    return (
        f"workers cut amid a turn noticed it after {noticed:.0f} s and put it off; PostgreSQL gave their "
        f"claims back; all closed within {took:.0f} s of the network's return"
    )


def disk_full(chaos: Chaos) -> str:
    chaos.crew()
    if isinstance(chaos.host, Embedded) and not chaos.host.has_disk:
        raise NotRun("no small disk could be mounted here")
    player, path = chaos.player()
    noon = chaos.stage.everybody_hands_in()
    chaos.stage.strike(noon, timedelta(seconds=-6))
    with chaos.host.full() as how:
        refused = chaos.hands_in(player, path, WORDS)
        assert refused.status == 503, refused.status
        assert WORDS in refused.text
        # SQLite cannot even write a heartbeat; PostgreSQL here refuses the events of a noon
        chaos.tells("turn put off" if isinstance(chaos.host, Hosted) else "heartbeat not written")
        assert chaos.stage.waiting(noon) == len(noon.forms), "something was kept in spite of the disk"
        assert not Turn.objects.filter(status="stuck").exists()
        assert player.get("/").status == 200
    took = chaos.stage.over(noon)
    return (
        f"{how}: nothing kept, no turn stuck, an order refused with its text, pages answered; all closed "
        f"within {took:.0f} s once there was room"
    )


def read_only(chaos: Chaos) -> str:
    chaos.crew()
    noon = chaos.stage.everybody_hands_in()
    player, path = chaos.player()
    if isinstance(chaos.host, Embedded):
        chaos.nursery.kill_all()
    else:
        chaos.stage.strike(noon, timedelta(seconds=-4))
    with chaos.host.read_only() as how:
        if isinstance(chaos.host, Embedded):  # a file that is already open can still be written
            chaos.stage.strike(noon)
            chaos.crew(powerless=True)
            wait_until(lambda: answers(player, path), 120, "the page is read")
        refused = chaos.hands_in(player, path, WORDS)
        assert refused.status == (503 if chaos.stage.is_ahead(noon) else 409), refused.status
        assert WORDS in refused.text
        chaos.tells("heartbeat not written")
        wait_until(lambda: chaos.errors("turn put off") or chaos.errors("task"), 120, "a worker told it, too")
        time.sleep(3)
        assert chaos.stage.waiting(noon) == len(noon.forms)
        assert not Turn.objects.filter(status="stuck").exists()
    if isinstance(chaos.host, Embedded):
        chaos.crew()
    took = chaos.stage.over(noon)
    return (
        f"{how}: nothing kept, no turn stuck, pages read, an order refused with its text; all closed within "
        f"{took:.0f} s once it could be written"
    )


def answers(player: Browser, path: str) -> bool:
    try:
        return player.get(path).status == 200
    except OSError:
        return False


class NotRun(Exception):
    """The fault cannot be brought about on this machine."""
