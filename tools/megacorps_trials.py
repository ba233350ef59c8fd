"""Games of MegaCorps between bots, counted: `python -m tools.megacorps_trials --games 400 --players 6`.

Prints the share of victories of each MegaCorp and each seat, counted from the first player, against its fair
share (1 is fair), the mean money at the end, and how often each action, card and window came up. A kind that
never does is a bot that plays half the game. With `--one`: how many games one bot wins among players who hand
in any legal form.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.contract import Closes, Dice, Forms, Orders, PlayerId, View, Window
from megacorps.rules import RULES
from megacorps.rules.content import CONTENT, MEGACORPS, Mode
from megacorps.rules.meta import mode_for
from megacorps.rules.orders import ACTIONS
from megacorps.rules.state import Private, Public
from megacorps.rules.table import Game
from megacorps.rules.windows import ORDERS

MAX_STEPS = 5_000
ACTION_EVENTS = {
    "company_bought": "buy_company", "intervened": "intervention", "mercenaries_bought": "buy_mercenaries",
    "war_declared": "war", "passed": "pass", "paid_taken": "payout",
}  # fmt: skip
DOORS = ("come_back", "file", "cards", "trade", "trade")
"""Those a bot uses; at `trade` it makes offers first, and answers them when it is asked again."""
DOOR_KINDS = ("cards", "trade", "file", "come_back", "leave")
NOT_IN = {
    Mode.SEQUENTIAL: ("wish_list", "program"),
    Mode.PROGRAMMED: (
        "pick_company", "turn", "antitrust", "buy_again", "mercenary_reply", "mercenary_counter", "war_aid",
        "war_spoils", "payout_reaction",
    ),
}  # fmt: skip
"""The questions that are not asked in a mode (16.3)."""
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
        first, visited = players[0], 0  # the doors are visited once a round, and while the game sleeps
        for number in range(MAX_STEPS):
            windows = RULES.windows(state.public)
            if not windows:
                break
            if state.public.round != visited or windows[0].is_door:
                state, visited = self._doors(state, by, f"{seed}/{number}"), state.public.round
            window = RULES.windows(state.public)[0]
            if window.is_door:
                continue
            forms = self._forms(by, state.seen_by, window, f"{seed}/{number}")
            state = self._resolve(state, window, forms, f"{seed}/{number}")
            if window.kind == "choose_megacorp":
                first = state.public.active or first
        return self._count(state.public, first)

    def _doors(self, state: Game, by: Mapping[PlayerId, Maker], seed: str) -> Game:
        """What everybody does at the doors, one after the other; whoever is made an offer answers it."""
        for kind in DOORS:
            for player in state.public.players:
                door = next((one for one in RULES.windows(state.public) if one.kind == kind), None)
                if door is None or player not in door.players:
                    continue
                orders = self._form(by[player], state.seen_by(player), door, f"{seed}/{kind}/{player}")
                if orders:
                    state = self._resolve(state, door, {player: orders}, f"{seed}/{kind}/{player}")
        return state

    def _resolve(self, state: Game, window: Window, forms: Forms, seed: str) -> Game:
        """One resolution, counted."""
        self.windows[window.kind] += 1
        outcome = RULES.resolve(state, window, forms, Dice(seed.encode()))
        for event in outcome.events:
            self.events[ACTION_EVENTS.get(event.kind, event.kind)] += 1
            if event.kind in ("card_played", "reaction_played"):
                self.cards[event.data["card"]] += 1
        return outcome.state

    def _form(self, maker: Maker, view: View[Public, Private], window: Window, seed: str) -> Orders | None:
        """One player's form, timed."""
        begun = time.process_time()
        orders = maker(view, window, Dice(seed.encode()))
        self.slowest = max(self.slowest, time.process_time() - begun)
        return orders

    def _forms(
        self,
        by: dict[PlayerId, Maker],
        seen_by: Callable[..., View[Public, Private]],
        window: Window,
        seed: str,
    ) -> Forms:
        forms = {}
        for player in window.awaited if window.closes is Closes.AT_ONCE else window.players:
            orders = self._form(by[player], seen_by(player), window, f"{seed}/{player}")
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


def never(trials: Trials, mode: Mode) -> list[str]:
    """The actions, cards and questions of a mode that came up in no game. Doors are another matter: bots
    leave no game, and come back only if they were away."""
    questions = [kind for kind in ORDERS if kind not in (*NOT_IN[mode], *DOOR_KINDS)]
    asked = (
        (ACTIONS, trials.events), (CONTENT.cards, trials.cards), (questions, trials.windows),
    )  # fmt: skip
    return [name for names, counted in asked for name in names if not counted[name]]


def told(trials: Trials, count: int) -> Iterator[str]:
    """The lines of a report on games of bots alone."""
    games = max(1, trials.games)
    yield f"{trials.games} games of {count}, mean money {trials.money // games}"
    yield "share of victories against the fair one"
    for megacorp in MEGACORPS:
        fair = trials.played[megacorp] / count
        share = trials.shares[megacorp] / fair if fair else 0
        yield f"  {megacorp:12} {share:.2f}, in {trials.played[megacorp]} games"
    for seat in range(count):
        yield f"  seat {seat + 1:7} {trials.seats[seat] * count / max(1, sum(trials.seats.values())):.2f}"
    for title, names, counted in (
        ("actions", list(ACTIONS), trials.events), ("cards", list(CONTENT.cards), trials.cards),
        ("windows and doors", sorted(trials.windows), trials.windows),
    ):  # fmt: skip
        yield f"{title}, each game: " + ", ".join(f"{name} {counted[name] / games:.2f}" for name in names)


def main(argv: list[str]) -> int:
    """Play and print; 1 if bots alone leave something out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--mode", default="default", choices=["default", *(mode.value for mode in Mode)])
    parser.add_argument("--one", action="store_true", help="one bot among players of any legal form")
    given = parser.parse_args(argv)
    trials, count, won = Trials(), given.players, 0
    makers: list[Maker] = [RULES.advise] * count
    if given.one:
        makers[1:] = [RULES.sample] * (count - 1)
    for number in range(given.games):
        won += PlayerId("p1") in trials.game(f"trial{number}", makers, given.mode)
    left_out = never(trials, mode_for(count, {"round_mode": given.mode}))
    lines = (
        [f"the bot won {won} of {given.games} games of {count}"]
        if given.one
        else [*told(trials, count), "never: " + (", ".join(left_out) or "nothing")]
    )
    sys.stdout.write("\n".join([*lines, f"slowest form: {trials.slowest * 1000:.0f} ms", ""]))
    return 1 if left_out and not given.one else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
