"""The short form of `make chaos`: ten kills on PostgreSQL and Redis, a hanging resolution and webhooks in
trouble on SQLite."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from games.models import Game
from tools import servers
from tools.chaos.stage import Stage


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


@pytest.mark.django_db
def test_after_the_last_noon_new_games_are_played() -> None:
    stage = Stage(2)
    Game.objects.update(stage=Game.Stage.FINISHED)
    assert len(stage.everybody_hands_in().forms) == 2
