"""The page of the players: public facts about each, and their shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from games.contract import PlayerId
from games.skin import Person, Scene

from ..rules.state import Public, Seat, Stage
from ..texts import names, words
from . import race, today
from .common import in_order, person_of, public, rules_url

SHADES: Final = 5
NARROW: Final = 2  # players whose columns fit on a phone


class Card(Struct, frozen=True):
    """Public facts about a player."""

    person: Person
    own: bool
    influence: int
    text: str
    citizenship: str
    started: str  # the starting citizenship, if it is another one now
    background: str
    background_hint: str
    coalition: str
    shares: list[tuple[str, int]]


class Holding(Struct, frozen=True):
    """How many shares one player has of one corporation; `most`: strictly more than anyone. `shade`: from 0
    for none to `SHADES` for the largest holding of the table, of at least so many shares."""

    count: int
    most: bool
    own: bool
    shade: int


class HeldRow(Struct, frozen=True):
    slug: str
    name: str
    cells: list[Holding]


def context(scene: Scene) -> dict[str, Any]:
    """Values of `corporate/players.html`."""
    state = public(scene)
    before = state.stage is Stage.CHARACTERS
    listed = [slug for slug in in_order(state) if state.corporations[slug].crashed is None]
    return {
        "cards": [_card(scene, player, state.seats[player]) for player in state.players],
        "before": before,
        "characters": state.characters,
        "turn": state.turn,
        "last_turn": state.turn if state.stage is Stage.OVER else state.turn - 1,
        "rows": holders(scene, listed),
        "held": any(seat.shares for seat in state.seats.values()),
        "wide": len(state.players) > NARROW,
        "names": [(scene.name(player), player == scene.reader) for player in state.players],
        "today": today.of(scene),
        "points": race.of_players(scene, drawers(scene)) if not scene.finished else None,
        "rules_url": rules_url(),
        "companies_url": scene.url("corporations"),
    }


def _card(scene: Scene, player: PlayerId, seat: Seat) -> Card:
    state = public(scene)
    order = {slug: place for place, slug in enumerate(in_order(state))}
    person = person_of(scene, player)
    return Card(
        person=person,
        own=player == scene.reader,
        influence=seat.influence,
        text=seat.public_text,
        citizenship=names.corp(seat.citizenship) if seat.citizenship else "",
        started=names.corp(seat.starting_citizenship)
        if seat.starting_citizenship and seat.starting_citizenship != seat.citizenship
        else "",
        background=names.background(seat.background) if seat.background else "",
        background_hint=words.background(seat.background) if seat.background else "",
        coalition=names.coalition(seat.coalition) if seat.coalition else "",
        shares=[
            (names.corp(slug), count)
            for slug, count in sorted(seat.shares.items(), key=lambda item: order.get(item[0], 99))
        ],
    )


def drawers(scene: Scene) -> dict[int, Public]:
    """The public drawer at the end of each chapter, on pages that are given the course of the game."""
    return {chapter: view.public for chapter, view in scene.course.items()}


def holders(scene: Scene, listed: Sequence[str]) -> list[HeldRow]:
    """The holdings of these corporations by player."""
    seats = public(scene).seats.values()
    largest = max((SHADES, *(count for seat in seats for count in seat.shares.values())))
    return [_held(scene, slug, largest) for slug in listed]


def _held(scene: Scene, slug: str, largest: int) -> HeldRow:
    """The owners of one corporation, a cell for each player; the one with the most shares is marked.
    `largest`: the largest holding of the table."""
    state = public(scene)
    counts = [state.seats[player].shares.get(slug, 0) for player in state.players]
    best = max(counts, default=0)
    alone = best > 0 and counts.count(best) == 1
    return HeldRow(
        slug,
        names.corp(slug),
        [
            Holding(count, alone and count == best, player == scene.reader, -(-SHADES * count // largest))
            for player, count in zip(state.players, counts, strict=True)
        ],
    )
