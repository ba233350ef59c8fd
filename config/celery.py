"""The task queue: it accelerates, the database decides what is due."""

import os

from celery import Celery
from celery.signals import setup_logging

from . import broker  # noqa: F401  (registers folder://, the queue of a site without Redis)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("noon")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_logging(**kwargs: object) -> None:
    """Leave the logs as the settings have them: Celery would replace the handlers that keep secrets out."""
