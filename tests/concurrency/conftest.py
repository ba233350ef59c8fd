"""Races need transactions that overlap: they are collected where the tests run on PostgreSQL, which
`tests/processes/test_races_on_postgres.py` sees to in every whole run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management.commands.flush import Command
from django.db import connection, transaction

if not os.environ.get("NOON_TEST_DATABASE_URL", "").startswith("postgres"):
    collect_ignore_glob = ["test_*.py"]

# What migrations bring along, and no race changes.
LASTING = {"django_content_type", "auth_permission"}


@pytest.fixture(scope="session", autouse=True)
def only_tables_with_rows_are_emptied() -> Iterator[None]:
    """After each race Django truncates every table, which makes new files for sixty tables and all their
    indexes, and writes all kinds of content and permissions again. To delete a race's few rows is quicker."""

    def handle(self: Command, **options: Any) -> None:
        quoted = connection.ops.quote_name
        with transaction.atomic(), connection.cursor() as cursor:
            tables = sorted(set(connection.introspection.django_table_names(only_existing=True)) - LASTING)
            with_rows = (f"SELECT '{one}' WHERE EXISTS (SELECT 1 FROM {quoted(one)})" for one in tables)
            cursor.execute(" UNION ALL ".join(with_rows))
            # Foreign keys are looked at when the transaction ends.
            for (one,) in cursor.fetchall():
                cursor.execute(f"DELETE FROM {quoted(one)}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Command, "handle", handle)
        yield
