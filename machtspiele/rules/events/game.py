"""Events of the game and its players: presence, points, absence, the end (11 to 13)."""

from __future__ import annotations

from collections.abc import Mapping

from games.contract import PlayerId
from games.rulekit.events import EventData

from ..content import Mode
from ..state import Bribe, Nemesis
from .values import NotPossible, Place


class GameStarted(EventData, frozen=True):
    kind = "game_started"
    first: PlayerId
    mode: Mode


class NemesisDealt(EventData, frozen=True):
    """Told to this player only. `nemesis` may be the player themselves."""

    kind = "nemesis_dealt"
    nemesis: PlayerId
    card: str


class Missed(EventData, frozen=True):
    """The player's deadline passed: the default of this kind of window was carried out."""

    kind = "missed"
    player: PlayerId
    window: str


class Defaulted(EventData, frozen=True):
    """The player was not awaited and had filed nothing: the default was carried out."""

    kind = "defaulted"
    player: PlayerId
    window: str


class WentAway(EventData, frozen=True):
    kind = "away"
    player: PlayerId


class PlayerLeft(EventData, frozen=True):
    kind = "left"
    player: PlayerId


class Returned(EventData, frozen=True):
    kind = "returned"
    player: PlayerId


class FellAsleep(EventData, frozen=True):
    kind = "fell_asleep"


class Filed(EventData, frozen=True):
    """Told to its author: everything that is filed in advance now."""

    kind = "filed"
    actions: int
    replies: int


class PassedOver(EventData, frozen=True):
    """Told to this player only. `round`: 0 in the setup and phase I. `taken`: the kind of action carried out
    instead; `default`: it was the default, because none was possible."""

    kind = "passed_over"
    turn: int
    round: int
    taken: str
    default: bool
    refused: tuple[NotPossible, ...]


class NemesisOutdone(EventData, frozen=True):
    """Told to this player only. `round`: 0 in the setup and phase I."""

    kind = "nemesis_outdone"
    turn: int
    round: int


class NemesisLost(EventData, frozen=True):
    """Told to this player only, as above."""

    kind = "nemesis_lost"
    turn: int
    round: int


class FourPoints(EventData, frozen=True):
    """`nemesis`, `card`: the player's two cards if that point is locked, otherwise null."""

    kind = "four_points"
    player: PlayerId
    nemesis: PlayerId | None
    card: str | None


class GameOver(EventData, frozen=True):
    kind = "game_over"
    last_turn: bool
    places: tuple[Place, ...]
    nemesis: Mapping[PlayerId, Nemesis]
    bribes: tuple[Bribe, ...]
    row: tuple[str, ...]
