"""`manage.py backup FILE`: every row of the site in one file, while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.backup import BackupRefused, backup_write


class Command(BaseCommand):
    help = "Write every row of the site, as of one moment, to one compressed file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that is not there yet: noon.jsonl.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            count = backup_write(file.absolute())
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            f"{file}: {count} rows. It holds what players hide: keep it as you keep the database."
        )
