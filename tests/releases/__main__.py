"""Writes the file of the present release."""

# ruff: noqa: E402  (Django has to be set up before its models are imported)

from __future__ import annotations

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.core.management import call_command

from games.health import version
from games.services.backup import backup_write
from tests.releases import FOLDER
from tests.releases.play import begin

call_command("migrate", verbosity=0)
begin()
print(backup_write(FOLDER / f"{version()}.jsonl.gz"), "rows")
