"""Pure code runs where Django, Celery, the databases and chance cannot even be imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What the interpreter itself has loaded (os, time) is not there for a pure module to find; what
# the pure libraries need (msgspec, hmac) is loaded before the door is shut.
PROBE = """
import importlib, sys
import hashlib, hmac, importlib.resources, tomllib, zoneinfo, dataclasses, typing, functools, enum
import msgspec

BLOCKED = {"django", "celery", "kombu", "redis", "psycopg", "config", "accounts", "random", "secrets",
           "sqlite3", "socket", "subprocess", "allauth"}

class Door:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ImportError(f"{name} is not for pure code")

for name in [name for name in sys.modules if name.partition(".")[0] in BLOCKED]:
    del sys.modules[name]
sys.meta_path.insert(0, Door())
sys.path.insert(0, sys.argv[1])
importlib.import_module(sys.argv[2])
loaded = sorted(name for name in sys.modules if name.partition(".")[0] in BLOCKED)
assert not loaded, loaded
"""


def pure_modules() -> list[str]:
    paths = [ROOT / "games" / "clock.py", *(ROOT / "games" / "contract").rglob("*.py")]
    for rules in sorted(ROOT.glob("*/rules/__init__.py")):
        paths += rules.parent.rglob("*.py")
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    return sorted(name.removesuffix(".__init__") for name in names)


def probe(module: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROBE, str(folder), module],
        capture_output=True,
        text=True,
        timeout=240,
        env={"PATH": os.environ["PATH"]},
    )


@pytest.mark.parametrize("module", pure_modules())
def test_a_pure_module_is_imported_alone(module: str) -> None:
    result = probe(module)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("line", ["from django.conf import settings", "import random", "import celery"])
def test_the_probe_sees_what_is_not_pure(tmp_path: Path, line: str) -> None:
    (tmp_path / "impure.py").write_text(line)
    result = probe("impure", tmp_path)
    assert result.returncode != 0
    assert "is not for pure code" in result.stderr
