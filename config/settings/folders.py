"""Where the code stands, and where the site keeps what it writes."""

from __future__ import annotations

from pathlib import Path

from ..environment import env

BASE_DIR = Path(__file__).resolve().parent.parent.parent

# Everything the embedded default writes stands in one folder, outside of the code. The database among it
# holds what players hide: other users of the machine have no business there.
DATA_DIR = Path(env("NOON_DATA", str(BASE_DIR / "var")))
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
