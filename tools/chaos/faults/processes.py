"""Faults of processes (killed, started twice, stopped) and repeated messages."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter

from games.services.batches import MOST
from tools.servers import wait_until

from . import Chaos


def kills(chaos: Chaos, wanted: int) -> str:
    """Kill worker, beat and web at random moments while turns are being closed."""
    killed: Counter[str] = Counter()
    amid = rounds = noted = 0
    games, resolver = len(chaos.stage.games), chaos.host.resolver
    chaos.crew(workers=3)
    while sum(killed.values()) < wanted:
        noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
        rounds += 1
        while chaos.stage.waiting(noon) and sum(killed.values()) < wanted:
            time.sleep(chaos.random.uniform(0.02, 0.3))
            role = chaos.random.choices((resolver, "beat", "web"), (8, 1, 1))[0]
            pid = chaos.random.choice(chaos.nursery.of(role))
            if role == resolver:  # a registered process, every other time in the middle of a transaction
                pid = wait_until(lambda: at_work(chaos), 120, "turns are being resolved")
                until = time.monotonic() + chaos.random.choice((0.0, 0.5))
                while time.monotonic() < until and not chaos.host.is_amid():
                    time.sleep(0.001)
            amid += chaos.host.is_amid()
            noted += role == resolver or (role == "beat" and chaos.nursery.is_noted(pid))
            killed[chaos.nursery.kill(pid)] += 1
            chaos.start(role)
        chaos.stage.wait(noon, 240)
        chaos.stage.check(noon)
    # nobody misses a process that was killed before it was registered
    wait_until(lambda: told(chaos) >= noted, 120, f"{noted} deaths are told")
    assert told(chaos) <= killed["worker"] + killed["beat"], "a death was told twice"
    each = ", ".join(f"{role} {number}" for role, number in sorted(killed.items()))
    return (
        f"{sum(killed.values())} kills ({each}) over {rounds} noons of {games} games, "
        f"{amid} amid a transaction; {told(chaos)} deaths of workers and beats told, each once"
    )


def kills_amid_batches(chaos: Chaos, rounds: int = 3) -> str:
    """Kill every worker while it writes the results of a batch."""
    batches = killed = 0
    for _round in range(rounds):
        chaos.crew()
        noon = chaos.stage.everybody_hands_in()
        undone = len(chaos.lines("batch undone"))
        with chaos.host.held_up(chaos.stage.games[0].pk):
            chaos.stage.strike(noon)
            wait_until(chaos.host.half_way, 120, "every worker is half-way")
            batches += len(chaos.lines("batch undone")) == undone
            for pid in chaos.nursery.of(chaos.host.resolver):
                chaos.nursery.kill(pid)
                killed += 1
        assert chaos.stage.waiting(noon) == len(noon.forms), "half of a batch was kept"
        for _worker in range(chaos.host.workers):
            chaos.start(chaos.host.resolver)
        chaos.stage.wait(noon)
        chaos.stage.check(noon)
    assert batches, "no worker was killed before its batch had lasted too long"
    return (
        f"{killed} workers killed over {rounds} noons, in {batches} of them amid batches; nothing of those "
        "was kept, every turn resolved once by the next workers"
    )


def at_work(chaos: Chaos) -> int:
    """The pid of a registered process that resolves turns; 0 if there is none yet."""
    known = [pid for pid in chaos.nursery.of(chaos.host.resolver) if chaos.nursery.is_noted(pid)]
    return chaos.random.choice(known) if known else 0


def told(chaos: Chaos) -> int:
    lines = chaos.errors("process killed")
    return sum("role=worker" in line or "role=beat" in line for line in lines)


def two_beats(chaos: Chaos) -> str:
    chaos.crew()
    chaos.start("beat")
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    return f"each turn resolved once, within {took:.0f} s"


def five_times(chaos: Chaos) -> str:
    from games.tasks import close_turn, drain_due_turns

    workers = chaos.host.workers + 1
    chaos.crew(workers=workers)
    noon = chaos.stage.strike(chaos.stage.everybody_hands_in())
    until = time.time() + 50
    for _ in range(5):
        drain_due_turns.apply_async((until,), task_id=f"again-{int(noon.struck)}")
    for turn_id in noon.forms:
        for _ in range(5):
            close_turn.apply_async((turn_id,), task_id=f"again-{turn_id}-{int(noon.struck)}")
    took = chaos.stage.wait(noon)
    chaos.stage.check(noon)
    return (
        f"{5 * len(noon.forms) + 5} messages for {len(noon.forms)} turns, {workers} workers; each "
        f"resolved once, within {took:.0f} s"
    )


def hanging_resolution(chaos: Chaos) -> str:
    """Stop a process in the middle of a resolution without killing it: it keeps its lock on the game's row,
    which on SQLite is the only write lock of all games."""
    chaos.crew()
    player, path = chaos.player()
    noon = chaos.stage.everybody_hands_in()
    first = chaos.stage.games[0]
    with chaos.host.held_up(first.pk):
        chaos.stage.strike(noon)
        wait_until(chaos.host.half_way, 120, "whoever resolves turns is half-way")
        stopped = chaos.nursery.of(chaos.host.resolver)[0]
        os.kill(stopped, signal.SIGSTOP)
        if not chaos.host.workers:
            assert player.get(path).status == 200  # pages can still be read
            wait_until(lambda: gone(stopped), 240, "who hangs is ended")
    # the stopped process may have claimed a whole batch
    but = MOST if chaos.host.workers > 1 else 0
    others = chaos.stage.wait(noon, 180, but=but)
    took = chaos.stage.wait(noon, 240)
    wait_until(lambda: gone(stopped), 240, "who hangs is ended")
    chaos.stage.check(noon)
    if but:
        return (
            f"all but the games of one batch closed within {others:.0f} s, these within {took:.0f} s, by the "
            "other worker: PostgreSQL had ended the idle transaction; the process was ended after 35 s (180 "
            "on a site)"
        )
    return (
        f"SQLite's one write lock was held; pages were read; the web ended beat after "
        f"{chaos.host.hangs:.0f} s (180 on a site) and closed the turns itself, all within {took:.0f} s"
    )


def gone(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
