"""A player as pages show them: the name, the colour of the seat, and the letter on the cubes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from msgspec import Struct

from games.contract import PlayerId
from games.rulekit.kept import Last
from games.skin import Person, Scene
from games.skin.drawn import drawn
from games.skin.letters import letters

from ..rules.content import COLOURS
from ..rules.state import Public
from . import names


class Seen(Struct, frozen=True):
    """`colour`: its identifier, `yellow` to `grey` (D33); `letters`: unique in the game; `own`: the reader's
    seat."""

    person: Person
    own: bool
    colour: str
    letters: str

    @property
    def colour_name(self) -> str:
        return names.named(COLOURS[self.colour].name)

    @property
    def id(self) -> PlayerId:
        return self.person.id

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def mark(self) -> SafeString:
        """The cube without the name, for sighted readers; the name must be beside it, at least hidden."""
        return _mark(self.colour, self.own, self.letters)

    @property
    def cube(self) -> SafeString:
        """The cube on the rails of a drawing, its middle at 0."""
        return _cube(self.colour, self.own, self.letters)

    @property
    def named(self) -> SafeString:
        """The cube with the name beside it."""
        return format_html('<span class="who">{}<b>{}</b></span>', self.mark, self.name)


@lru_cache(maxsize=256)
def _mark(colour: str, own: bool, text: str) -> SafeString:
    """Cached, because a page shows the same few cubes up to a hundred times."""
    return format_html('<b class="mk c-{}{}" aria-hidden="true">{}</b>', colour, " own" if own else "", text)


@lru_cache(maxsize=256)
def _cube(colour: str, own: bool, text: str) -> SafeString:
    return drawn("controle/parts/cube.jinja", colour=colour, own=own, letters=text)


def _seen(scene: Scene) -> Mapping[PlayerId, Seen]:
    """All players in seat order, each with unique letters."""
    public: Public = scene.view.public
    people = [scene.people.get(player) or Person(player, player) for player in public.players]
    found = letters([person.name for person in people])
    return {
        player: Seen(
            person,
            player == scene.reader,
            names.colour_slug(public, player),
            mark,
        )
        for player, person, mark in zip(public.players, people, found, strict=True)
    }


seen: Final[Callable[[Scene], Mapping[PlayerId, Seen]]] = Last(_seen)
"""Everybody in the order of the seats, each with letters of their own; found once for all parts of a page."""
