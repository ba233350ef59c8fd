"""The project: settings, root URLs, the task queue, the command line."""

import gc

# What a process loads at its start stays: to look for garbage in it, again and again, takes a third of that
# time. `apps.ProjectConfig` switches the collector on once everything is loaded.
gc.disable()

from .celery import app as celery_app  # noqa: E402  (the collector is off before anything is loaded)
from .translations import remember_texts  # noqa: E402  (the same)

# Here, because the models of Django's own applications translate something when they are loaded.
remember_texts()

__all__ = ["celery_app"]
