"""Part of `make check`: known vulnerabilities of installed packages. If their database cannot be reached, it
prints a note and does not fail, so that builds work without a network."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
SECONDS = 180
COMMAND: list[str | Path] = [
    BIN / "pip-audit", "--format", "json", "--progress-spinner", "off", "--timeout", "10",
    "--disable-pip", "--require-hashes", "-r", "requirements.txt", "-r", "requirements-dev.txt",
]  # fmt: skip
# Parts of pip-audit's messages if there was no answer, or none that it could read.
UNREACHED = ("ConnectionError", "Timeout", "Max retries", "connection", "Could not query", "service")


def vulnerabilities(report: str) -> list[str]:
    """One line for each vulnerability in a report. Raises ValueError if the text is not a report."""
    return [
        f"{package['name']} {package['version']}: {found['id']}, fixed in {_fixed(found)}"
        for package in json.loads(report)["dependencies"]
        for found in package.get("vulns", ())
    ]


def _fixed(found: dict[str, Any]) -> str:
    return ", ".join(found["fix_versions"]) or "no version yet"


def verdict(code: int, report: str, said: str) -> tuple[int, str]:
    """The exit code and the text to print, from the exit code and output of pip-audit."""
    try:
        found = vulnerabilities(report)
    except ValueError:
        if any(word in said for word in UNREACHED):
            return 0, "note: not audited, the database of known vulnerabilities cannot be reached from here"
        return code or 1, said
    if found:
        return 1, "\n".join(found)
    packages = json.loads(report)["dependencies"]
    skipped = sum("skip_reason" in package for package in packages)
    if skipped:
        return (
            0,
            f"note: {skipped} of {len(packages)} packages not audited, the database did not know them here",
        )
    return 0, ""


def main() -> int:
    try:
        done = subprocess.run(COMMAND, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        code, text = verdict(1, "", "ReadTimeout")
    else:
        code, text = verdict(done.returncode, done.stdout, done.stderr)
    print(text)
    return code


if __name__ == "__main__":
    sys.exit(main())
