"""The walls between packages: each is broken once in a copy of the tree, and the linter notices."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TITLES = sorted(path.parent.parent.name for path in ROOT.glob("*/rules/__init__.py"))
PACKAGES = ("games", *TITLES, "accounts", "web", "config", "tools")

# What is added, where, and which wall it breaks. A wall may be broken in several ways.
BREACHES = [
    ("pure", "games/contract/dice.py", "import random"),
    ("pure", "games/rulekit/events.py", "from django import utils"),
    ("pure", "games/clock.py", "from django import utils"),
    ("pure", "corporate/rules/meta.py", "import time"),
    ("pure", "corporate/rules/phases/__init__.py", "import os"),
    ("no-title", "games/selectors/game.py", "import corporate.skin"),
    ("no-title", "accounts/models.py", "from corporate.rules import meta"),
    ("programs", "games/clock.py", "import tools.play"),
    ("programs", "web/limits.py", "from tests import chance"),
    ("tests", "tools/play.py", "from tests import dummy"),
    ("top", "accounts/views.py", "from games.services import accounts"),
    ("top", "web/limits.py", "from accounts import models"),
    ("top", "config/logs.py", "from web import errors"),
    ("title", "corporate/skin.py", "from games.models import Game"),
    ("title", "corporate/rules/meta.py", "from games import clock"),
    ("titles-apart", "corporate/skin.py", "import sibling.skin"),
    ("layers", "games/selectors/game.py", "from games.services import turns"),
    ("layers", "games/models/turns.py", "from games import access"),
    ("layers", "games/contract/dice.py", "from games import registry"),
    ("layers", "games/rulekit/__init__.py", "from games import registry"),
    ("layers", "games/formkit/__init__.py", "from games import models"),
    ("layers", "games/services/turns.py", "from games import tasks"),
    ("services", "games/services/claims.py", "from games.services.resolving import story"),
    ("vault", "games/views/__init__.py", "from games import vault"),
    ("vault", "games/access.py", "from games import vault"),
    ("vault", "games/selectors/game.py", "from games.reads import resolution"),
]


def contracts() -> list[dict[str, object]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=240,
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages, with one title more in it, so that titles have something to import."""
    folder = tmp_path_factory.mktemp("walls")
    skip = shutil.ignore_patterns("__pycache__", "*.po", "*.mo")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=skip)
    (folder / "sibling").mkdir()
    (folder / "sibling" / "__init__.py").touch()
    (folder / "sibling" / "skin.py").touch()
    text = (ROOT / "pyproject.toml").read_text()
    last = TITLES[-1]
    text = text.replace(f'"{last}", "accounts"', f'"{last}", "sibling", "accounts"')
    text = text.replace(f'"{last}"]\n', f'"{last}", "sibling"]\n')
    (folder / "pyproject.toml").write_text(text)
    return folder


def dotted(module: str) -> str:
    return module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_every_breach_is_seen_by_its_wall(tree: Path) -> None:
    """All of them are made at once; the report has a part for each wall that is broken."""
    before = {module: (tree / module).read_text() for _, module, _ in BREACHES}
    for _, module, line in BREACHES:
        with (tree / module).open("a") as file:
            file.write(f"\n{line}\n")
    try:
        result = lint(tree)
    finally:
        for module, text in before.items():
            (tree / module).write_text(text)
    assert result.returncode == 1, result.stdout + result.stderr
    reports = parts(result.stdout)
    for contract, module, line in BREACHES:
        name = next(str(one["name"]) for one in contracts() if one["id"] == contract)
        imported = line.split()[1].partition(".")[0]  # of a package that is not ours the report names the top
        seen = [told for told in reports[name] if dotted(module) in told and imported in told]
        assert seen, (contract, module, line, reports[name])


def parts(report: str) -> dict[str, list[str]]:
    """Name of a broken wall -> the lines about it."""
    found: dict[str, list[str]] = {}
    names = {str(one["name"]) for one in contracts()}
    current: list[str] = []
    for line in report.partition("Broken contracts")[2].splitlines():
        current = found.setdefault(line.strip(), []) if line.strip() in names else current
        current.append(line)
    return found


def test_the_copy_is_whole_and_every_wall_is_broken_once(tree: Path) -> None:
    result = lint(tree)
    assert result.returncode == 0, result.stdout + result.stderr
    assert {str(one["id"]) for one in contracts()} == {contract for contract, _, _ in BREACHES}


def test_a_new_module_of_the_platform_is_closed_to_titles_until_it_is_opened() -> None:
    """The wall around titles is a list: whatever is added to `games` has to be put on it."""
    modules = {
        f"games.{path.stem}"
        for path in (ROOT / "games").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    opened = {
        "games.contract",
        "games.rulekit",
        "games.skin",
        "games.formkit",
        "games.registry",
        "games.__init__",
        "games.apps",
        "games.migrations",
    }
    closed = next(contract for contract in contracts() if contract["id"] == "title")["forbidden_modules"]
    assert modules - opened == {name for name in closed if name.startswith("games.")}


def test_every_title_stands_in_the_walls() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    assert TITLES
    by_id = {str(contract["id"]): contract for contract in contracts()}
    places = {
        "no-title, forbidden_modules": by_id["no-title"]["forbidden_modules"],
        "title, source_modules": by_id["title"]["source_modules"],
        "titles-apart, modules": by_id["titles-apart"]["modules"],
        "programs, source_modules": by_id["programs"]["source_modules"],
        "top, the first of layers": by_id["top"]["layers"][0].split(" | "),
        "importlinter, root_packages": settings["importlinter"]["root_packages"],
        "mypy, packages": settings["mypy"]["packages"],
    }
    for place, named in places.items():
        missing = set(TITLES) - set(named)
        assert not missing, f"pyproject.toml, {place}: add {', '.join(sorted(missing))}"


def test_all_titles_have_the_same_folders() -> None:
    """An engineer who knows one title finds everything in the next; `templatetags` is Django's own name.
    A title that nobody can play yet is no app: it has its rules, its data, and some of the others."""
    rules_alone = {"__init__.py", "rules", "data"}
    for title in TITLES:
        found = {
            path.name for path in (ROOT / title).iterdir() if path.name not in ("__pycache__", "templatetags")
        }
        whole = rules_alone | {"apps.py", "skin.py", "orders", "pages", "texts"}
        assert rules_alone <= found <= whole and (found == whole or "apps.py" not in found), title
