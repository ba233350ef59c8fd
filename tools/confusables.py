"""Rebuild `accounts/data/confusables.txt` from Unicode's own table.

    python tools/confusables.py path/to/confusables.txt

Unicode publishes the table at https://www.unicode.org/Public/security/latest/confusables.txt. Our file has
one line for each prototype with its sources; sources that normalization decomposes anyway are left out.
"""

from __future__ import annotations

import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "accounts" / "data" / "confusables.txt"
HEADER = """\
# Which characters look alike: the pairs of the Unicode table confusables.txt (UTS 39), version {version}.
# Copyright (c) Unicode, Inc. Used under the Unicode License v3, https://www.unicode.org/license.txt
# Made by tools/confusables.py. Each line: the code points of a prototype, "<", the characters drawn like it.
"""


def table(lines: list[str]) -> dict[str, list[str]]:
    """The sources of each prototype, in hexadecimal, from the lines of Unicode's file."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        parts = line.partition("#")[0].split(";")
        if len(parts) < 3:
            continue
        source = chr(int(parts[0], 16))
        if unicodedata.normalize("NFD", source) == source:
            found[parts[1].strip()].append(parts[0].strip())
    return found


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    lines = Path(sys.argv[1]).read_text(encoding="utf-8-sig").splitlines()
    version = next(line.split()[-1] for line in lines if line.startswith("# Version:"))
    body = "".join(f"{to} < {' '.join(sources)}\n" for to, sources in sorted(table(lines).items()))
    TARGET.write_text(HEADER.format(version=version) + body, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
