"""The project: settings, root URLs, the task queue, the command line."""

from .celery import app as celery_app

__all__ = ["celery_app"]
