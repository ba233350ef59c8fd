"""The events (15.5), one class for each kind; `PRIVATE`: those for one player only.

Regions are slots, categories and types of tokens their identifiers; a card is named by its id, a back by
its pile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from games.contract import Event, PlayerId
from games.rulekit.events import EventData, event_kinds, read_event
from games.rulekit.judging import OrderDropped

from .content import Mode
from .state import Six


class Change(msgspec.Struct, frozen=True):
    """One change by a turn. `by`: a step of the effect (`step`, from 0), one of the uses of tokens, or an
    icon. `what`: influences of a player in a region, tokens of a player, the development of a region, or
    extra draws of the player. `amount`: negative for a decrease."""

    by: Literal["effect", "level", "boost", "sabotage", "develop", "icon"]
    what: Literal["influence", "token", "development", "draw"]
    amount: int
    step: int | None = None
    player: PlayerId | None = None
    region: int | None = None
    category: str | None = None


class Level(msgspec.Struct, frozen=True):
    """One compensated level, with its tokens."""

    category: str
    paid: tuple[str, ...]


class Loss(msgspec.Struct, frozen=True):
    """Influences lost to civil society; `step`: the step of its line, from 0."""

    step: int
    player: PlayerId
    category: str
    amount: int


class Tracks(msgspec.Struct, frozen=True):
    """The two highest columns of a player (13)."""

    player: PlayerId
    first: int
    second: int


class RegionShare(msgspec.Struct, frozen=True):
    """A player's influence in a region at the end, and points for it (14.2)."""

    player: PlayerId
    influence: int
    points: int


class Shared(msgspec.Struct, frozen=True):
    """A region at the end; `lost`: the points that nobody got."""

    region: int
    development: int
    shares: tuple[RegionShare, ...]
    lost: int


class Place(msgspec.Struct, frozen=True):
    player: PlayerId
    rank: int
    score: int
    tokens: int


class Stand(msgspec.Struct, frozen=True):
    """A region at the beginning of a round; its place in the list is its slot."""

    development: int
    influence: Mapping[PlayerId, Six]


class Tile(msgspec.Struct, frozen=True):
    """A region of the world; its place in the list is its slot."""

    slug: str
    development: int


class Group(msgspec.Struct, frozen=True):
    """A player's start: `home` and `minor` are slots; `minor` is that of the influence in the minor
    category."""

    player: PlayerId
    organization: str
    home: int
    minor: int


class PlanRefused(msgspec.Struct, frozen=True):
    """A plan that was impossible: its place in the list, from 0, and the first reason."""

    place: int
    card: str
    effect: int
    problem: str
    params: Mapping[str, Any]


# ---- the game and its players ----------------------------------------------------------------------


class WorldDrawn(EventData, frozen=True):
    """`provisional`: the order in which the first draws are served."""

    kind = "world_drawn"
    mode: Mode
    regions: tuple[Tile, ...]
    groups: tuple[Group, ...]
    provisional: tuple[PlayerId, ...]


class FreePlaced(EventData, frozen=True):
    kind = "free_placed"
    player: PlayerId
    region: int
    category: str


class Missed(EventData, frozen=True):
    """A deadline has passed: the default of this kind of window was applied."""

    kind = "missed"
    player: PlayerId
    window: str


class Defaulted(EventData, frozen=True):
    """The default was applied although no deadline was missed: the player is absent, or no play of the form
    was possible."""

    kind = "defaulted"
    player: PlayerId
    window: str


class WentAbsent(EventData, frozen=True):
    kind = "absent"
    player: PlayerId


class Left(EventData, frozen=True):
    kind = "left"
    player: PlayerId


class CameBack(EventData, frozen=True):
    kind = "returned"
    player: PlayerId


class FellAsleep(EventData, frozen=True):
    """All players are absent; only the door for coming back is open."""

    kind = "fell_asleep"


class GameOver(EventData, frozen=True):
    kind = "game_over"
    reason: Literal["level", "rounds", "passes"]
    categories: tuple[str, ...]
    regions: tuple[Shared, ...]
    places: tuple[Place, ...]


# ---- turns -------------------------------------------------------------------------------------------


class RoundBegan(EventData, frozen=True):
    """`tracks`: in the new turn order (13). `regions`, `played`: the world after the previous round, and the
    number of cards in each discard, so that its globalization table can be computed (6.2)."""

    kind = "round_began"
    round: int
    tracks: tuple[Tracks, ...]
    regions: tuple[Stand, ...]
    played: Six


class Played(EventData, frozen=True):
    """A turn. `effect` counts from 1; V, W, U: null if the effect does not use them. `forced`: without
    requirements."""

    kind = "played"
    player: PlayerId
    card: str
    effect: int
    R: int
    V: int | None
    W: int | None
    U: PlayerId | None
    forced: bool
    levels: tuple[Level, ...]
    changes: tuple[Change, ...]


class Crossed(EventData, frozen=True):
    """A category reached a higher level; `pile`: that of the card set aside, null if there was none left."""

    kind = "crossed"
    player: PlayerId
    category: str
    was: int
    now: int
    pile: str | None


class DeclaredStuck(EventData, frozen=True):
    kind = "stuck"
    player: PlayerId


class ForcedTurn(EventData, frozen=True):
    """The hand shown, and the card drawn in its place."""

    kind = "forced"
    player: PlayerId
    hand: tuple[str, ...]
    card: str
    pile: str


class PassedTurn(EventData, frozen=True):
    kind = "passed"
    player: PlayerId


class Drew(EventData, frozen=True):
    """The piles drawn from, in this order."""

    kind = "drew"
    player: PlayerId
    piles: tuple[str, ...]


class PutBack(EventData, frozen=True):
    """Cards returned under their piles of origin, in this order."""

    kind = "put_back"
    player: PlayerId
    piles: tuple[str, ...]


class Refilled(EventData, frozen=True):
    """The archive of a pile was shuffled and became the pile."""

    kind = "refilled"
    pile: str
    cards: int


class CivilSocietyStruck(EventData, frozen=True):
    """One card of the zone. `level`: that of its category when it was turned up; `developed`: the development
    that the region gained."""

    kind = "civil_society"
    card: str
    category: str
    level: int
    region: int
    developed: int
    losses: tuple[Loss, ...]


# ---- private events ----------------------------------------------------------------------------------


class FacesDrawn(EventData, frozen=True):
    kind = "faces_drawn"
    cards: tuple[str, ...]


class FacesReturned(EventData, frozen=True):
    kind = "faces_returned"
    cards: tuple[str, ...]


class PlansFiled(EventData, frozen=True):
    """The filed plans, best first: card and rank of the effect; () if there are none any more."""

    kind = "plans_filed"
    cards: tuple[str, ...]
    effects: tuple[int, ...]


class PlansTried(EventData, frozen=True):
    """`taken`: the place of the plan that was played, from 0; null if none was."""

    kind = "plans_tried"
    taken: int | None
    refused: tuple[PlanRefused, ...]


PRIVATE: Final[tuple[type[EventData], ...]] = (
    OrderDropped, FacesDrawn, FacesReturned, PlansFiled, PlansTried,
)  # fmt: skip
"""The events for one player alone; all others are public."""

KINDS: Final = event_kinds(globals())
"""The classes of each kind of event."""


def read(kept: Event) -> EventData | None:
    """The typed data of an event; None for an unknown kind."""
    return read_event(KINDS, kept)
