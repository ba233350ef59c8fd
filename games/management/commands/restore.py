"""`manage.py restore FILE`: a backup back into a database, of either engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.backup import BackupRefused, backup_restore


class Command(BaseCommand):
    help = "Fill the database from a file that `backup` wrote: all of it, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` wrote")
        parser.add_argument("--replace", action="store_true", help="throw away the rows there are now")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        try:
            count = backup_restore(file.absolute(), replace=replace)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{file}: {count} rows restored.")
