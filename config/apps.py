"""The configuration of the project as an app: the last one, which is ready when everything is loaded."""

import gc

from django.apps import AppConfig

NEW_OBJECTS = 50_000
"""After so many objects more, garbage is looked for: a few megabytes."""


class ProjectConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from . import checks  # noqa: F401  (registers them)

        # What was loaded stays as long as the process: only what comes after it can become garbage.
        gc.freeze()
        # Python's 700 are made ten times during a noon of fifty players, and nearly all of them are in use.
        gc.set_threshold(NEW_OBJECTS, 10, 10)
        gc.enable()
