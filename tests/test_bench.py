"""The bench of one turn still plays a game and finds what it measures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tools.servers import OURS, ROOT


def test_a_small_game_is_measured(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    ran = subprocess.run(
        [sys.executable, "-m", "tools.bench.one_turn", "2", "1"],
        cwd=ROOT, env={**kept, "NOON_DATA": str(tmp_path), "LOG_LEVEL": "WARNING"},
        capture_output=True, text=True, timeout=550,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = json.loads(ran.stdout.splitlines()[-1])
    assert 0 < found["rules"] < found["worked"]
    assert found["queries"][1] <= 16
    assert found["orders"] > 2
