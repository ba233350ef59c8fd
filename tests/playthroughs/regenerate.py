"""Writes every golden playthrough anew: `python -m tests.playthroughs.regenerate`, then read the diff."""

from __future__ import annotations

from .games import GAMES, HERE


def main() -> None:
    for name, play in GAMES.items():
        (HERE / name).write_text(play(), encoding="utf-8")


if __name__ == "__main__":
    main()
