"""A player's mark: one or two letters in a shape, in place of the name where there is little room.

The letters differ from player to player, and so do the shapes; the reader's own is filled with the accent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from msgspec import Struct

from games.contract import PlayerId
from games.rulekit.kept import Last
from games.skin import Person, Scene
from games.skin.letters import letters

from ..rules.state import Public


class Marked(Struct, frozen=True):
    """A player as the pages show them. `place`: the number of the seat, from 1, which determines the shape of
    the mark. `mark`: the mark without the name, for sighted readers; the name must be beside it, at least
    hidden. `named`: the mark with the name. Both are made once, because a page of the company has a mark in
    each office.
    """

    person: Person
    own: bool
    place: int
    letters: str
    mark: SafeString
    named: SafeString

    @property
    def name(self) -> str:
        return self.person.name


def _all_marked(scene: Scene) -> Mapping[PlayerId, Marked]:
    public: Public = scene.view.public
    people = [scene.people.get(player) or Person(player, player) for player in public.players]
    found = letters([person.name for person in people])
    return MappingProxyType(
        {
            player: _marked(person, player == scene.reader, place, mark)
            for place, (player, person, mark) in enumerate(zip(public.players, people, found, strict=True), 1)
        }
    )


marked: Final[Callable[[Scene], Mapping[PlayerId, Marked]]] = Last(_all_marked)
"""Everybody in the order of the seats, each with a mark of their own; made once, for each line of the minutes
asks for them."""


def _marked(person: Person, own: bool, place: int, letters: str) -> Marked:
    ours = " own" if own else ""
    mark = format_html('<b class="ms-exec m{}{}" aria-hidden="true">{}</b>', place, ours, letters)
    named = format_html('<span class="ms-named">{}<b>{}</b></span>', mark, person.name)
    return Marked(person, own, place, letters, mark, named)
