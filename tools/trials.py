"""Games of any title between bots, counted: `python -m tools.trials machtspiele --games 200 --players 4`.

One seat is a bot's; the others are bots, too, or players of any legal form (`--others sample`), or players
who let every deadline pass (`--others nobody`). Prints how often the bot won; the victories of each seat
against its fair share (1 is fair), counted from the first player if an event names him; how long games
are; which lines of the score winners have; how often each kind of order was handed in, each event told, and
each window answered or door used; the slowest form; and what came up in no game: a kind that never does is a
bot that plays half the game.

    --option mode=classic                       an option of the title
    --first first_player_drawn.player           the event, and its key, that says who is first; of a key
                                                of rows, of the first: round_began.tracks.player
    --trait megacorp_dealt.megacorp             victories by what an event said of their player
    --count card_played.card                    how often an event had which value; may be given several times
    --strategies                                seats by the bots of `<title>.rules.bot.STRATEGIES`, in turn
    --table                                     bots alone, in all numbers of players: a row of Markdown each;
                                                with --strategies a column for each of them, too
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from games.contract import Closes, Dice, Event, Forms, Orders, PlayerId, Rules, State, View, Window

MAX_STEPS = 5_000
# A prime: the step from one seating of strategies to the next, so that a few games cover all kinds.
LEAP = 7_919
AnyRules = Rules[Any, Any, Any]
Maker = Callable[[View[Any, Any], Window, Dice], Orders | None]


def nobody(view: View[Any, Any], window: Window, dice: Dice) -> Orders | None:
    """Makes the forms of a player who never hands in anything."""
    return None


def rules_of(title: str) -> AnyRules:
    """Raises ModuleNotFoundError for a title that is none."""
    rules: AnyRules = importlib.import_module(f"{title}.rules").RULES
    return rules


@dataclass(frozen=True)
class Fact:
    """An event and one of its keys, written `card_played.card`. `inner`: a key of the rows of that key, one
    for each player (`world_drawn.groups.organization`)."""

    kind: str
    key: str
    inner: str = ""

    @classmethod
    def read(cls, text: str) -> Fact:
        """Raises ValueError if there is no dot in it."""
        kind, key, *inner = text.split(".", 2)
        return cls(kind, key, *inner)


@dataclass
class Trials:
    """The results of some games of one title."""

    rules: AnyRules
    options: Mapping[str, Any] = field(default_factory=dict)
    first: Fact | None = None
    trait: Fact | None = None
    counted: Sequence[Fact] = ()
    games: int = 0
    asleep: int = 0
    chapters: Counter[int] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    shares: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
    windows: Counter[str] = field(default_factory=Counter)
    values: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    strategies: dict[str, list[float]] = field(default_factory=dict)
    score: int = 0
    slowest: float = 0.0
    spent: float = 0.0
    made: int = 0
    watch: Callable[[Any, list[Event]], None] | None = None
    """Called with the public drawer and the events of each game, once it is over or asleep."""

    def game(self, seed: str, makers: Sequence[Maker]) -> tuple[PlayerId, ...]:
        """Play one game to its end, `p1` by the first maker; returns the winners, none if it sleeps."""
        players = tuple(PlayerId(f"p{number + 1}") for number in range(len(makers)))
        by = dict(zip(players, makers, strict=True))
        options = {option.key: option.default for option in self.rules.meta.options} | dict(self.options)
        outcome = self.rules.setup(players, options, Dice(seed.encode()))
        log, state, chapter = list(outcome.events), outcome.state, 0
        for number in range(MAX_STEPS):
            state, told = self._at_doors(state, by, f"{seed}/{number}")
            log += told
            windows = self.rules.windows(state.public)
            if not windows or windows[0].is_door:
                break
            chapter = max(chapter, windows[0].chapter)
            self.windows[windows[0].kind] += 1
            forms = self._forms(state, by, windows[0], f"{seed}/{number}")
            outcome = self.rules.resolve(state, windows[0], forms, Dice(f"{seed}/{number}".encode()))
            state = outcome.state
            log += outcome.events
        return self._count(state, players, log, chapter)

    def _at_doors(
        self, state: State[Any, Any, Any], by: Mapping[PlayerId, Maker], seed: str
    ) -> tuple[State[Any, Any, Any], list[Event]]:
        """Let bots use doors before the next question."""
        told: list[Event] = []
        bots = [player for player, maker in by.items() if maker == self.rules.advise]
        for kind in [one.kind for one in self.rules.windows(state.public) if one.is_door]:
            for player in bots:
                door = next((one for one in self.rules.windows(state.public) if one.kind == kind), None)
                if door is None or player not in door.players:
                    continue
                dice = Dice(f"{seed}/{kind}/{player}".encode())
                orders = self.rules.advise(state.seen_by(player), door, dice)
                if orders:
                    self.windows[kind] += 1
                    self.orders.update(order.kind for order in orders)
                    outcome = self.rules.resolve(state, door, {player: orders}, Dice(f"{seed}/door".encode()))
                    state = outcome.state
                    told += outcome.events
        return state, told

    def _forms(
        self, state: State[Any, Any, Any], by: Mapping[PlayerId, Maker], window: Window, seed: str
    ) -> Forms:
        forms = {}
        for player in window.awaited if window.closes is Closes.AT_ONCE else window.players:
            begun = time.process_time()
            orders = by[player](state.seen_by(player), window, Dice(f"{seed}/{player}".encode()))
            took = time.process_time() - begun
            self.slowest = max(self.slowest, took)
            if by[player] == self.rules.advise and orders is not None:
                self.spent += took
                self.made += 1
            if orders is not None:
                forms[player] = orders
                self.orders.update(order.kind for order in orders)
        return forms

    def _count(
        self, state: State[Any, Any, Any], players: tuple[PlayerId, ...], log: list[Event], chapter: int
    ) -> tuple[PlayerId, ...]:
        self.games += 1
        if self.watch is not None:
            self.watch(state.public, log)
        self.events.update(event.kind for event in log)
        for fact in self.counted:
            self.values.update(str(event.data[fact.key]) for event in log if event.kind == fact.kind)
        places = self.rules.standings(state.public)
        if places is None:
            self.asleep += 1
            return ()
        winners = tuple(place.player for place in places if place.rank == 1)
        self.chapters[chapter] += 1
        self.score += sum(place.score for place in places) // len(places)
        begin = players.index(self._of(log, self.first) or players[0])
        for place in places:
            trait = self._of(log, self.trait, place.player) or ""
            self.played[trait] += 1
            if place.player in winners:
                self.shares[trait] += 1
                self.seats[(players.index(place.player) - begin) % len(players)] += 1
                self.lines.update(line.code for line in place.breakdown if line.amount)
        return winners

    def _of(self, log: list[Event], fact: Fact | None, player: str = "") -> Any:
        """The value in the first event of a kind, about a player if one is named; None if there is none. In
        an event with rows: from that player's row, or the first one."""
        for event in log:
            if fact is None or event.kind != fact.kind:
                continue
            rows = event.data[fact.key] if fact.inner else [event.data]
            for row in rows:
                if not player or row.get("player") == player:
                    return row[fact.inner or fact.key]
        return None


