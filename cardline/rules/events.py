"""What is told of a game of Cardline: one dataclass per kind of event.

Cards are `iso3` codes. All of it is public but `OrderDropped`, which its author alone is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from games.contract import Event, PlayerId
from games.rulekit.events import EventData, event_kinds, read_event

from .state import Mode, Reason


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards a player starts with, in the order in which they were dealt."""

    player: PlayerId
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameStarted(EventData):
    """The options as settled, the first player, and the first card of the line with its four figures."""

    kind = "game_started"
    characteristic: str
    mode: Mode
    hand_size: int
    max_rounds: int
    first: PlayerId
    card: str
    figures: Mapping[str, int]
    hands: tuple[Hand, ...]


# ---- placements -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placed(EventData):
    """A placement with all it showed: the card's four figures, the gap as an index of the line as it was, and
    the neighbours of the gap, None at an end. `correct`: the verdict."""

    correct: ClassVar[bool]
    player: PlayerId
    card: str
    figures: Mapping[str, int]
    gap: int
    left: str | None
    right: str | None


@dataclass(frozen=True, slots=True)
class PlacedCorrectly(Placed):
    kind = "placed_correctly"
    correct = True


@dataclass(frozen=True, slots=True)
class PlacedWrongly(Placed):
    kind = "placed_wrongly"
    correct = False


@dataclass(frozen=True, slots=True)
class Drew(EventData):
    """A card from the deck, drawn after a failed one or dealt for a new round."""

    kind = "drew"
    player: PlayerId
    card: str


# ---- absence ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Skipped(EventData):
    """Nothing placed, for the `in_a_row`-th time."""

    kind = "skipped"
    player: PlayerId
    in_a_row: int


@dataclass(frozen=True, slots=True)
class BecameDormant(EventData):
    kind = "became_dormant"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Returned(EventData):
    kind = "returned"
    player: PlayerId


@dataclass(frozen=True, slots=True)
class FellAsleep(EventData):
    """Everybody is dormant: nothing happens until somebody comes back."""

    kind = "fell_asleep"


# ---- leaving ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WentOut(EventData):
    """A player is out of the game; his cards went to the box unseen."""

    player: PlayerId
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resigned(WentOut):
    kind = "resigned"


@dataclass(frozen=True, slots=True)
class Forfeited(WentOut):
    kind = "forfeited"


@dataclass(frozen=True, slots=True)
class Eliminated(WentOut):
    kind = "eliminated"


# ---- rounds and the end -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExtraRound(EventData):
    """A round between those who placed their last cards together."""

    kind = "extra_round"
    round: int
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class DeckRefilled(EventData):
    """So many cards of the box were shuffled under the deck."""

    kind = "deck_refilled"
    cards: int


@dataclass(frozen=True, slots=True)
class Won(EventData):
    kind = "won"
    player: PlayerId
    reason: Reason
    round: int


@dataclass(frozen=True, slots=True)
class SharedVictory(EventData):
    kind = "shared_victory"
    players: tuple[PlayerId, ...]
    reason: Reason
    round: int


# ---- to one player ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderDropped(EventData):
    """The form did not count: the code and the params of its first problem."""

    kind = "order_dropped"
    problem: str
    params: Mapping[str, Any]


KINDS: Final = event_kinds(globals())


def read(event: Event) -> EventData | None:
    """What an event says; None for a kind that is not of these rules."""
    return read_event(KINDS, event)
