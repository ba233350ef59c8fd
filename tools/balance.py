"""Measures the balance table of Contrôle Global (section 19 of its rules): `python -m tools.balance`.

Bots alone play 600 games in each number of players. Printed as Markdown: length, points, what civil society
took, and the victories of each seat in the first turn order and of each organization as shares of what is
fair (1 is fair; shared victories count in parts); then the organizations and seats outside the bounds.

    --strength     one bot among players of any legal form, and among players who let every deadline pass, 200
                   games each: the games it won, and the processor time of a form
    --players 4    one number of players alone
    --games 50     fewer games
    --mode rounds  the other mode
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import mean
from typing import Final

from controle.rules import RULES
from controle.rules.content import ORGANIZATIONS
from controle.rules.state import Public
from games.contract import Event, PlayerId

from .trials import Maker, Trials, nobody

FAIR: Final = (0.75, 1.35)
"""Between these an organization is balanced, as a share of the victories that would be fair."""
SEAT: Final = 1.3
"""No seat may win more than this."""
USUAL: Final = (6, 10)
SIZES: Final = range(RULES.meta.min_players, RULES.meta.max_players + 1)


@dataclass
class Tally:
    """The results of the games with one number of players."""

    rounds: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    reactions: int = 0
    lost: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    seats: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    won: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    sat: Counter[str] = field(default_factory=Counter)
    victors: int = 0

    def watch(self, public: Public, log: list[Event]) -> None:
        """Count one game, from its last public drawer and all its events. Raises ValueError if it is not
        over."""
        if public.standings is None:
            raise ValueError("a game between bots that is not over")
        winners = [one.player for one in public.standings if one.rank == 1]
        self.rounds.append(public.round)
        self.points += [one.score for one in public.standings]
        self.victors += len(winners)
        for event in log:
            if event.kind == "civil_society":
                self.reactions += 1
                for loss in event.data["losses"]:
                    self.lost[loss["player"] in winners] += loss["amount"]
        for place, player in enumerate(first_order(log)):
            organization = public.seats[player].organization
            self.sat[organization] += 1
            if player in winners:
                self.seats[place] += 1 / len(winners)
                self.won[organization] += 1 / len(winners)

    def shares(self, size: int) -> dict[str, float]:
        """For each organization that played: its victories and its fair share of them."""
        return {slug: self.won[slug] * size / self.sat[slug] for slug in ORGANIZATIONS if self.sat[slug]}

    def by_seat(self, size: int) -> list[float]:
        """The same for each place in the first turn order."""
        return [self.seats[place] * size / len(self.rounds) for place in range(size)]


def first_order(log: Iterable[Event]) -> list[PlayerId]:
    """The turn order of the first round, from its event."""
    began = next(event for event in log if event.kind == "round_began")
    return [row["player"] for row in began.data["tracks"]]


def spread(shares: Iterable[float]) -> str:
    """The smallest and the largest share."""
    figures = list(shares)
    return f"{min(figures):.2f}–{max(figures):.2f}"


def outside(size: int, tally: Tally) -> Iterator[str]:
    """The organizations and seats out of balance, by name, with their shares."""
    for slug, share in tally.shares(size).items():
        if not FAIR[0] <= share <= FAIR[1]:
            yield f"{slug} {share:.2f} among {size}"
    for place, share in enumerate(tally.by_seat(size), 1):
        if share > SEAT:
            yield f"seat {place} {share:.2f} among {size}"


def row(size: int, tally: Tally, form: float) -> str:
    """A row of the table; `form`: the average seconds for a form."""
    games = len(tally.rounds)
    rounds = sorted(tally.rounds)
    most = rounds[min(games - 1, games * 19 // 20)]
    usual = sum(USUAL[0] <= each <= USUAL[1] for each in rounds) * 100 / games
    losers = max(1, size * games - tally.victors)
    cells = (
        str(size),
        f"{rounds[0]}, {mean(rounds):.1f}, {most}, {rounds[-1]}",
        f"{usual:.0f} %",
        f"{mean(tally.points):.1f}",
        f"{tally.reactions / games:.1f}",
        f"{tally.lost[True] / tally.victors:.2f}, {tally.lost[False] / losers:.2f}",
        spread(tally.by_seat(size)),
        spread(tally.shares(size).values()),
        f"{form * 1000:.1f} ms",
    )
    return f"| {' | '.join(cells)} |"


HEAD: Final = (
    "| Players | Rounds: min, mean, 19 of 20 within, max | In 6–10 rounds | Mean VP | Civil society cards "
    "| Influences lost to it: winner, others | Seats | Organizations | A form |"
)


def played(
    sizes: Iterable[int], games: int, options: Mapping[str, str]
) -> Iterator[tuple[int, Tally, float]]:
    """Games of bots only with each number of players: the tally, and the average seconds for a form."""
    for size in sizes:
        tally = Tally()
        trials = Trials(RULES, options, watch=tally.watch)
        for number in range(games):
            trials.game(f"balance{number}", [RULES.advise] * size)
        yield size, tally, trials.spent / trials.made


def table(sizes: Iterable[int], games: int, options: Mapping[str, str]) -> Iterator[str]:
    """The rows of the table, as they are played; then every organization, and what is out of bounds."""
    yield HEAD
    yield f"|{' --- |' * (HEAD.count('|') - 1)}"
    unfair, seats, numbers = list[str](), list[str](), list[str]()
    found: dict[str, list[str]] = defaultdict(list)
    for size, tally, form in played(sizes, games, options):
        yield row(size, tally, form)
        unfair += outside(size, tally)
        numbers.append(str(size))
        seats.append(f"| {size} | {' '.join(f'{share:.2f}' for share in tally.by_seat(size))} |")
        for slug, share in tally.shares(size).items():
            found[slug].append(f"{share:.2f}")
    yield from ("", "| Players | Seats, from the first |", "| --- | --- |", *seats)
    yield from ("", f"| Organization | {' | '.join(numbers)} |", f"|{' --- |' * (len(numbers) + 1)}")
    for slug, figures in found.items():
        yield f"| {slug} | {' | '.join(figures)} |"
    yield ""
    yield f"Out of bounds: {', '.join(unfair) or 'none'}."


OTHERS: Final[Mapping[str, Maker]] = {"sample": RULES.sample, "nobody": nobody}


def wins(size: int, games: int, others: Maker, options: Mapping[str, str]) -> tuple[int, Trials]:
    """The number of games won alone by one bot, which changes its seat from game to game."""
    trials = Trials(RULES, options)
    won = 0
    for number in range(games):
        seat = number % size
        makers = [RULES.advise if at == seat else others for at in range(size)]
        won += trials.game(f"strength{number}", makers) == (PlayerId(f"p{seat + 1}"),)
    return won, trials


def strength(sizes: Iterable[int], games: int, options: Mapping[str, str]) -> Iterator[str]:
    """The table of the results of one bot."""
    among = " | ".join(f"among `{name}`: won of {games}" for name in OTHERS)
    yield f"| Players | {among} | A form, longest |"
    yield f"|{' --- |' * (len(OTHERS) + 2)}"
    for size in sizes:
        found = [wins(size, games, others, options) for others in OTHERS.values()]
        form = sum(trials.spent for _, trials in found) / sum(trials.made for _, trials in found)
        slowest = max(trials.slowest for _, trials in found)
        cells = " | ".join(str(won) for won, _ in found)
        yield f"| {size} | {cells} | {form * 1000:.0f} ms, {slowest * 1000:.0f} ms |"


def main(argv: list[str] | None = None) -> int:
    """Play and print; 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--strength", action="store_true")
    parser.add_argument("--players", type=int, choices=SIZES)
    parser.add_argument("--games", type=int)
    parser.add_argument("--mode", default="turns", choices=["turns", "rounds"])
    given = parser.parse_args(argv)
    sizes = [given.players] if given.players else SIZES
    made: Callable[[Iterable[int], int, Mapping[str, str]], Iterator[str]]
    made, games = (strength, 200) if given.strength else (table, 600)
    for line in made(sizes, given.games or games, {"mode": given.mode}):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
