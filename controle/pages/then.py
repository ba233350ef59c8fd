"""The world at the end of the round shown, and before each of its turns, computed from public events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from games.contract import PlayerId
from games.rulekit.events import EventData
from games.skin import Scene

from ..rules.content import CARDS
from ..rules.events import CivilSocietyStruck, FreePlaced, Played, RoundBegan
from ..rules.notation import CATEGORIES, PLACE
from ..rules.state import Public, Region, Six
from ..rules.world import six
from .common import public_of


class Moment(Struct, frozen=True):
    """Map and discards at one moment of the game; everything else is computed from them (6.2)."""

    regions: tuple[Region, ...]
    played: Six

    def public(self, now: Public) -> Public:
        """The public drawer at that moment, as far as map and globalization table are concerned."""
        discards = {slug: ("",) * self.played[place] for place, slug in enumerate(CATEGORIES)}
        return replace(now, regions=self.regions, discards=discards)


def after(scene: Scene, told: Iterable[EventData]) -> Moment | None:
    """The world after the round shown: the current one if nothing has changed since; None if it is not
    known."""
    public = public_of(scene)
    end = next(
        (each for each in told if isinstance(each, RoundBegan) and each.round == scene.chapter + 1), None
    )
    if end is not None:
        regions = tuple(
            Region(region.slug, stand.development, stand.influence)
            for region, stand in zip(public.regions, end.regions, strict=True)
        )
        return Moment(regions, end.played)
    if scene.chapter != public.round:
        return None
    return Moment(public.regions, six([len(public.discards.get(slug, ())) for slug in CATEGORIES]))


def before(moment: Moment, data: EventData) -> Moment:
    """The world before an event."""
    match data:
        case Played():
            for change in data.changes:
                if change.what == "influence" and change.player is not None and change.category is not None:
                    moment = _shifted(moment, change.region, change.player, change.category, -change.amount)
                elif change.what == "development":
                    moment = _developed(moment, change.region, -change.amount)
            played = list(moment.played)
            played[CARDS[data.card].category] -= 1
            return replace(moment, played=six(played))
        case CivilSocietyStruck():
            for loss in data.losses:
                moment = _shifted(moment, data.region, loss.player, loss.category, loss.amount)
            return _developed(moment, data.region, -data.developed)
        case FreePlaced():
            return _shifted(moment, data.region, data.player, data.category, -1)
        case _:
            return moment


def rewound(moment: Moment, told: Iterable[EventData]) -> Moment:
    """The world before these events, which led to `moment`."""
    for data in reversed(list(told)):
        moment = before(moment, data)
    return moment


def _with(moment: Moment, slot: int | None, region: Region) -> Moment:
    regions = list(moment.regions)
    assert slot is not None
    regions[slot] = region
    return replace(moment, regions=tuple(regions))


def _shifted(moment: Moment, slot: int | None, player: PlayerId, category: str, amount: int) -> Moment:
    assert slot is not None
    region = moment.regions[slot]
    stack = list(region.influence[player])
    stack[PLACE[category]] += amount
    influence: Mapping[PlayerId, Six] = {**region.influence, player: six(stack)}
    return _with(moment, slot, replace(region, influence=influence))


def _developed(moment: Moment, slot: int | None, amount: int) -> Moment:
    assert slot is not None
    region = moment.regions[slot]
    return _with(moment, slot, replace(region, development=region.development + amount))
