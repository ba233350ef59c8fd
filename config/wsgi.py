"""The WSGI entry point."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from . import process_registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from games import heartbeat  # noqa: E402  # imports models, so the apps must be loaded

process_registry.enter("web")
heartbeat.start()

# The views, too, are loaded before the first request, and looked at by the garbage collector no more.
import_module(settings.ROOT_URLCONF)
gc.freeze()
