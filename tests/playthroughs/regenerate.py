"""Resolves every golden playthrough anew, with the forms that were played: run
`python -m tests.playthroughs.regenerate`, then read the diff. Those named are played anew by bots."""

from __future__ import annotations

import sys

from .games import GAMES, HERE
from .recorder import played


def main(anew: list[str]) -> None:
    for name, play in GAMES.items():
        page = HERE / name
        forms = () if name in anew or not page.exists() else played(page.read_text("utf-8"))
        page.write_text(play(forms), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
