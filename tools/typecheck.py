"""Part of `make check`: mypy over everything except tests and migrations, and the share of `Any`.

Fails if mypy does, or if the percentage of expressions of type `Any` is above `most_any` in `[tool.noon]` of
pyproject.toml. Lower that limit when you lower the share.
"""

from __future__ import annotations

import math
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def share_of_any(report: str) -> float:
    """The percentage of expressions of type `Any`, from mypy's `any-exprs.txt`. Raises ValueError for an
    incomplete report, or one without expressions."""
    for line in report.splitlines():
        words = line.split()
        if words[:1] == ["Total"]:
            return 100 * int(words[1]) / (int(words[2]) or math.nan)
    raise ValueError("mypy's report has no line of totals")


def verdict(share: float, most: float) -> tuple[int, str]:
    """An exit code and a line to print, for the measured share and the limit, both in percent."""
    if not share <= most:
        text = f"{share:.2f} % of the expressions are Any, {most} % is the most (most_any in pyproject.toml)."
        return 1, f"{text} Name the types of what is new: `mypy --any-exprs-report FOLDER` says where."
    lower = math.ceil(share * 10) / 10
    more = f" most_any in pyproject.toml can come down to {lower}." if lower < most else ""
    return 0, f"note: {share:.2f} % of the expressions are Any, at most {most} %.{more}"


def main() -> int:
    most = float(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["noon"]["most_any"])
    with tempfile.TemporaryDirectory(prefix="noon-types-") as folder:
        mypy = [sys.executable, "-m", "mypy", "--any-exprs-report", folder]
        result = subprocess.run(mypy, cwd=ROOT, capture_output=True, text=True)
        if result.returncode != 0:
            print(result.stdout + result.stderr)
            return result.returncode
        code, text = verdict(share_of_any((Path(folder) / "any-exprs.txt").read_text()), most)
    print(text)
    return code


if __name__ == "__main__":
    sys.exit(main())
