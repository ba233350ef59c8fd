"""A scene of Macht$piele for each reader, and whole games with all that was told in them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from games.contract import Event, PlayerId, State, View
from games.skin import Person, Scene
from tests.battery.play import play, start

NAMES = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès")
LANGUAGES = ("en", "fr")


class Told(Struct):
    """A game at some point of its life, with its events."""

    state: State[Any, Any, Any]
    events: list[Event] = field(default_factory=list)

    def scene(self, reader: str | None) -> Scene:
        """What a reader may see (None: a spectator)."""
        public = self.state.public
        view = self.state.seen_by(PlayerId(reader)) if reader else View(None, public, None)
        people = {seat: Person(seat, name) for seat, name in zip(public.players, NAMES, strict=False)}
        return Scene(view, people, "/g/abc/", "Europe/Paris", chapter=public.turn)


def whole_game(rules: Any, seed: int, players: int = 4, absence: float = 0.15) -> Told:
    """A random game to its end."""
    first = start(rules, seed, players)
    game = Told(first.state, list(first.events))
    for step in play(rules, seed, players, absence):
        game.events += step.outcome.events
        game.state = step.outcome.state
    return game
