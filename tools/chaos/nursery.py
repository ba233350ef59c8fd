"""A process that has the site imported already, and forks workers, beats and webs off itself at once.

Each child runs what `manage.py serve --only …` runs, with the same arguments: hundreds of them are
killed in a run, and importing the site anew for each would take most of the time. One JSON object per
line is an order; the answer is the child's pid. No child outlives the nursery.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

import celery.bin.celery  # noqa: E402
import gunicorn.app.wsgiapp  # noqa: E402
import time_machine  # noqa: E402
from django.conf import settings  # noqa: E402

import tools.chaos.broken  # noqa: E402, F401  (the title whose rules raise)
from config import process_registry  # noqa: E402
from config.celery import app  # noqa: E402
from config.supervisor import tie_to_parent  # noqa: E402
from games import outgoing, tasks  # noqa: E402
from games.channels import hook, push  # noqa: E402
from games.management.commands import serve  # noqa: E402
from games.services import deliveries, hooks, sweep  # noqa: E402
from tools.listening import world_of  # noqa: E402


def become(order: dict[str, Any]) -> None:
    """The child's whole life."""
    tie_to_parent(signal.SIGKILL)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    # What takes minutes on a real site takes seconds here.
    vars(sweep)["WORKER_SILENT"] = timedelta(seconds=order.get("deaf", 180))
    deliveries.PAUSES = (timedelta(seconds=15), *deliveries.PAUSES[1:])
    if outside := order.get("outside"):
        live_in(**outside)
    process_registry.HANGS, process_registry.CHECK_EVERY = order.get("hangs", 180.0), 1.0
    if port := order.get("database_port"):
        settings.DATABASES["default"]["PORT"] = port
    if port := order.get("redis_port"):
        parts = urlsplit(settings.REDIS_URL)
        url = urlunsplit(parts._replace(netloc=f"{parts.hostname}:{port}"))
        settings.CELERY_BROKER_URL = app.conf["broker_url"] = settings.CACHES["default"]["LOCATION"] = url
    if back := order.get("clock_back"):
        time_machine.travel(datetime.now(UTC) - timedelta(seconds=back), tick=True).start()
    role = order["role"]
    command = serve.ROLES[role]()
    if order.get("powerless"):
        give_up_powers()
    if role == "web":
        sys.argv = ["gunicorn", *command[3:]]
        gunicorn.app.wsgiapp.run()
    else:
        sys.argv = ["celery", *command[3:]]
        celery.bin.celery.main()


def live_in(ports: list[int], certificate: str, seconds: float, pause: float, rest: float) -> None:
    """In a world whose push services and hooks are on this machine, on these ports, and where everything goes
    faster: so many seconds for a post and for a mail, between two tries, and for a service to rest."""
    vars(outgoing)["_network"] = world_of(ports, Path(certificate), seconds)
    settings.EMAIL_TIMEOUT = seconds
    # Beat asks sixty times as often as on a site: what it asks for lapses as much sooner, or workers would
    # have sixty times as much to send before they come to a noon.
    vars(tasks)["LAPSES"] = 1
    app.conf["beat_schedule"]["close_due"]["options"] = {"expires": 1}
    for module in (deliveries, hooks):
        vars(module)["PAUSES"] = tuple(timedelta(seconds=pause) for _ in module.PAUSES)
    for module, name in ((hook, "REST"), (hook, "MOST_REST"), (push, "REST")):
        vars(module)[name] = timedelta(seconds=rest)


def give_up_powers() -> None:
    """Root no longer writes where its own files say that nobody may: as any other user."""
    header, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    if os.geteuid() == 0 and ctypes.CDLL(None, use_errno=True).capset(header, nothing):
        raise OSError(ctypes.get_errno(), "capset")


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                become(order)
            finally:
                os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
