"""The bench of one turn still plays a game and finds what it measures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools.bench import attack, pages
from tools.servers import OURS, ROOT


def measured(folder: Path, *arguments: str) -> Any:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    ran = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT, env={**kept, "NOON_DATA": str(folder), "LOG_LEVEL": "WARNING"},
        capture_output=True, text=True, timeout=550,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout.splitlines()[-1])


def test_a_small_game_is_measured(tmp_path: Path) -> None:
    found = measured(tmp_path, "tools.bench.one_turn", "2", "1")
    assert 0 < found["rules"] < found["all"]
    assert found["queries"][1] <= 16
    assert found["orders"] > 2


def test_a_game_of_moves_is_measured_by_what_is_asked(tmp_path: Path) -> None:
    found = measured(tmp_path, "tools.bench.one_game", "megacorps", "3", "1", "round_mode=sequential")
    assert found.keys() >= {"turn", "turn, and all it asked", "payout_reaction"}
    usual, dearest = found["turn"]["bot"]
    assert 0 < usual <= dearest
    for row in found.values():
        assert 0 < row["rules"] < row["all"]
        assert row["floor"] > 0 and row["written"] > 0
        assert row["queries"] is None or 0 < row["queries"][0] <= row["queries"][1]
    assert found["turn"]["queries"]


@pytest.mark.parametrize(("bench", "known"), [(pages, "Macht$piele"), (attack, "draws.json")])
def test_an_unknown_name_is_refused_before_anything_starts(
    bench: Any, known: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(["--only", "Monopoly"])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "'Monopoly'" in told and known in told
