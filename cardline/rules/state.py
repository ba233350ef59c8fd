"""The state of a game of Cardline (section 12): all of it is public except the order of the deck.

Cards are `iso3` codes. Seats count from 0, rounds and moments from 1; a gap is an index of the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from msgspec import Struct, field

from games.contract import PlayerId, Standing
from games.rulekit.absence import Absence

DORMANT_AFTER = 2  # skips in a row (D19)
FORFEIT_AFTER = 5
ABSENCE: Final = Absence(DORMANT_AFTER, FORFEIT_AFTER)


class Mode(Enum):
    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


class Exit(Enum):
    """How a player left. `BEATEN`: was still in the game when somebody else won."""

    BEATEN = "beaten"
    ELIMINATED = "eliminated"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"

    @property
    def by_play(self) -> bool:
        """Whether the player left by play, not by absence or resignation (D12)."""
        return self in (Exit.BEATEN, Exit.ELIMINATED)


class Reason(Enum):
    ALONE = "alone"
    LAST_STANDING = "last_standing"
    NO_CARDS = "no_cards"
    MAX_ROUNDS = "max_rounds"


class Options(Struct, frozen=True):
    """The options, chosen or drawn, for the whole game. `bots`: how well bots know the world."""

    characteristic: str
    hand_size: int
    mode: Mode
    max_rounds: int
    bots: str


class Boxed(Struct, frozen=True):
    """A card in the box. If it is unseen, only its name is known (D15)."""

    card: str
    seen: bool


class Left(Struct, frozen=True):
    """How a player left. Players who left together share a `moment`; `cards`: the number held before."""

    how: Exit
    moment: int
    round_no: int
    cards: int


class Result(Struct, frozen=True):
    """How the game ended: one winner, or a shared victory."""

    winners: tuple[PlayerId, ...]
    reason: Reason


class Public(Struct, frozen=True):
    """The public drawer. `acted` and `emptied`: in the open round."""

    options: Options
    table_version: int
    players: tuple[PlayerId, ...]
    first_seat: int
    hands: Mapping[PlayerId, tuple[str, ...]]  # in the order in which the cards were received
    line: tuple[str, ...]
    deck_count: int
    skips_in_a_row: Mapping[PlayerId, int]
    line_version: int = 1
    box: tuple[Boxed, ...] = ()  # in the order in which the cards entered it
    refills: int = 0
    round_no: int = 1
    tie_break: bool = False
    acted: tuple[PlayerId, ...] = ()  # sequential mode
    emptied: tuple[PlayerId, ...] = ()
    left: Mapping[PlayerId, Left] = field(default_factory=dict)
    outcome: Result | None = None
    deck: tuple[str, ...] = ()  # the rest of the deck, top first, once the game has ended (D17)
    standings: tuple[Standing, ...] | None = None

    @property
    def in_order(self) -> tuple[PlayerId, ...]:
        """All players, in seat order from `first_seat`."""
        return self.players[self.first_seat :] + self.players[: self.first_seat]

    @property
    def alive(self) -> tuple[PlayerId, ...]:
        return tuple(player for player in self.in_order if player not in self.left)

    @property
    def dormant(self) -> tuple[PlayerId, ...]:
        """The alive players the game no longer waits for (D19)."""
        return ABSENCE.absent(self.alive, self.skips_in_a_row)

    @property
    def asleep(self) -> bool:
        """Whether nobody is left to wait for (D24)."""
        return self.outcome is None and ABSENCE.asleep(self.alive, self.skips_in_a_row)

    @property
    def sequential(self) -> bool:
        return self.options.mode is Mode.SEQUENTIAL

    @property
    def to_act(self) -> tuple[PlayerId, ...]:
        """The alive players who have not acted in the round; the first has the turn (D7)."""
        return tuple(player for player in self.alive if player not in self.acted)


class Private(Struct, frozen=True):
    """A private drawer: empty, because hands are public (D26)."""


class Hidden(Struct, frozen=True):
    """The deck, top first; its order is the only secret of the game."""

    deck: tuple[str, ...]
