"""`manage.py migrate`: Django's, one at a time: two at the same moment would both make the same tables."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate

from config.alone import alone


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with alone():
            super().handle(*args, **options)
