"""The heartbeat of a web process: twice a minute it records that the process runs and reaches the database.

It is a thread and not a task, because it has to show whether players could hand in, which a worker cannot
know. It also reports late turns, and closes them itself if no worker is heard: then noon needs neither beat
nor queue.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime

from django.db import connection
from django.utils import timezone

from config import process_registry
from config.environment import env_seconds

from .services.sweep import web_sweep

log = logging.getLogger(__name__)
SECONDS = env_seconds("NOON_BEAT_SECONDS") or 30.0


def beat(since: datetime) -> bool:
    """One heartbeat of a process that runs since `since`; False if it failed."""
    process_registry.check_if_due()  # before the database, which a hanging process may have locked
    try:
        web_sweep(now=timezone.now(), since=since)
    except Exception as problem:  # the thread continues: the next heartbeat may succeed
        log.error("heartbeat not written %s", type(problem).__name__)
        return False
    finally:
        connection.close()
    return True


def start() -> threading.Event:
    """Start the heartbeat of this process; setting the returned event ends it."""
    stop, since = threading.Event(), timezone.now()

    def run() -> None:
        beat(since)
        while not stop.wait(SECONDS):
            beat(since)

    threading.Thread(target=run, name="heartbeat", daemon=True).start()
    return stop
