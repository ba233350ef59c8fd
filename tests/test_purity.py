"""Pure code runs where Django, Celery, the databases and chance cannot even be imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Imports each module named on the command line as if nothing of ours were loaded, and prints those that fail.
# Whoever imports a module imports its package first: what came with the package is shown by one import.
# What the interpreter itself has loaded (os, time) is there for a pure module to find; what the pure
# libraries need (msgspec, hmac) is loaded before the door is shut.
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

def forget(names):
    for name in [name for name in sys.modules if name.partition(".")[0] in names]:
        del sys.modules[name]

folder, *modules = sys.argv[1:]
forget(BLOCKED)
sys.meta_path.insert(0, Door())
sys.path.insert(0, folder)
own, shown = {name.partition(".")[0] for name in modules}, set()
for module in modules:
    if module in shown:
        continue
    package = module.rpartition(".")[0]
    try:
        if package:
            importlib.import_module(package)
            came = [name for name in modules if name in sys.modules]
            shown.update(name for name in came if name.rpartition(".")[0] == package)
        importlib.import_module(module)
    except ImportError as problem:
        print(f"{module}: {problem}")
    loaded = sorted(name for name in sys.modules if name.partition(".")[0] in BLOCKED)
    if loaded:
        print(f"{module}: loads {loaded}")
    forget(BLOCKED | own)
"""


def pure_modules() -> list[str]:
    paths = [ROOT / "games" / "clock.py"]
    for package in ("contract", "rulekit"):
        paths += (ROOT / "games" / package).rglob("*.py")
    for rules in sorted(ROOT.glob("*/rules/__init__.py")):
        paths += rules.parent.rglob("*.py")
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    return sorted(name.removesuffix(".__init__") for name in names)


def impure(modules: list[str], folder: Path = ROOT) -> list[str]:
    """What each of these modules imports that pure code may not, a line each; one process for all."""
    result = subprocess.run(
        [sys.executable, "-c", PROBE, str(folder), *modules],
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
        env={"PATH": os.environ["PATH"]},
    )
    return result.stdout.splitlines()


def test_each_pure_module_can_be_imported_alone() -> None:
    modules = pure_modules()
    assert "games.clock" in modules
    assert impure(modules) == []


def test_the_probe_sees_what_is_not_pure(tmp_path: Path) -> None:
    lines = {
        "settings": "from django.conf import settings",
        "chance": "import random",
        "queue": "import celery",
    }
    for name, line in lines.items():
        (tmp_path / f"{name}.py").write_text(line)
    (tmp_path / "pure.py").write_text("import dataclasses")
    found = impure([*lines, "pure"], tmp_path)
    assert [line.partition(":")[0] for line in found] == list(lines)
    assert all("is not for pure code" in line for line in found)
