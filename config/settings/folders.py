"""The folder of the code and the folder of the site's data."""

from __future__ import annotations

from pathlib import Path

from ..environment import env

BASE_DIR = Path(__file__).resolve().parent.parent.parent

# Whatever the embedded site writes is in one folder outside the code. The database in it contains players'
# secrets, so other users of the machine may not read the folder.
DATA_DIR = Path(env("NOON_DATA", str(BASE_DIR / "var")))
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
