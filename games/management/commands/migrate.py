"""`manage.py migrate`: Django's command under a lock, because two at the same moment would create the same
tables."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.commands import migrate

from config.migration_lock import migration_lock


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> Any:
        # This may create the SQLite file, which will contain players' secrets, in a folder that others can
        # read. Not in `handle`, because the checks that run before it open the database.
        before = os.umask(0o077)
        try:
            return super().execute(*args, **options)
        finally:
            os.umask(before)

    def handle(self, *args: Any, **options: Any) -> None:
        with migration_lock():
            super().handle(*args, **options)
