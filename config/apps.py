"""The configuration of the project as an app: the last one, which is ready when everything is loaded."""

import gc

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from . import checks  # noqa: F401  (registers them)

        # What was loaded stays as long as the process: only what comes after it can become garbage.
        gc.freeze()
        gc.enable()
