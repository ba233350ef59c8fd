"""The WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

from . import process_registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from games import heartbeat  # noqa: E402  # imports models, so the apps must be loaded

process_registry.enter("web")
heartbeat.start()
