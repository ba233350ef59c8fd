"""`make check`: everything CI checks besides the tests. All checks run, even if one fails: as many at a time
as there are cores, those that take long before the others."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable

# The environment of a public site, for `check --deploy`: the settings must raise no warning with it.
PRODUCTION = {
    "SECRET_KEY": "for-this-check-alone-" + "k7Q-z2_mX9" * 6,
    "SITE_URL": "https://noon.example",
    "ALLOWED_HOSTS": "noon.example",
    "BEHIND_PROXY": "1",
    "EMAIL_HOST": "mail.noon.example",
    "DEFAULT_FROM_EMAIL": "noon@noon.example",
    "CONTACT": "operator@noon.example",
}
DJLINT = ["templates", *(f"{path.parent.name}/templates" for path in ROOT.glob("*/templates"))]
PARTS = ["--profile", "jinja", "--extension", "jinja"]
PACKAGES = sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")
# Whoever calls a text safe needs Django's module of this name.
CALL_SAFE = [
    path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if "safestring" in path.read_text()
]

LONG = ("types", "tests can be collected", "known vulnerabilities of installed packages", "catalogues")
CHECKS: list[tuple[str, list[str | Path], dict[str, str]]] = [
    ("style", [BIN / "ruff", "check", "--quiet", "--output-format", "concise", "."], {}),
    ("format", [BIN / "ruff", "format", "--check", "--quiet", "."], {}),
    ("types", [PYTHON, "tools/typecheck.py"], {}),
    ("walls", [BIN / "lint-imports"], {}),
    # In a fresh clone this also compiles their modules, once and not by each of several workers.
    ("tests can be collected", [PYTHON, "-m", "pytest", "--collect-only", "--quiet"], {}),
    ("templates", [BIN / "djlint", "--lint", "--quiet", *DJLINT], {}),
    ("parts of pages", [BIN / "djlint", "--lint", "--quiet", *PARTS, *DJLINT], {}),
    ("layout of templates and sheets", [PYTHON, "-m", "tools.layout", "check"], {}),
    ("migrations", [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"], {}),
    ("catalogues", [PYTHON, "tools/catalogues.py", "check"], {}),
    (
        "settings of a public site",
        [PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        PRODUCTION,
    ),
    # Texts that are not constant. What else bandit looks for, ruff's rules S do.
    ("texts called safe", [BIN / "bandit", "-q", "-t", "B703", *CALL_SAFE], {}),
    ("locked packages fit together", [PYTHON, "-m", "pip", "check"], {}),
    ("known vulnerabilities of installed packages", [PYTHON, "tools/audit.py"], {}),
]


def run(name: str, command: list[str | Path], env: dict[str, str]) -> bool:
    """Run one check and return whether it passed. Its output is shown if it fails or begins with "note:"."""
    started = time.monotonic()
    result = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    verdict = "ok" if result.returncode == 0 else "NOT OK"
    lines = [f"{verdict:>7}  {name} ({time.monotonic() - started:.1f} s)"]
    if result.returncode != 0 or result.stdout.startswith("note:"):
        lines += [f"         {line}" for line in result.stdout.rstrip().splitlines()]
    print("\n".join(lines), flush=True)
    return result.returncode == 0


def main() -> int:
    def checked(check: tuple[str, list[str | Path], dict[str, str]]) -> bool:
        name, command, env = check
        with tempfile.TemporaryDirectory(prefix="noon-check-") as data:
            return run(name, command, {"NOON_DATA": data, **env})

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = list(pool.map(checked, sorted(CHECKS, key=lambda check: check[0] not in LONG)))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
