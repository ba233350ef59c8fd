"""The tables of regions: the influence of each player by category, and the points each would get now."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene, figures

from ..rules.content import C, layout_of
from ..rules.ending import shares
from ..rules.events import Shared
from ..rules.state import Public, Six
from ..texts import names
from ..texts.people import Seen, seen
from .common import public_of


class Presence(Struct, frozen=True):
    """A player in a region: influences by category, their total, and the points they would bring now."""

    who: Seen
    influence: Six
    total: int
    points: int


class RegionTable(Struct, frozen=True):
    """`points`: the points to share, in words; `around`: whose home it is, and its neighbours."""

    slot: int
    name: str
    development: int
    points: str
    rows: tuple[Presence, ...]
    around: str


def short_categories() -> list[tuple[str, str]]:
    """Short names such as `Pol` with the full ones, for narrow columns."""
    return [(names.category(each.slug)[:3], names.category(each.slug)) for each in C.categories]


def regions(scene: Scene) -> list[RegionTable]:
    """All regions by slot, each with its players, the strongest first."""
    public, people = public_of(scene), seen(scene)
    return [_region(scene, public, people, shared) for shared in shares(public)]


def _region(scene: Scene, public: Public, people: Mapping[PlayerId, Seen], shared: Shared) -> RegionTable:
    region = public.regions[shared.region]
    rows = [
        Presence(people[one.player], region.influence[one.player], one.influence, one.points)
        for one in shared.shares
        if one.influence
    ]
    return RegionTable(
        shared.region,
        names.region(region.slug),
        shared.development,
        _points(shared),
        tuple(sorted(rows, key=lambda row: -row.total)),
        around(scene, shared.region),
    )


def _points(shared: Shared) -> str:
    count = shared.development
    text = ngettext("point of development", "points of development", count)
    if shared.lost:
        text = _("{points}, {lost} of them nobody’s").format(points=text, lost=figures.number(shared.lost))
    return text


def around(scene: Scene, slot: int) -> str:
    """`Borders High Plateaus, Inner Sea. Home of Ana.`"""
    public = public_of(scene)
    beside = ", ".join(
        names.region_at(public, other) for other in layout_of(len(public.players)).neighbours[slot]
    )
    homes = [scene.name(player) for player in public.players if public.seats[player].home == slot]
    return figures.sentence(
        _("Borders {regions}.").format(regions=beside),
        _("Home: {player}.").format(player=homes[0]) if homes else "",
    )
