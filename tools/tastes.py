"""Measures the bots of the Corporate Game by taste: `python -m tools.tastes --games 200`.

Prints two tables of Markdown. The first: how often somebody who buys and votes sensibly but never plots wins
against four bots of one taste, and, among five of them, the assets of the first and the second corporation at
the end and how many players own shares of the first. The second: how often each taste wins against the
others, two seats of each, as a share of what is fair. Shared victories count in parts.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from corporate.rules import RULES
from corporate.rules.bot import advise, beginner
from corporate.rules.bots.taste import LIKES, TASTES
from corporate.rules.state import Public

from .trials import Maker, Trials

BEGINNER: Final = "beginner"
NOBODY_CHOSE: Final = ""
OPTIONS: Final = {option.key: option.at_first or False for option in RULES.meta.options}
"""Those of a first game: without Backgrounds."""


def maker(word: str) -> Maker:
    """The function that makes the forms of a seat: a bot of this taste, or a beginner."""
    return beginner if word == BEGINNER else partial(advise, taste=word)


def play(seed: str, words: Sequence[str]) -> Public:
    """One whole game, a seat for each word; its last public drawer."""
    ended: list[Public] = []
    trials = Trials(RULES, OPTIONS, watch=lambda public, _log: ended.append(public))
    trials.game(seed, [maker(word) for word in words])
    return ended[0]


def ends(words: Sequence[str], games: int) -> Iterator[tuple[list[str], Public]]:
    """Games of these seats, which rotate by one from game to game: the seating and the result of each."""
    for number in range(games):
        first = number % len(words)
        seated = [*words[first:], *words[:first]]
        yield seated, play(f"tastes{number}", seated)


def victories(words: Sequence[str], games: int) -> dict[str, float]:
    """The number of games won by the seats of each word."""
    won = dict.fromkeys(words, 0.0)
    for seated, public in ends(words, games):
        places = public.standings or ()
        winners = [seated[int(one.player[1:]) - 1] for one in places if one.rank == 1]
        for word in winners:
            won[word] += 1 / len(winners)
    return won


def runaway(word: str, games: int) -> tuple[float, float, float]:
    """The averages of games of five bots of one taste: the assets of the first and of the second corporation,
    and the number of owners of the first."""
    found = []
    for _seated, public in ends([word] * 5, games):
        first, second = sorted(public.corporations, key=lambda one: -public.corporations[one].assets)[:2]
        owners = sum(first in seat.shares for seat in public.seats.values())
        found.append((public.corporations[first].assets, public.corporations[second].assets, owners))
    means = [sum(figures) / len(found) for figures in zip(*found, strict=True)]
    return means[0], means[1], means[2]


def tables(games: int) -> Iterator[str]:
    """The lines of both tables, each as soon as it is played."""
    yield "| four bots | the beginner won | first corporation | second | owners of the first |"
    yield "|---|---|---|---|---|"
    for word in (*TASTES, NOBODY_CHOSE):
        won = victories([BEGINNER, *[word] * 4], games)[BEGINNER] * 100 / games
        first, second, owners = runaway(word, games)
        yield f"| {word or 'as it comes'} | {won:.0f} % | {first:.1f} | {second:.1f} | {owners:.1f} of 5 |"
    yield ""
    yield "| taste | won of its share |"
    yield "|---|---|"
    for likes in LIKES:
        by_taste = victories(likes * 2, games)
        for word in likes:
            yield f"| {word} | {by_taste[word] * len(likes) / games:.2f} |"


def main(argv: Sequence[str] | None = None) -> int:
    """Play and print; 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, help="played for each figure")
    for line in tables(parser.parse_args(argv).games):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