def never(title: str, trials: Trials) -> list[str]:
    """The kinds of orders that were never handed in, and of events that never occurred."""
    known = (("orders", "SHAPES", trials.orders), ("events", "KINDS", trials.events))
    found: list[str] = []
    for module, name, counted in known:
        kinds = getattr(importlib.import_module(f"{title}.rules.{module}"), name, ())
        found += [kind for kind in kinds if not counted[kind]]
    return found


def strategies_of(title: str) -> Mapping[str, Maker]:
    """The one-sided bots of a title. Raises AttributeError if it has none."""
    found: Mapping[str, Maker] = importlib.import_module(f"{title}.rules.bot").STRATEGIES
    return found


def with_strategies(trials: Trials, strategies: Mapping[str, Maker], number: int, players: int) -> None:
    """Play one game in which each seat has another strategy; over the games each strategy has every seat."""
    seatings = list(permutations(strategies, players))
    chosen = seatings[number * LEAP % len(seatings)]
    winners = trials.game(f"trial{number}", [strategies[name] for name in chosen])
    for seat, name in enumerate(chosen):
        won, played = trials.strategies.setdefault(name, [0.0, 0.0])
        share = 1 / len(winners) if PlayerId(f"p{seat + 1}") in winners else 0.0
        trials.strategies[name] = [won + share, played + 1]


