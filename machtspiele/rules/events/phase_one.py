"""Events of the setup and of phase I (4, 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from games.contract import PlayerId
from games.rulekit.events import EventData

from .values import InfluencePart


class Placed(EventData, frozen=True):
    """`office` null: on the board; `pushed`: the owner of a figure pushed off the board."""

    kind = "placed"
    player: PlayerId
    office: str | None
    pushed: PlayerId | None


class BossThanked(EventData, frozen=True):
    kind = "boss_thanked"
    player: PlayerId


class BossElected(EventData, frozen=True):
    """`player` null: nobody is on the board. `tied`: others had as many members."""

    kind = "boss_elected"
    player: PlayerId | None
    members: int
    tied: bool


class DirectorAppointed(EventData, frozen=True):
    """`exit`: where the director of `old` went, and the owner of a figure pushed off the board by that."""

    kind = "director"
    division: str
    old: PlayerId | None
    new: PlayerId
    exit: Literal["board", "consultant"] | None
    pushed: PlayerId | None


class PrivilegesDealt(EventData, frozen=True):
    kind = "privileges"
    holders: Mapping[str, PlayerId | None]
    marker: PlayerId


class InfluenceScored(EventData, frozen=True):
    kind = "influence"
    parts: tuple[InfluencePart, ...]


class MotivationChanged(EventData, frozen=True):
    kind = "motivation"
    was: int
    now: int


class EventsDrawn(EventData, frozen=True):
    """Told to the holder of the start marker only."""

    kind = "events_drawn"
    cards: tuple[str, ...]


class EventsOrdered(EventData, frozen=True):
    kind = "events_ordered"
    player: PlayerId
