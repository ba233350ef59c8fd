"""Games of MegaCorps between bots, counted: `python -m tools.megacorps_trials --games 400 --players 6`.

Prints the share of victories of each MegaCorp and each seat against its fair share (1 is fair), the mean
money at the end, and how often each action, card and window came up. A kind that never does is a bot that
plays half the game.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.contract import Closes, Dice, Forms, Orders, PlayerId, View, Window
from megacorps.rules import RULES
from megacorps.rules.content import CONTENT, MEGACORPS
from megacorps.rules.orders import ACTIONS
from megacorps.rules.state import Private, Public

MAX_STEPS = 5_000
ACTION_EVENTS = {
    "company_bought": "buy_company", "intervened": "intervention", "mercenaries_bought": "buy_mercenaries",
    "war_declared": "war", "passed": "pass", "paid_taken": "payout",
}  # fmt: skip
Maker = Callable[[View[Public, Private], Window, Dice], Orders | None]


@dataclass
class Trials:
    """What came of some games."""

    games: int = 0
    shares: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    windows: Counter[str] = field(default_factory=Counter)
    money: int = 0
    slowest: float = 0.0

    def game(self, seed: str, makers: Sequence[Maker], mode: str = "default") -> tuple[PlayerId, ...]:
        """One game to its end, `p1` by the first maker; the winners."""
        players = tuple(PlayerId(f"p{number + 1}") for number in range(len(makers)))
        by = dict(zip(players, makers, strict=True))
        state = RULES.setup(players, {"round_mode": mode}, Dice(seed.encode())).state
        first = players[0]
        for number in range(MAX_STEPS):
            windows = RULES.windows(state.public)
            if not windows:
                break
            for door in (one for one in windows if one.is_door and one.kind in ("file", "come_back")):
                for player in door.players:
                    orders = by[player](
                        state.seen_by(player), door, Dice(f"{seed}/{number}/{door.kind}/{player}".encode())
                    )
                    if orders:
                        state = RULES.resolve(state, door, {player: orders}, Dice(b"door")).state
            window = RULES.windows(state.public)[0]
            if window.is_door:
                continue
            self.windows[window.kind] += 1
            forms = self._forms(by, state.seen_by, window, f"{seed}/{number}")
            outcome = RULES.resolve(state, window, forms, Dice(f"{seed}/{number}".encode()))
            state = outcome.state
            for event in outcome.events:
                self.events[ACTION_EVENTS.get(event.kind, event.kind)] += 1
                if event.kind in ("card_played", "reaction_played"):
                    self.cards[event.data["card"]] += 1
                if event.kind == "first_player_drawn":
                    first = event.data["player"]
        return self._count(state.public, first)

    def _forms(
        self,
        by: dict[PlayerId, Maker],
        seen_by: Callable[..., View[Public, Private]],
        window: Window,
        seed: str,
    ) -> Forms:
        forms = {}
        for player in window.awaited if window.closes is Closes.AT_ONCE else window.players:
            begun = time.process_time()
            orders = by[player](seen_by(player), window, Dice(f"{seed}/{player}".encode()))
            self.slowest = max(self.slowest, time.process_time() - begun)
            if orders is not None:
                forms[player] = orders
        return forms

    def _count(self, public: Public, first: PlayerId) -> tuple[PlayerId, ...]:
        places = RULES.standings(public) or ()
        winners = tuple(place.player for place in places if place.rank == 1)
        self.games += 1
        self.money += sum(place.score for place in places) // len(places)
        begin = public.players.index(first)
        for player in public.players:
            megacorp = public.seats[player].megacorp or ""
            self.played[megacorp] += 1
            if player in winners:
                self.shares[megacorp] += 1
                self.seats[(public.players.index(player) - begin) % len(public.players)] += 1
        return winners


def main(argv: list[str]) -> int:
    """Play and print; 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--mode", default="default", choices=["default", "programmed", "sequential"])
    given = parser.parse_args(argv)
    trials, count = Trials(), given.players
    for number in range(given.games):
        trials.game(f"trial{number}", [RULES.advise] * count, given.mode)
    write = sys.stdout.write
    write(f"{trials.games} games of {count}, mean money {trials.money // max(1, trials.games)}\n")
    for megacorp in MEGACORPS:
        fair = trials.played[megacorp] / count
        write(f"  {megacorp:12} {trials.shares[megacorp] / fair if fair else 0:.2f}\n")
    for seat in range(count):
        write(f"  seat {seat + 1:7} {trials.seats[seat] * count / max(1, sum(trials.seats.values())):.2f}\n")
    for title, names, counted in (
        ("actions", list(ACTIONS), trials.events), ("cards", list(CONTENT.cards), trials.cards),
        ("windows", sorted(trials.windows), trials.windows),
    ):  # fmt: skip
        write(
            f"{title}, each game: " + ", ".join(f"{n} {counted[n] / trials.games:.2f}" for n in names) + "\n"
        )
    write(f"slowest form: {trials.slowest * 1000:.0f} ms\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
