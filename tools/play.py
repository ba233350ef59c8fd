"""Play a title's rules in a terminal against its bots: `python -m tools.play TITLE`.

It needs only the rules: no skin, no database, no translation. So authors can play a title before it has a
page. You are p1. At each of your questions, type one of these:

    (nothing)   hand in what a bot would hand in
    sample      hand in a random legal form
    miss        hand in nothing, like an absent player
    look        show what you can see: the public drawer and your own
    quit        end the game
    [...]       hand in these orders, as JSON: [{"kind": "say", "data": {"number": 3}}]
    @DOOR ...   the same at an open door: @transfer [{"kind": "transfer", "data": {...}}]
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.contract import (
    Closes,
    Dice,
    Event,
    Forms,
    Order,
    Orders,
    PlayerId,
    Reader,
    Rules,
    State,
    Window,
    encode,
)

ROOT = Path(__file__).resolve().parent.parent
ME = PlayerId("p1")
MAX_STEPS = 5_000


class Quit(Exception):
    """The player ends the game."""


def titles() -> list[str]:
    """The keys of the titles whose rules are in this repository."""
    return sorted(path.parent.parent.name for path in ROOT.glob("*/rules/__init__.py"))


class Terminal:
    """One game of the player against bots. `read` returns a line for a prompt, `write` shows one."""

    def __init__(
        self, rules: Rules[Any, Any, Any], players: int, seed: str, options: dict[str, Any],
        read: Callable[[str], str], write: Callable[[str], object],
    ) -> None:  # fmt: skip
        self.rules, self.seed, self.read, self.write = rules, seed, read, write
        self.number = 0
        given = {option.key: option.default for option in rules.meta.options} | options
        names = tuple(PlayerId(f"p{n}") for n in range(1, players + 1))
        outcome = rules.setup(names, given, self.dice("setup"))
        self.state: State[Any, Any, Any] = outcome.state
        self.tell(outcome.events)

    def dice(self, *purpose: str) -> Dice:
        return Dice("/".join([self.seed, str(self.number), *purpose]).encode())

    def play(self) -> None:
        """Resolve one window after the other until none is open. Raises Quit."""
        while windows := self.rules.windows(self.state.public):
            window, forms = self.ask(windows)
            outcome = self.rules.resolve(self.state, window, forms, self.dice("resolve"))
            self.state, self.number = outcome.state, self.number + 1
            if self.number > MAX_STEPS:
                raise AssertionError(f"{self.rules.meta.key} does not end")
            self.write(f"--- {window.name}")
            self.tell(outcome.events)
        for place in self.rules.standings(self.state.public) or ():
            self.write(f"{place.rank}. {place.player}: {place.score}")

    def ask(self, windows: tuple[Window, ...]) -> tuple[Window, Forms]:
        """The window to resolve next, and the forms for it."""
        doors = {window.kind: window for window in windows if window.is_door and ME in window.players}
        main = next((window for window in windows if not window.is_door), None)
        forms: dict[PlayerId, Orders] = {}
        players = main.awaited[:1] if main and main.closes is Closes.AT_ONCE else main.players if main else ()
        for player in players:
            view = self.state.seen_by(player)
            if player == ME:
                door, orders = self.mine(main, doors)
                if door is not None:
                    return door, {ME: orders or ()}
            else:
                assert main is not None
                orders = self.rules.advise(view, main, self.dice("bot", player))
            if orders is not None:
                forms[player] = orders
        if main is None:  # all players are absent: only a door can continue the game
            door, orders = self.mine(None, doors)
            return door or windows[0], {ME: orders or ()}
        return main, forms

    def mine(self, main: Window | None, doors: dict[str, Window]) -> tuple[Window | None, Orders | None]:
        """The player's orders (None if missed), with the door they named, or None for the main question."""
        view = self.state.seen_by(ME)
        while True:
            open_doors = f" (doors: {', '.join(doors)})" if doors else ""
            line = self.read(f"{main.name if main else 'asleep'}{open_doors}> ").strip()
            window = main
            if line.startswith("@"):
                name, _space, line = line[1:].partition(" ")
                window = doors.get(name)
            if line in ("quit", "look", "miss") or window is None:
                if line == "quit":
                    raise Quit
                if line == "miss" and main is not None:
                    return None, None
                self.write(
                    encode([view.public, view.private]) if line == "look" else "There is no such door."
                )
                continue
            orders = self.orders(line, window)
            if orders is not None:
                return (window if window.is_door else None), orders

    def orders(self, line: str, window: Window) -> Orders | None:
        """The orders that a typed line means; if it means none, None, after showing the reason."""
        view = self.state.seen_by(ME)
        if line in ("", "sample"):
            make = self.rules.sample if line else self.rules.advise
            return make(view, window, self.dice("mine")) or ()
        try:
            orders = tuple(Order(one["kind"], one.get("data", {})) for one in json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError):
            example = self.rules.sample(view, window, self.dice("example")) or ()
            shown = encode([{"kind": order.kind, "data": dict(order.data)} for order in example])
            self.write(f"Orders are a JSON list, for example {shown}. Kinds: {', '.join(window.orders)}")
            return None
        problems = self.rules.check(view, window, orders)
        for problem in problems:
            self.write(
                f"refused: {problem.code}, order {problem.order}, {problem.input} {dict(problem.params)}"
            )
        if not problems:
            quote = self.rules.quote(view, window, orders)
            self.write(f"costs {quote.spent}, leaves {quote.left}")
        return None if problems else orders

    def tell(self, events: tuple[Event, ...]) -> None:
        """Show the events that the player may read."""
        for event in events:
            to_me = Reader(ME) in event.to
            if to_me or Reader("public") in event.to:
                self.write(f"  {'*' if to_me else ' '} {event.kind} {encode(dict(event.data))}")


def main(argv: list[str], read: Callable[[str], str] = input, write: Callable[[str], object] = print) -> int:
    """Play one game; returns 0 when it has ended or the player has quit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("title", choices=titles())
    parser.add_argument("--players", type=int, default=0, help="how many, you included")
    parser.add_argument("--seed", default="1", help="another seed, another game")
    parser.add_argument("--options", type=json.loads, default={}, help="the title's options, as JSON")
    given = parser.parse_args(argv)
    rules = importlib.import_module(f"{given.title}.rules").RULES
    players = given.players or rules.meta.suggested_max
    if not rules.meta.min_players <= players <= rules.meta.max_players:
        parser.error(f"{given.title} is for {rules.meta.min_players} to {rules.meta.max_players} players")
    try:
        Terminal(rules, players, given.seed, given.options, read, write).play()
    except (Quit, EOFError, KeyboardInterrupt):
        write("The game is left.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
