"""Measures a turn of 5, 10, 20 and 50 players; games of moves, by what is asked; the pages; ten thousand
games at one noon; ten thousand notices at one noon; two hundred people while a noon runs; ten accounts that
attack. Prints the tables. A single one, with its own options: `tools.bench load --games 500`.
"""

from __future__ import annotations

import sys

from . import attack, load, mixed, moves, news, pages, turns

BENCHES = {
    "turns": turns.main, "moves": moves.main, "pages": pages.main, "load": load.main, "news": news.main,
    "mixed": mixed.main, "attack": attack.main,
}  # fmt: skip


def main(arguments: list[str]) -> None:
    """Run all benchmarks, or one by its name with its own options."""
    if arguments and arguments[0] not in BENCHES:
        sys.exit(f"There is no bench {arguments[0]!r}, but {', '.join(BENCHES)}.")
    if arguments:
        BENCHES[arguments[0]](arguments[1:])
        return
    for bench in BENCHES.values():
        bench([])


if __name__ == "__main__":
    main(sys.argv[1:])