def told(trials: Trials, count: int, won: int) -> list[str]:
    """The results as lines of text."""
    games = max(1, trials.games)
    ended = max(1, sum(trials.chapters.values()))
    lines = [
        f"{trials.games} games of {count}; the one bot won {won}; asleep {trials.asleep}; "
        f"mean score {trials.score // ended}",
        "length in chapters: " + ", ".join(f"{n}: {trials.chapters[n]}" for n in sorted(trials.chapters)),
    ]
    victories = max(1, sum(trials.seats.values()))
    lines.append("seats: " + ", ".join(f"{trials.seats[n] * count / victories:.2f}" for n in range(count)))
    for trait in sorted(trials.played) if trials.trait else ():
        fair = trials.played[trait] / count
        lines.append(f"  {trait:14} {trials.shares[trait] / fair:.2f}")
    lines += [f"  {name:20} {share}" for name, share in shares(trials, count)]
    for title, counts in (
        ("lines of winners", trials.lines), ("orders", trials.orders), ("events", trials.events),
        ("windows", trials.windows), ("values", trials.values),
    ):  # fmt: skip
        if counts:
            each = (f"{name} {number / games:.2f}" for name, number in counts.most_common())
            lines.append(f"{title}, each game: " + ", ".join(each))
    mean = trials.spent / max(1, trials.made)
    lines.append(
        f"a bot's form: {mean * 1000:.1f} ms on average; slowest form: {trials.slowest * 1000:.0f} ms"
    )
    return lines


def shares(trials: Trials, count: int) -> Iterator[tuple[str, str]]:
    """How much of a fair share each strategy has won, in the order in which they sat down first."""
    for name, (share, played) in trials.strategies.items():
        yield name, f"{share * count / played:.2f}"


def row(trials: Trials, count: int, strategies: Iterable[str] = ()) -> str:
    """Games of bots alone as a row of a table: players, games, seats, length, the slowest form in ms, and
    the share of each of these strategies."""
    victories = max(1, sum(trials.seats.values()))
    seats = " ".join(f"{trials.seats[n] * count / victories:.2f}" for n in range(count))
    length = ", ".join(f"{n}: {trials.chapters[n]}" for n in sorted(trials.chapters))
    found = dict(shares(trials, count))
    cells = [f"{trials.slowest * 1000:.0f}", *(found.get(name, "") for name in strategies)]
    return f"| {count} | {trials.games} | {seats} | {length} | {' | '.join(cells)} |"


def table(
    rules: AnyRules,
    options: Mapping[str, Any],
    first: Fact | None,
    games: int,
    strategies: Mapping[str, Maker] | None = None,
) -> Iterator[str]:
    """A row for every number of players, as soon as it is played."""
    head = ["players", "games", "seats from the first player", "length in chapters", "slowest form, ms"]
    head += strategies or ()
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for count in range(rules.meta.min_players, rules.meta.max_players + 1):
        trials = Trials(rules, options, first)
        for number in range(games):
            if strategies:
                with_strategies(trials, strategies, number, count)
            else:
                trials.game(f"trial{number}", [rules.advise] * count)
        yield row(trials, count, strategies or ())


def main(argv: list[str]) -> int:
    """Play and print; 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--others", default="bots", choices=["bots", "sample", "nobody"])
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--strategies", action="store_true")
    parser.add_argument("--table", action="store_true")
    for fact in ("first", "trait"):
        parser.add_argument(f"--{fact}", type=Fact.read)
    parser.add_argument("--count", type=Fact.read, action="append", default=[])
    given = parser.parse_args(argv)
    rules = rules_of(given.title)
    options = dict(option.split("=", 1) for option in given.option)
    if given.table:
        strategies = strategies_of(given.title) if given.strategies else None
        for line in table(rules, options, given.first, given.games, strategies):
            print(line, flush=True)
        return 0
    trials = Trials(rules, options, given.first, given.trait, given.count)
    others: Maker = {"bots": rules.advise, "sample": rules.sample, "nobody": nobody}[given.others]
    won = 0
    for number in range(given.games):
        if given.strategies:
            with_strategies(trials, strategies_of(given.title), number, given.players)
            continue
        seat = number % given.players
        makers = [rules.advise if at == seat else others for at in range(given.players)]
        won += trials.game(f"trial{number}", makers) == (PlayerId(f"p{seat + 1}"),)
    left_out = ", ".join(never(given.title, trials)) or "nothing"
    sys.stdout.write("\n".join([*told(trials, given.players, won), f"never: {left_out}"]) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
