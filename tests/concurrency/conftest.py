"""Races need transactions that overlap: they are collected where the tests run on PostgreSQL, which
`tests/processes/test_races_on_postgres.py` sees to in every whole run."""

from __future__ import annotations

import os

if not os.environ.get("NOON_TEST_DATABASE_URL", "").startswith("postgres"):
    collect_ignore_glob = ["test_*.py"]
