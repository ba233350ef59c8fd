"""The races of `tests/concurrency`, noon itself, and requests gone astray, on a real PostgreSQL: run as a
suite of its own, since one process of Django has one kind of database."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tools.servers import ROOT

pytestmark = [pytest.mark.services, pytest.mark.slow]


def test_races_and_noon_on_postgresql(postgres_url: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
         "tests/concurrency", "tests/games/test_noon.py", "tests/games/test_rows.py",
         "tests/games/test_statements.py", "tests/test_odd_requests.py"],
        cwd=ROOT, env={**os.environ, "NOON_TEST_DATABASE_URL": postgres_url, "PYTEST_ADDOPTS": ""},
        capture_output=True, text=True, timeout=550,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    assert "skipped" not in ran.stdout
