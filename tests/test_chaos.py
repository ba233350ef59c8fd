"""The short form of `make chaos`: ten kills on PostgreSQL and Redis, a hanging resolution and webhooks in
trouble on SQLite."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tools import servers


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.timeout(1250)
def test_ten_kills_and_a_hanging_resolution_lose_nothing() -> None:
    servers.needs(servers.postgres_programs(), "PostgreSQL's programs are not installed (Debian: postgresql)")
    ran = subprocess.run(
        [sys.executable, "-m", "tools.chaos", "--short"],
        cwd=servers.ROOT, env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True, text=True, timeout=1200,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-3000:]
    assert "10 kills" in ran.stdout and "lock was held" in ran.stdout
    assert "posted once each" in ran.stdout
