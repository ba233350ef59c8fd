"""Celery: where tasks run, and the schedule of beat."""

from __future__ import annotations

from celery.schedules import crontab

from ..environment import env_bool, env_seconds
from .data import REDIS_URL
from .folders import DATA_DIR

if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "socket_timeout": 20,  # longer than a worker waits for a message
        "socket_connect_timeout": 5,
        "socket_keepalive": True,
    }
else:
    CELERY_BROKER_URL = "memory://localhost"  # never used: all tasks are eager
# Without Redis there is no worker: beat runs tasks itself, and so does a request that closes a turn early.
CELERY_TASK_ALWAYS_EAGER = env_bool("NOON_EAGER") or not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Prefetch one message only: those that a killed worker had fetched but not begun are lost until the next
# minute asks again.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # not used
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULE = {
    # A message that has waited for its whole minute expires, so that messages never pile up.
    "close_due": {"task": "games.tasks.close_due", "schedule": crontab(), "options": {"expires": 59}},
    "tidy": {"task": "games.tasks.tidy", "schedule": crontab(minute=17), "options": {"expires": 3000}},
}
if beat_seconds := env_seconds("NOON_BEAT_SECONDS"):  # shorter than a minute for tests with real processes
    CELERY_BEAT_SCHEDULE["close_due"]["schedule"] = beat_seconds
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
