"""What a process loads at its start: no more than it needs, and it is not looked at again for garbage."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.servers import ROOT

LOADED = 100_000  # objects, at least: all apps, their models and what they import
LATER = 5_000  # at most
OF_A_NOON = 10_000  # objects that a noon of fifty players makes and keeps while it lasts, at most
SAYS = f"""
import gc
print(gc.isenabled(), gc.get_freeze_count() > {LOADED}, len(gc.get_objects()) < {LATER})
gc.collect()
looked = gc.get_stats()[0]["collections"]
kept = [[] for _ in range({OF_A_NOON})]
print(gc.get_stats()[0]["collections"] == looked)
"""
LEFT = {"psycopg", "markdown_it", "requests", "icalendar", "qrcode"}
STARTS = {
    "manage.py": "import django; django.setup()",
    "web": "import config.wsgi, sys; assert 'games.views.orders' in sys.modules",
    "worker": "from config import celery; celery.app.loader.init_worker(); celery.worker_is_ready()",
}


def said(code: str, folder: Path) -> list[str]:
    """The words that a process prints which runs this code, for a site on SQLite."""
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    env = {
        **kept, "DJANGO_SETTINGS_MODULE": "config.settings", "NOON_DATA": str(folder),
        "SITE_URL": "http://127.0.0.1",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize("how", STARTS)
def test_what_a_process_loads_at_its_start_is_not_looked_at_again(how: str, tmp_path: Path) -> None:
    assert said(STARTS[how] + SAYS, tmp_path) == ["True"] * 4


def test_what_a_process_on_sqlite_seldom_needs_is_loaded_with_its_first_use(tmp_path: Path) -> None:
    loaded = said(f"{STARTS['web']}; print(*sys.modules)", tmp_path)
    assert "games.rows" in loaded and "web.prose" in loaded
    assert not LEFT & set(loaded)
