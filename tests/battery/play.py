"""Random games of any title, on the rules alone: what every title must survive.

Players may be absent, or hand in at a door; the forms are `sample`'s or `advise`'s.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.contract import Closes, Dice, Forms, Outcome, PlayerId, Rules, State, Window

MAX_STEPS = 5_000


@dataclass(frozen=True)
class Step:
    """One resolution of a random game: what went in, what came out."""

    before: State[Any, Any, Any]
    window: Window
    forms: Forms
    key: bytes
    outcome: Outcome[Any, Any, Any]


def start(rules: Rules[Any, Any, Any], seed: int, players: int) -> Outcome[Any, Any, Any]:
    """Resolution 0 with options drawn at random."""
    chance = random.Random(seed)
    options = {
        o.key: chance.choice(o.choices) if o.choices else chance.random() < 0.5 for o in rules.meta.options
    }
    options |= {key: False for key in options if key == "breaks"}
    ids = tuple(PlayerId(f"p{n + 1}") for n in range(players))
    return rules.setup(ids, options, Dice(b"setup%d" % seed))


def play(rules: Rules[Any, Any, Any], seed: int, players: int, absence: float = 0.15) -> Iterator[Step]:
    """Every resolution of one random game, until no question is open."""
    chance = random.Random(seed)
    state = start(rules, seed, players).state
    for number in range(MAX_STEPS):
        windows = rules.windows(state.public)
        if not windows:
            return
        window = _choose(chance, windows)
        forms = _forms(rules, chance, state, window, number, absence)
        if window.is_door and not forms:
            continue
        key = b"%d/%d" % (seed, number)
        outcome = rules.resolve(state, window, forms, Dice(key))
        yield Step(state, window, forms, key, outcome)
        state = outcome.state
    raise AssertionError(f"{rules.meta.key} does not end: seed {seed}, {players} players")


@cache
def played(rules: Rules[Any, Any, Any], seed: int, players: int, absence: float = 0.15) -> tuple[Step, ...]:
    """The same, played once for all tests that look at it: nothing of a step can be changed."""
    return tuple(play(rules, seed, players, absence))


def sizes(rules: Rules[Any, Any, Any], seed: int) -> int:
    """How many play a random game."""
    return random.Random(seed).randint(rules.meta.min_players, min(7, rules.meta.max_players))


def _choose(chance: random.Random, windows: tuple[Window, ...]) -> Window:
    doors = [w for w in windows if w.is_door]
    if doors and chance.random() < 0.3:
        return chance.choice(doors)
    asked = [w for w in windows if not w.is_door]
    return chance.choice(asked or list(windows))


def _forms(
    rules: Rules[Any, Any, Any],
    chance: random.Random,
    state: State[Any, Any, Any],
    window: Window,
    number: int,
    absence: float,
) -> Forms:
    players = list(window.players)
    if window.closes is Closes.AT_ONCE:
        players = [chance.choice(players)]
    forms = {}
    for player in players:
        if chance.random() < absence and not window.is_door:
            continue
        make = rules.sample if chance.random() < 0.7 else rules.advise
        orders = make(state.seen_by(player), window, Dice(f"{number}/{player}".encode()))
        if orders is not None:
            forms[player] = orders
    return forms
