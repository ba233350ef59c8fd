"""`manage.py backup FILE`: write every row of the running site to one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.backup import BackupRefused, backup_write


class Command(BaseCommand):
    help = "Write a consistent copy of every row to one compressed file. The site may be running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that does not exist yet, such as noon.jsonl.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            count = backup_write(file.absolute())
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            f"{file}: {count} rows. It contains players' secrets: protect it like the database."
        )
