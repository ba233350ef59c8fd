"""All faults of one engine on one site, in a process of their own, because Django has one database per
process.

`python -m tools.chaos.run ENGINE KILLS SEED ONLY FILE`: the rows go to FILE as JSON, one a line.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from tools import servers
from tools.chaos import hosts
from tools.chaos.mail import Sink

if TYPE_CHECKING:  # they import the site's models, for which Django has to be set up
    from tools.chaos.faults import Fault
    from tools.chaos.site import Chaos, Nursery


class Row(TypedDict):
    """The row of one fault on one engine; `took`: in seconds."""

    fault: str
    on: str
    held: str
    seen: str
    told: str
    took: float


def environment(folder: Path, sink: Sink) -> dict[str, str]:
    """The environment of the site, without its database and queue."""
    return {
        "NOON_DATA": str(folder / "data"), "SECRET_KEY": "x" * 50, "NOON_BEAT_SECONDS": "1",
        "PORT": str(servers.free_port()), "HOST": "127.0.0.1", "NOON_PLAIN_STATIC": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings", "ADMINS": "operator@example.org",
        "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(sink.port), "EMAIL_USE_TLS": "0",
        "DEFAULT_FROM_EMAIL": "noon@noon.example",
    }  # fmt: skip


@contextlib.contextmanager
def site(engine: str) -> Iterator[tuple[hosts.Host, Nursery, Sink]]:
    """A migrated site without processes yet: its host, its nursery, its mail server."""
    with contextlib.ExitStack() as ended:
        # Seen once: something still wrote beside the database while the folder was removed.
        made = tempfile.TemporaryDirectory(prefix="noon-chaos-", ignore_cleanup_errors=True)
        folder = Path(ended.enter_context(made))
        folder.chmod(0o755)
        (folder / "data").mkdir()
        sink = Sink()
        ended.callback(sink.close)
        given = environment(folder, sink)
        urls: dict[str, str] = {}
        if engine == "hosted":
            cluster, queue = ended.enter_context(servers.postgres()), ended.enter_context(servers.redis())
            # restarted servers must be running while the database is dropped
            restarted = ended.enter_context(contextlib.ExitStack())
            urls = {"REDIS_URL": queue, "DATABASE_URL": ended.enter_context(servers.database(cluster))}
        for name in [name for name in os.environ if name.startswith((*servers.OURS, "ADMINS"))]:
            del os.environ[name]
        os.environ.update(given | urls)
        host: hosts.Host
        if engine == "hosted":
            host = hosts.Hosted(urls["DATABASE_URL"], cluster, queue)
            restarted.callback(host.stop)
        else:
            host = hosts.Embedded(folder / "data")
            ended.callback(host.stop)
        import django

        os.environ["LOG_LEVEL"] = "CRITICAL"  # the log of this process; those of the site write their own
        django.setup()
        os.environ["LOG_LEVEL"] = "INFO"
        from django.core.management import call_command
        from django.db import connections

        import tools.chaos.broken  # noqa: F401  (the title whose rules raise)
        from tools.chaos.site import Nursery

        call_command("migrate", verbosity=0)
        ended.callback(connections.close_all)
        (folder / "logs").mkdir()
        nursery = Nursery(folder / "logs", dict(os.environ))
        ended.callback(nursery.stop)
        yield host, nursery, sink


def empty() -> None:
    """Delete all games and players, for the next group of faults."""
    from django.contrib.auth import get_user_model

    from games.models import Game, Heartbeat, LedgerEntry

    for model in (LedgerEntry, Game, Heartbeat, get_user_model()):
        model.objects.all().delete()


def run(engine: str, kills: int, seed: int, only: str) -> Iterator[Row]:
    """Run every fault of an engine whose name contains `only`, or one of its parts between bars; yields a row
    for each."""
    with site(engine) as (host, nursery, sink):
        from tools.chaos.faults.table import BRIEF, GROUPS, killing
        from tools.chaos.site import Chaos
        from tools.chaos.stage import Stage

        chance = random.Random(seed)
        groups = [*([(max(8, kills * 3 // 5), [killing(kills, engine)])] if kills else []), *GROUPS]
        groups += [(3, BRIEF)] if "for a moment" in only else []
        for games, faults in groups:
            wanted = [
                fault
                for fault in faults
                if engine in fault.engines and any(part in fault.name for part in only.split("|"))
            ]
            if not wanted:
                continue
            nursery.kill_all()
            empty()
            chaos = Chaos(nursery, host, chance, Stage(games), sink)
            for fault in wanted:
                row = one(fault, chaos)
                yield row
                if row["held"] not in ("yes", "not run"):  # remains of one fault must not disturb the next
                    nursery.kill_all()
                    empty()
                    chaos.stage = Stage(games)


def one(fault: Fault, chaos: Chaos) -> Row:
    """Bring one fault about; returns its row, with the way in which the operator was told."""
    from tools.chaos.faults.stores import NotRun

    started = time.monotonic()
    told = ""
    chaos.listen()
    try:
        held, seen = "yes", fault.run(chaos)
        for words in fault.told:
            chaos.tells(words)
        if fault.mail:
            servers.wait_until(lambda: chaos.mails(fault.mail), 60, f"a mail says: {fault.mail}")
        lines = ", ".join(f"`{words}`" for words in fault.told)
        told = f"{lines}; {'by mail, too' if fault.mail else 'no mail could go'}" if lines else "no need"
    except NotRun as why:
        held, seen = "not run", str(why)
    except Exception as problem:
        traceback.print_exc()
        held, seen = "**no**", str(problem).splitlines()[0][:200] if str(problem) else type(problem).__name__
        tail(chaos)
    took = time.monotonic() - started
    print(f"{held:>6}  {fault.name} ({chaos.host.name}): {seen} [{told}] ({took:.0f} s)", flush=True)
    chaos.sink.close()
    chaos.sink.open()
    return {
        "fault": fault.name,
        "on": chaos.host.name,
        "held": held,
        "seen": seen,
        "told": told,
        "took": took,
    }


def tail(chaos: Chaos) -> None:
    """The last lines of each log, for finding the cause."""
    for role, lines in chaos.nursery.logs().items():
        print(f"---- {role}", *lines[-25:], sep="\n", file=sys.stderr)


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that everything is ended in order
    engine, kills, seed, only, file = sys.argv[1:]
    held = True
    with Path(file).open("w") as rows:
        for row in run(engine, int(kills), int(seed), only):
            rows.write(json.dumps(row) + "\n")
            rows.flush()
            held = held and row["held"] in ("yes", "not run")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
