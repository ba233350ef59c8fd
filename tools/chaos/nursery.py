"""A process that has already imported the site and forks workers, beats and webs quickly.

Each child runs the same as `manage.py serve --only …`. Hundreds of them are killed in a run, and importing
the site for each would take most of the time. Each line of input is a JSON object that describes a child; the
answer is its pid. No child outlives this process.
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
    """Run as the child that was ordered."""
    tie_to_parent(signal.SIGKILL)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    # what takes minutes on a real site takes seconds here
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
    """Let push services and webhooks be on this machine, on these ports, with shorter times: the seconds for
    a post and for a mail, between two attempts, and of a service's pause."""
    vars(outgoing)["_network"] = world_of(ports, Path(certificate), seconds)
    settings.EMAIL_TIMEOUT = seconds
    # beat runs sixty times as often as on a site, and its messages expire as much sooner; otherwise workers
    # would have sixty times as much to send before they come to a noon
    vars(tasks)["LAPSES"] = 1
    app.conf["beat_schedule"]["close_due"]["options"] = {"expires": 1}
    for module in (deliveries, hooks):
        vars(module)["PAUSES"] = tuple(timedelta(seconds=pause) for _ in module.PAUSES)
    for module, name in ((hook, "REST"), (hook, "MOST_REST"), (push, "REST")):
        vars(module)[name] = timedelta(seconds=rest)


def give_up_powers() -> None:
    """Drop root's capabilities, so that file permissions apply to it as to any other user."""
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
