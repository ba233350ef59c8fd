"""The door for web servers."""

import os

from django.core.wsgi import get_wsgi_application

from . import heartbeat, process_registry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
process_registry.enter("web")
heartbeat.start()
