"""The corporations: defences, detection, effects in words, owners, history."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.skin import Scene

from ..rules import content
from ..texts import names, words
from .common import holdings, in_order, public, rules_url


class Company(Struct, frozen=True):
    """A corporation's data, and its situation in this game."""

    slug: str
    name: str
    full: str
    presentation: str
    defences: list[tuple[str, int]]
    detection: int
    first: str
    last: str
    derivative: str
    rank: int | None
    assets: int | None
    crashed: int | None
    own: int
    owners: list[tuple[str, int, str]]  # name, shares, a star for the owner with the most
    citizens: list[str]
    history: list[int]


def context(scene: Scene) -> dict[str, Any]:
    """Values of `corporate/corporations.html`."""
    state = public(scene)
    order = in_order(state) or list(content.CORPORATIONS)
    return {
        "companies": [company(scene, slug) for slug in order],
        "rules_url": rules_url(),
        "wall_street_url": scene.url("wall-street"),
        "drawn": bool(state.corporations),
    }


def company(scene: Scene, slug: str) -> Company:
    """A corporation, from the data tables and the public drawer."""
    state, row = public(scene), content.CORPORATIONS[slug]
    now = state.corporations.get(slug)
    counts = [(player, state.seats[player].shares.get(slug, 0)) for player in state.players]
    best = max((count for _player, count in counts), default=0)
    alone = sum(count == best for _player, count in counts) == 1
    return Company(
        slug=slug,
        name=names.corp(slug),
        full=row.name,
        presentation=words.presentation(slug),
        defences=[(names.run(kind), percent) for kind, percent in row.defence.items()],
        detection=row.detection,
        first=words.effect(slug, "first"),
        last=words.effect(slug, "last"),
        derivative=names.derivative(row.derivative) if row.derivative else "",
        rank=now.rank if now and now.crashed is None else None,
        assets=now.assets if now else None,
        crashed=now.crashed if now else None,
        own=holdings(scene).get(slug, 0),
        owners=[
            (scene.name(player), count, "\u00a0★" if alone and count == best else "")
            for player, count in sorted(counts, key=lambda item: -item[1])
            if count
        ],
        citizens=[scene.name(player) for player in state.players if state.seats[player].citizenship == slug],
        history=list(now.history) if now and len(now.history) > 1 else [],
    )
