"""A process that has the site imported already, and forks workers, beats and webs off itself at once.

Each child runs what `manage.py serve --only …` runs, with the same arguments: two hundred of them are
killed in a run, and importing the site anew for each would take most of the time. One JSON object per
line is an order; the answer is the child's pid. No child outlives the nursery.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

import celery.bin.celery  # noqa: E402
import gunicorn.app.wsgiapp  # noqa: E402
import time_machine  # noqa: E402
from django.conf import settings  # noqa: E402

import tests.dummy  # noqa: E402, F401  (the title whose rules can be made to raise)
from config.celery import app  # noqa: E402, F401
from games.management.commands import serve  # noqa: E402
from games.services import sweep  # noqa: E402


def become(order: dict[str, Any]) -> None:
    """The child's whole life."""
    serve.tie_to_parent(signal.SIGKILL)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sweep.DEAF = timedelta(seconds=order.get("deaf", 180))
    if port := order.get("refusing_mail"):
        settings.MAIL_CONFIGURED, settings.ADMINS = True, [("operator", "operator@example.org")]
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    if back := order.get("clock_back"):
        time_machine.travel(datetime.now(UTC) - timedelta(seconds=back), tick=True).start()
    role = order["role"]
    command = serve.ROLES[role]()
    if role == "web":
        sys.argv = ["gunicorn", *command[3:]]
        gunicorn.app.wsgiapp.run()
    else:
        sys.argv = ["celery", *command[3:]]
        celery.bin.celery.main()


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
