"""Celery: with Redis tasks go to workers, without it they run in the process that sends them (beat, web).

Either way the database decides what is due; the queue only makes it quick.
"""

import gc
import os

from celery import Celery
from celery.signals import beat_init, setup_logging, task_postrun, task_prerun, worker_init, worker_ready

from . import process_registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Added to the niceness of processes that resolve turns: where processors are short a noon may take a little
# longer, a reader who waits for a page may not.
NICENESS = 5

app = Celery("noon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_logging(**kwargs: object) -> None:
    """Leave the logs as the settings have them: Celery would replace the handlers that keep secrets out."""


@worker_init.connect
def worker_starts(**kwargs: object) -> None:
    """Register a worker."""
    os.nice(NICENESS)
    process_registry.enter("worker")


@worker_ready.connect
def worker_is_ready(**kwargs: object) -> None:
    """Take what is imported by now out of what the garbage collector walks through, again and again, while a
    noon makes and drops millions of objects: it lives as long as the worker."""
    gc.collect()
    gc.freeze()


@beat_init.connect
def beat_starts(**kwargs: object) -> None:
    """Register beat, and ask at once for what fell due while the site was down."""
    from games.tasks import catch_up

    if app.conf.task_always_eager:
        os.nice(NICENESS)
    process_registry.enter("beat")
    catch_up()


@task_prerun.connect
def task_begins(**kwargs: object) -> None:
    """Note that this process is busy, so that others notice if the task never ends."""
    process_registry.busy()
    process_registry.look_now_and_then()


@task_postrun.connect
def task_ends(**kwargs: object) -> None:
    """Note that this process is idle."""
    process_registry.idle()
