"""Random games of any title, played by its rules only: what every title must survive.

Players may be absent, or hand in at a door; the forms are `sample`'s or `advise`'s.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from games.contract import Closes, Dice, Forms, Outcome, PlayerId, Rules, State, Window

MAX_STEPS = 5_000
DOORS = 0.3  # how often a door is used before the question is answered


class Step(Struct, frozen=True):
    """One resolution of a random game: what went in, what came out."""

    before: State[Any, Any, Any]
    window: Window
    forms: Forms
    key: bytes
    outcome: Outcome[Any, Any, Any]
    dice: Dice


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
    yield from play_on(rules, start(rules, seed, players).state, seed, absence)


def play_on(
    rules: Rules[Any, Any, Any],
    state: State[Any, Any, Any],
    seed: int,
    absence: float,
    *,
    doors: float = DOORS,
    leaving: bool = True,
    key: Callable[[Window, int, Forms], bytes] | None = None,
) -> Iterator[Step]:
    """The same from some state on. Without `leaving` nobody uses a door behind which nothing is asked of
    him any more. `key`: that of the dice, from a window, how often it was resolved before, and its forms."""
    chance, resolved = random.Random(seed), Counter[str]()
    for number in range(MAX_STEPS):
        windows = rules.windows(state.public)
        if not windows:
            return
        window = _choose(chance, windows, doors)
        forms = _forms(rules, chance, state, window, number, absence)
        if window.is_door and not forms:
            continue
        this = b"%d/%d" % (seed, number) if key is None else key(window, resolved[window.name], forms)
        outcome = rules.resolve(state, window, forms, dice := Dice(this))
        if not leaving and window.is_door and not stays(rules, outcome, *forms):
            continue
        resolved[window.name] += 1
        yield Step(state, window, forms, this, outcome, dice)
        state = outcome.state
    raise AssertionError(f"{rules.meta.key} does not end: seed {seed}, {len(state.private)} players")


def stays(rules: Rules[Any, Any, Any], outcome: Outcome[Any, Any, Any], player: PlayerId) -> bool:
    """Whether a player may still do anything in the game after a resolution."""
    return any(player in window.players for window in rules.windows(outcome.state.public))


@cache
def played(rules: Rules[Any, Any, Any], seed: int, players: int, absence: float = 0.15) -> tuple[Step, ...]:
    """The same, played once for all tests that look at it: nothing of a step can be changed."""
    return tuple(play(rules, seed, players, absence))


def sizes(rules: Rules[Any, Any, Any], seed: int) -> int:
    """How many play a random game."""
    return random.Random(seed).randint(rules.meta.min_players, min(7, rules.meta.max_players))


def _choose(chance: random.Random, windows: tuple[Window, ...], often: float) -> Window:
    doors = [w for w in windows if w.is_door]
    if doors and chance.random() < often:
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
