"""`manage.py migrate`: Django's, one at a time: two at the same moment would both make the same tables."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.commands import migrate

from config.migration_lock import migration_lock


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> Any:
        # The database may be made now, in a folder that somebody else made, open to all: on SQLite it is
        # a file, and holds what players hide. Not in `handle`: the checks before it come to the database.
        before = os.umask(0o077)
        try:
            return super().execute(*args, **options)
        finally:
            os.umask(before)

    def handle(self, *args: Any, **options: Any) -> None:
        with migration_lock():
            super().handle(*args, **options)
