"""Celery: with Redis, workers run the tasks; without it, they run in the process that sends them (beat, web).

Either way the rows of the database decide what is due; a message only says that it is time to look.
"""

import gc
import os

from celery import Celery
from celery.signals import beat_init, setup_logging, task_postrun, task_prerun, worker_init, worker_ready

from . import process_registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Added to the niceness of processes that resolve turns: if processors are busy, pages come first, and a noon
# takes a little longer.
NICENESS = 5

app = Celery("noon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_logging(**kwargs: object) -> None:
    """Keep the logging of the settings: Celery would otherwise replace the handlers, which remove secrets."""


@worker_init.connect
def worker_starts(**kwargs: object) -> None:
    """Register a worker in the process registry."""
    os.nice(NICENESS)
    process_registry.enter("worker")


@worker_ready.connect
def worker_is_ready(**kwargs: object) -> None:
    """Exclude everything imported so far from garbage collection: it lives as long as the worker, and a noon,
    which creates millions of objects, would have it walked again and again."""
    gc.collect()
    gc.freeze()


@beat_init.connect
def beat_starts(**kwargs: object) -> None:
    """Register beat, and close at once what fell due while the site was down."""
    from games.tasks import catch_up

    if app.conf.task_always_eager:
        os.nice(NICENESS)
    process_registry.enter("beat")
    catch_up()


@task_prerun.connect
def task_begins(**kwargs: object) -> None:
    """Mark this process as busy, so that others notice if the task never ends."""
    process_registry.task_begins()
    process_registry.check_if_due()


@task_postrun.connect
def task_ends(**kwargs: object) -> None:
    """Mark this process as idle."""
    process_registry.task_ends()
