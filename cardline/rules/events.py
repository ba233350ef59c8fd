"""The events of Cardline: one class per kind.

Cards are `iso3` codes. All events are public except `OrderDropped`, which only the order's author gets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from msgspec import Struct

from games.contract import Event, PlayerId
from games.rulekit.events import EventData, event_kinds, read_event

from .state import Mode, Reason


class Hand(Struct, frozen=True):
    """The cards a player starts with, in the order in which they were dealt."""

    player: PlayerId
    cards: tuple[str, ...]


class GameStarted(EventData, frozen=True):
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


class Placed(EventData, frozen=True):
    """A placement with everything it showed: the card's four figures, the gap as an index of the line before
    it, and the neighbours of the gap, None at an end. `correct`: the verdict."""

    correct: ClassVar[bool]
    player: PlayerId
    card: str
    figures: Mapping[str, int]
    gap: int
    left: str | None
    right: str | None


class PlacedCorrectly(Placed, frozen=True):
    kind = "placed_correctly"
    correct = True


class PlacedWrongly(Placed, frozen=True):
    kind = "placed_wrongly"
    correct = False


class Drew(EventData, frozen=True):
    """A card from the deck, drawn after a failed one or dealt for a new round."""

    kind = "drew"
    player: PlayerId
    card: str


# ---- absence ----------------------------------------------------------------------------------


class Skipped(EventData, frozen=True):
    """Nothing was placed, for the `in_a_row`-th time."""

    kind = "skipped"
    player: PlayerId
    in_a_row: int


class BecameDormant(EventData, frozen=True):
    kind = "became_dormant"
    player: PlayerId


class Returned(EventData, frozen=True):
    kind = "returned"
    player: PlayerId


class FellAsleep(EventData, frozen=True):
    """Everybody is dormant: nothing happens until somebody comes back."""

    kind = "fell_asleep"


# ---- leaving ----------------------------------------------------------------------------------


class WentOut(EventData, frozen=True):
    """A player is out of the game; the cards went to the box unseen."""

    player: PlayerId
    cards: tuple[str, ...]


class Resigned(WentOut, frozen=True):
    kind = "resigned"


class Forfeited(WentOut, frozen=True):
    kind = "forfeited"


class Eliminated(WentOut, frozen=True):
    kind = "eliminated"


# ---- rounds and the end -----------------------------------------------------------------------


class ExtraRound(EventData, frozen=True):
    """A round between those who placed their last cards together."""

    kind = "extra_round"
    round: int
    players: tuple[PlayerId, ...]


class DeckRefilled(EventData, frozen=True):
    """`cards` cards of the box were shuffled under the deck."""

    kind = "deck_refilled"
    cards: int


class Won(EventData, frozen=True):
    kind = "won"
    player: PlayerId
    reason: Reason
    round: int


class SharedVictory(EventData, frozen=True):
    kind = "shared_victory"
    players: tuple[PlayerId, ...]
    reason: Reason
    round: int


# ---- private events ---------------------------------------------------------------------------


class OrderDropped(EventData, frozen=True):
    """The form did not count: the code and the params of its first problem."""

    kind = "order_dropped"
    problem: str
    params: Mapping[str, Any]


KINDS: Final = event_kinds(globals())


def read(event: Event) -> EventData | None:
    """The typed data of an event; None for an unknown kind."""
    return read_event(KINDS, event)
