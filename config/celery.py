"""The task queue: it accelerates, the database decides what is due."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, setup_logging, task_postrun, task_prerun, worker_init

from . import (
    broker,  # noqa: F401  (registers folder://, the queue of a site without Redis)
    lives,
    messages,
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# How much a worker steps back where processors are short: a noon may take a little longer, a reader who
# waits for a page may not. Enough to let pages pass; a site that is never idle still has its noons.
GIVES_WAY = 5

app = Celery("noon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_logging(**kwargs: object) -> None:
    """Leave the logs as the settings have them: Celery would replace the handlers that keep secrets out."""


@worker_init.connect
def worker_enters(**kwargs: object) -> None:
    """A worker starts."""
    os.nice(GIVES_WAY)
    lives.enter("worker")


@beat_init.connect
def beat_enters(**kwargs: object) -> None:
    """A beat starts."""
    lives.enter("beat")


@task_prerun.connect
def task_begins(task_id: str, task: Any, **kwargs: object) -> None:
    """A worker turns to a message."""
    lives.busy()
    lives.look_now_and_then()
    messages.message_came(task_id, task.name)
    if task.name == "games.tasks.close_due" and task.request.origin:
        messages.beat_heard(task.request.origin)


@task_postrun.connect
def task_ends(**kwargs: object) -> None:
    """It is done with it."""
    lives.idle()
