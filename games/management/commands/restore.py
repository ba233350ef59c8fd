"""`manage.py restore FILE`: fill a database, on either engine, from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.backup import BackupRefused, backup_restore


class Command(BaseCommand):
    help = "Fill the database from a file that `backup` wrote, completely or not at all."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `manage.py backup`")
        parser.add_argument("--replace", action="store_true", help="delete the existing rows first")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        try:
            count = backup_restore(file.absolute(), replace=replace)
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{file}: {count} rows restored.")
