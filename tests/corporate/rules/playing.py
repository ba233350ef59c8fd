"""Random whole games, as the platform would play them: forms from views, states kept and loaded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping

from msgspec import Struct

from corporate.rules import RULES
from corporate.rules.state import Private, Public
from games.contract import Dice, Draw, Event, Forms, Orders, Outcome, PlayerId, View, Window

from .scene import Game

Player = Callable[[View[Public, Private], Window, Dice], Orders | None]


class Step(Struct, frozen=True):
    """One resolution of a game: what was asked and answered, what came of it."""

    before: Game
    window: Window
    forms: Forms
    key: bytes
    outcome: Outcome[Public, Private, object]
    draws: Mapping[str, Draw]

    def opened(self, kinds: Collection[str]) -> dict[str, list[Event]]:
        """By reader, the public events and the private ones of some kinds."""
        told: dict[str, list[Event]] = defaultdict(list)
        for event in self.outcome.events:
            for reader in event.to:
                if reader == "public" or event.kind in kinds:
                    told[str(reader)].append(event)
        return told


def seats(count: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(f"p{number}") for number in range(1, count + 1))


def play(
    count: int, seed: int, player: Player = RULES.sample, *, transfers: bool = False, characters: bool = True
) -> Iterator[Step]:
    """A whole game, step by step; before each noon the door of transfers is used now and then."""
    options = {"characters": characters, "wire_transfers": transfers}
    state = RULES.setup(seats(count), options, Dice(b"setup %d" % seed)).state
    number = 0
    while asked := RULES.windows(state.public):
        for window in reversed(asked):
            number += 1
            for forms in _handed_in(state, window, player, b"%d/%d" % (seed, number)):
                key = b"noon %d/%d/%s" % (seed, number, "/".join(forms).encode())
                dice = Dice(key)
                outcome = RULES.resolve(state, window, forms, dice)
                yield Step(state, window, forms, key, outcome, dict(dice.draws))
                state = outcome.state


def _handed_in(state: Game, window: Window, player: Player, seed: bytes) -> Iterator[Forms]:
    forms = {}
    for who in window.players:
        orders = player(state.seen_by(who), window, Dice(seed + who.encode()))
        if orders is not None:
            forms[who] = orders
    if not window.is_door:
        yield forms
    elif forms:
        first = next(iter(forms))  # one at a time: the next would have to be checked again
        yield {first: forms[first]}
