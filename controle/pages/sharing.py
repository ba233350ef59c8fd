"""How the points of a region are shared, step by step (14.2)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.skin import Scene, figures

from ..rules.ending import shares
from ..rules.events import Shared
from ..texts import names
from ..texts.people import Seen, seen
from .common import public_of

UNIT = 14
"""Pixels from one influence to the next in the drawing."""


class Bar(Struct, frozen=True):
    """A player in a region: a square for each influence, the highest first, filled if it brought a point.
    `wide`: the width of the drawing."""

    who: Seen
    influence: int
    points: int
    squares: tuple[tuple[int, bool], ...]
    wide: int


class Sharing(Struct, frozen=True):
    """A region. `steps`: sentences in their order."""

    slot: int
    name: str
    development: str
    bars: tuple[Bar, ...]
    steps: tuple[str, ...]


def sharing(scene: Scene) -> list[Sharing]:
    """The sharing of every region now, by slot."""
    public, people = public_of(scene), seen(scene)
    found = []
    for shared in shares(public):
        present = sorted((one for one in shared.shares if one.influence), key=lambda one: -one.influence)
        bars = tuple(
            Bar(
                people[one.player],
                one.influence,
                one.points,
                tuple((UNIT * place, place >= one.influence - one.points) for place in range(one.influence)),
                UNIT * one.influence,
            )
            for one in present
        )
        found.append(
            Sharing(
                shared.region,
                names.region_at(public, shared.region),
                ngettext("{count} point", "{count} points", shared.development).format(
                    count=shared.development
                ),
                bars,
                tuple(steps(shared, [(scene.name(one.player), one.influence) for one in present])),
            )
        )
    return found


def steps(shared: Shared, present: Sequence[tuple[str, int]]) -> list[str]:
    """The sharing in sentences: who takes points until level with which player, the rest, and the loss."""
    if not present:
        return [_("Nobody is there: nothing is shared.")]
    total = sum(influence for _name, influence in present)
    if total <= shared.development:
        said = ngettext(
            "Enough for all: {total} influence for {points}. It brings a point.",
            "Enough for all: {total} influences for {points}. Each brings a point.",
            total,
        ).format(total=total, points=shared.development)
        left = shared.development - total
        return [said, _nobodys(left)] if left else [said]
    remaining, found, height = shared.development, [], present[0][1]
    while height:
        group = [name for name, influence in present if influence >= height]
        below = max((influence for _name, influence in present if influence < height), default=0)
        rounds = min(height - below, remaining // len(group))
        if rounds:
            remaining -= rounds * len(group)
            found.append(_taken(group, rounds, remaining))
        if rounds < height - below:
            if remaining:
                found.append(_too_few(group, remaining))
            break
        height = below
    return found


def _taken(group: list[str], each: int, left: int) -> str:
    if len(group) == 1:
        said = ngettext(
            "{player}, alone at the top, takes {count}: {left} left.",
            "{player}, alone at the top, takes {count}: {left} left.",
            each,
        ).format(player=group[0], count=each, left=left)
    else:
        said = _("Level: {players} take {count} each: {left} left.").format(
            players=figures.listed(group), count=each, left=left
        )
    return said


def _too_few(group: list[str], left: int) -> str:
    return ngettext(
        "{left} point for {count} who are level ({players}): it is lost, and sharing stops.",
        "{left} points for {count} who are level ({players}): they are lost, and sharing stops.",
        left,
    ).format(left=left, count=len(group), players=figures.listed(group))


def _nobodys(left: int) -> str:
    return ngettext("{count} point goes to nobody.", "{count} points go to nobody.", left).format(count=left)
