"""What earlier releases kept: running games of every title, as rows, for the test that takes them over.

`python -m tests.releases` writes the file of the present release, named by its version. It is made once,
before that release goes out, and never again.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def kept() -> list[Path]:
    """The files of all releases, the oldest first."""
    return sorted(FOLDER.glob("*.jsonl.gz"), key=lambda path: tuple(map(int, path.name.split(".")[:3])))
