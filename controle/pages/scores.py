"""The page of the scores: places, points by region, the sharing of each region step by step, and what broke
ties."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.contract import Standing
from games.skin import Scene, figures
from games.skin.places import winners_text

from ..rules.score_lines import RegionPoints, TokensLeft, read
from ..texts import amounts, names
from ..texts.people import Seen, seen
from .common import public_of, rules_url
from .decided import decided
from .planet import planet
from .sharing import sharing


class Place(Struct, frozen=True):
    """A player's place. `tied`: whether tokens broke a tie."""

    rank: int
    who: Seen
    points: str
    tokens: str
    tied: bool


class RegionRow(Struct, frozen=True):
    """The points of every player in a region, in the order of the places."""

    slot: int
    name: str
    development: int
    points: tuple[int, ...]


def context(scene: Scene) -> dict[str, Any]:
    """Values of `controle/scores.html`; the game is over."""
    public, people = public_of(scene), seen(scene)
    standings = public.standings or ()
    return {
        "headline": winners_text(scene, standings),
        "decided": decided(scene),
        "stand": stand(scene, standings),
        "places": places(scene, standings),
        "columns": [people[row.player] for row in standings],
        "rows": rows(scene, standings),
        "sums": [figures.number(row.score) for row in standings],
        "sharing": sharing(scene),
        "planet": planet(public, people, "#s"),
        "world_url": scene.url("world"),
        "rounds_url": scene.url("rounds", max(scene.latest, 0)),
        "rules_url": rules_url(),
    }


def stand(scene: Scene, standings: tuple[Standing, ...]) -> str:
    """The winner's points, the last round, and whether tokens broke a tie, in a sentence."""
    best = standings[0].score if standings else 0
    won = _("{points}, after round {round}.").format(
        points=amounts.points(best), round=public_of(scene).round
    )
    level = [row for row in standings if row.score == best]
    if len(level) == 1:
        return won
    shared = sum(row.rank == 1 for row in level) > 1
    return figures.sentence(
        won,
        _("Tied on points and on tokens.") if shared else _("Tied on points: the tokens left decide."),
    )


def places(scene: Scene, standings: tuple[Standing, ...]) -> list[Place]:
    people = seen(scene)
    scores = [row.score for row in standings]
    found = []
    for row in standings:
        held = next((line.tokens for line in map(read, row.breakdown) if isinstance(line, TokensLeft)), 0)
        found.append(
            Place(
                row.rank,
                people[row.player],
                figures.number(row.score),
                amounts.tokens(held),
                scores.count(row.score) > 1,
            )
        )
    return found


def rows(scene: Scene, standings: tuple[Standing, ...]) -> list[RegionRow]:
    """The lines of the score, region by region."""
    public = public_of(scene)
    got = {
        (row.player, line.slot): line.amount
        for row in standings
        for line in map(read, row.breakdown)
        if isinstance(line, RegionPoints)
    }
    return [
        RegionRow(
            slot,
            names.region(region.slug),
            region.development,
            tuple(got.get((row.player, slot), 0) for row in standings),
        )
        for slot, region in enumerate(public.regions)
    ]
