"""`make soak`: hundreds of games on real processes, while processes, PostgreSQL and Redis are killed.

    python -m tools.chaos.soak [--minutes 10] [--games 200] [--seed 12] [--write]

Noon strikes again and again; meanwhile some process is killed every few moments and started again. At the end
every process is stopped, and the whole database is checked (`tools/chaos/aftermath.py`). The exit code is 0
if everything is in order. `--write`: the result goes to docs/reliability.md.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

from tools import servers
from tools.chaos.hosts import Hosted
from tools.chaos.run import empty, site, tail

if TYPE_CHECKING:  # they import the site's models, for which Django has to be set up
    from tools.chaos.site import Chaos
    from tools.chaos.stage import Noon

PAGE = servers.ROOT / "docs" / "reliability.md"
START, END = "<!-- the soak: written by make soak -->", "<!-- the end of the soak -->"
# How often each is chosen, of a hundred.
BREAKS = {"worker": 62, "beat": 8, "web": 10, "PostgreSQL": 8, "Redis": 8, "everything": 4}


@dataclass
class Soak:
    """What has been done so far. `saved`: every form of every noon, by its receipt's fingerprint."""

    chaos: Chaos
    host: Hosted
    until: float
    broken: Counter[str] = field(default_factory=Counter)
    saved: dict[int, dict[int, str]] = field(default_factory=dict)
    noons: int = 0
    games: int = 0
    amid: int = 0
    by_browser: int = 0

    def run(self) -> None:
        """Noons until the time is over; the last one is ended in peace."""
        stage = self.chaos.stage
        self.games = many = len(stage.games)
        self.chaos.crew(workers=3)
        browser, path = self.chaos.player()
        while time.monotonic() < self.until:
            if not stage.open_turns():
                stage.begin(many)
                self.games += many
                browser, path = self.chaos.player()
            noon = stage.everybody_hands_in()
            with contextlib.suppress(OSError, HTTPException):  # its web may have been killed just now
                self.by_browser += self.chaos.hands_in(browser, path, "by browser").status == 303
            stage.read_forms(noon)
            self.saved |= noon.forms
            stage.strike(noon)
            self.noons += 1
            self.break_until_over(noon)
            stage.wait(noon, 240)

    def break_until_over(self, noon: Noon) -> None:
        from django.db import connection

        chance = self.chaos.random
        while time.monotonic() < self.until:
            if not self.chaos.stage.waiting(noon):
                return
            time.sleep(chance.uniform(0.1, 1.2))
            what = chance.choices(list(BREAKS), list(BREAKS.values()))[0]
            self.amid += self.chaos.host.is_amid()
            connection.close()  # our own goes with PostgreSQL
            self.broken[what] += self.break_one(what)

    def break_one(self, what: str) -> bool:
        """Break it; False if there is nothing to break, as no worker has come so far as to work."""
        from tools.chaos.faults.processes import at_work

        host, nursery, chance = self.host, self.chaos.nursery, self.chaos.random
        if what == "PostgreSQL":
            host.postgres.restart()
        elif what == "Redis":
            host.redis.kill()
            time.sleep(chance.uniform(0, 3))
            host.redis.start()
        elif what == "everything":
            nursery.cut()
            host.crash()
            self.chaos.boot(workers=3)
        else:
            pid = at_work(self.chaos) if what == "worker" else chance.choice(nursery.of(what))
            if not pid:
                return False
            nursery.kill(pid)
            self.chaos.start(what)
        return True

    def stop(self) -> None:
        """Nothing runs any more, and the database has been through one crash more."""
        from django.db import connection

        pids = list(self.chaos.nursery.alive)
        self.chaos.nursery.kill_all()
        port = int(os.environ["PORT"])
        servers.wait_until(lambda: not servers.is_open(port), 60, "the children of the web are gone")
        assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
        connection.close()
        self.host.postgres.restart()

    def told(self) -> str:
        each = ", ".join(f"{what} {number}" for what, number in sorted(self.broken.items()))
        forms = sum(map(len, self.saved.values()))
        return (
            f"{self.games} games of three, {self.noons} noons, {forms:,} forms"
            f" ({self.by_browser} by browser); "
            f"{sum(self.broken.values())} breaks ({each}), {self.amid} amid a transaction"
        )


def soak(minutes: float, games: int, seed: int) -> tuple[list[str], str]:
    """What was found wrong, and what was done, in words."""
    with site("hosted") as (host, nursery, sink):
        from tools.chaos import aftermath
        from tools.chaos.site import Chaos
        from tools.chaos.stage import Stage

        assert isinstance(host, Hosted)
        empty()
        chaos = Chaos(nursery, host, random.Random(seed), Stage(games), sink)
        done = Soak(chaos, host, time.monotonic() + minutes * 60)
        try:
            done.run()
        except BaseException:
            tail(chaos)
            raise
        done.stop()
        print(done.told(), flush=True)
        began = time.monotonic()
        wrong = aftermath.all_of(done.saved)
        looked = f"looked at with every process stopped: {aftermath.counted()}"
        print(f"{looked}, in {time.monotonic() - began:.0f} s", flush=True)
        return wrong, f"{done.told()}; {looked}"


def write_page(told: str, minutes: float, seed: int) -> None:
    from tools.chaos.__main__ import machine, stores

    text = PAGE.read_text()
    before, after = text[: text.index(START) + len(START)], text[text.index(END) :]
    line = f"*{datetime.now(UTC):%d %B %Y} · {machine()} · {stores()} · {minutes:g} minutes, seed {seed}*"
    PAGE.write_text(f"{before}\n{line}\n\n{told}: nothing was wrong.\n{after}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.chaos.soak")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--write", action="store_true", help="into docs/reliability.md, if nothing was wrong")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    wrong, told = soak(given.minutes, given.games, given.seed)
    print("\n".join(wrong[:50]) or "nothing was wrong")
    if given.write and not wrong:
        with contextlib.suppress(ValueError):
            write_page(told, given.minutes, given.seed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
