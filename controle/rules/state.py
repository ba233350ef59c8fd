"""The state of a game of Contrôle Global: the public drawer, the private ones, and the hidden one.

Tuples of six numbers are those of the six categories, in their order. Slots of the map count from 0, rounds
from 1; round 0 is the setup. The globalization table is not stored: it is computed from map and discards
(6.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct, field

from games.contract import Order, PlayerId, Standing
from games.rulekit.absence import Absence

from .content import C, Mode

Six = tuple[int, int, int, int, int, int]
NONE: Final[Six] = (0, 0, 0, 0, 0, 0)
ABSENCE: Final = Absence(C.figures.absent_after)
"""Two turns in a row by default; who has left is absent, too (15.4)."""


class Region(Struct, frozen=True):
    """A stake of the game; `influence` has an entry for each player."""

    slug: str
    development: int
    influence: Mapping[PlayerId, Six]


class Seat(Struct, frozen=True):
    """The public part of a player. `home`: a slot; `held`: tokens. `backs`: the pile of origin of each card
    in hand, in the order of the piles. `missed`: the turns by default in a row; `left`: the player is absent
    by using a door."""

    organization: str
    home: int
    held: Six = NONE
    backs: tuple[str, ...] = ()
    missed: int = 0
    left: bool = False


class Forced(Struct, frozen=True):
    """A forced turn while its question is open: the hand shown, and the card drawn, which is in no other
    place."""

    hand: tuple[str, ...]
    card: str


class Pending(Struct, frozen=True):
    """The draws of a turn of this round that have not been served. `what`: draws to be named, or cards above
    four to be returned. `extra`: the extra draws of the effect; `shown`: after a forced turn, so that cards
    may be returned."""

    round: int
    player: PlayerId
    what: Literal["draw", "surplus"]
    extra: int = 0
    shown: bool = False


class Public(Struct, frozen=True):
    """The public drawer. `order`: the turn order of the round. `turn`: the number of its turns that are over;
    `opened`: the next one has been opened, and its player is asked. `passed`: the players who passed in this
    round. `discards`: by category, oldest first; `archive`: the cards used by civil society, oldest first;
    `zone`: the backs of the cards set aside, the first one first. `piles`: the number of cards in each;
    `refills`: the number of refills in the whole game."""

    mode: Mode
    players: tuple[PlayerId, ...]
    seats: Mapping[PlayerId, Seat]
    regions: tuple[Region, ...]
    reserve: Six
    piles: Mapping[str, int]
    order: tuple[PlayerId, ...]
    round: int = 0
    turn: int = 0
    opened: bool = False
    forced: Forced | None = None
    pending: tuple[Pending, ...] = ()
    passed: tuple[PlayerId, ...] = ()
    discards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    archive: tuple[str, ...] = ()
    zone: tuple[str, ...] = ()
    refills: int = 0
    standings: tuple[Standing, ...] | None = None

    @property
    def over(self) -> bool:
        return self.standings is not None

    @property
    def absent(self) -> tuple[PlayerId, ...]:
        """The players for whom nobody waits (15.4), by number."""
        seats = self.seats
        return tuple([p for p in self.players if seats[p].left or ABSENCE.is_absent(seats[p].missed)])

    @property
    def asleep(self) -> bool:
        """Whether all players are absent (D38)."""
        return not self.over and len(self.absent) == len(self.players)

    @property
    def active(self) -> PlayerId | None:
        """The player whose turn it is in mode `turns`, once the setup is over."""
        if self.mode is Mode.ROUNDS or not self.round or self.turn >= len(self.order):
            return None
        return self.order[self.turn]

    def pending_of(self, player: PlayerId) -> Pending | None:
        """The pending draws of a player; there is at most one such question."""
        return next((each for each in self.pending if each.player == player), None)

    def cards_left(self) -> int:
        """The cards that can still be drawn: all piles, and the archive, which is shuffled back (D45)."""
        return sum(self.piles.values()) + len(self.archive)


class Private(Struct, frozen=True):
    """A private drawer: the hand in the order of drawing, and the plans filed in advance, best first."""

    hand: tuple[str, ...] = ()
    plans: tuple[Order, ...] = ()


class Hidden(Struct, frozen=True):
    """The hidden drawer. `piles`: top first. `zone`: the faces of the cards set aside."""

    piles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    zone: tuple[str, ...] = ()
