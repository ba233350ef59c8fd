"""The state of a game of MegaCorps (16.6): the public drawer, the private ones, and the hidden one.

Seats count from 0 in the order of `players`, rounds from 1. Money is in euros.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from games.contract import Order, PlayerId, Standing
from games.rulekit.absence import Absence
from games.rulekit.frames import Frame

from .content import CONSTANTS, CompanyState, Government, Mode
from .orders import AidRule, AntitrustRule, Bundle, CardOrder, PriceRule, ReactionRule

ABSENCE: Final = Absence(CONSTANTS.absent_after)


class Company(Struct, frozen=True):
    """A company; `owner` is set if and only if its state is `owned`."""

    state: CompanyState
    owner: PlayerId | None = None


class Country(Struct, frozen=True):
    """One of the eleven countries that can be controlled."""

    government: Government
    controller: PlayerId | None = None


class Seat(Struct, frozen=True):
    """The public part of a player; `missed`: the player's own turns in a row closed by the deadline (13);
    `history`: the money in euros at the end of each round, beginning with the set-up."""

    megacorp: str | None = None
    money: int = CONSTANTS.start_money
    mercenaries: int = CONSTANTS.start_mercenaries
    cards: int = 0
    missed: int = 0
    left: int | None = None  # the round in which this player left, 0 for the set-up
    history: tuple[int, ...] = ()

    @property
    def absent(self) -> bool:
        return self.left is None and ABSENCE.is_absent(self.missed)


class Question(Struct, frozen=True):
    """The public part of the open question. `kind` and `at` name its window. `asked`: all players it asks, in
    turn order; `policy`: those of them whose standing orders answer. `everybody`: all awaited players have
    left, so that all asked ones are awaited (D66). `player`: who buys, attacks, lets an industry pay, or
    plays the card; `other`: the controller asked, the player attacked, the loser of a war. `companies`: those
    that it is about.
    """

    kind: str
    at: tuple[int | str, ...]
    asked: tuple[PlayerId, ...]
    policy: tuple[PlayerId, ...] = ()
    everybody: bool = False
    player: PlayerId | None = None
    other: PlayerId | None = None
    country: str | None = None
    industry: str | None = None
    companies: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return "/".join([self.kind, *map(str, self.at)])


class Public(Struct, frozen=True):
    """The public drawer. `version`: the number of public events; `shown`: the number of windows opened;
    `asked_anew`: the number of cards played while the open turn was asked. `active` begins the round, `turn`
    is whose turn it is. `question` is None if the game is over, or sleeps before a turn."""

    mode: Mode
    players: tuple[PlayerId, ...]
    seats: Mapping[PlayerId, Seat]
    companies: Mapping[str, Company]
    countries: Mapping[str, Country]
    deck: int = 0
    aside: int = 0
    discard: tuple[str, ...] = ()
    clone_soldiers: bool = False
    round: int = 0
    active: PlayerId | None = None
    turn: PlayerId | None = None
    paid: PlayerId | None = None
    payout_taken: bool = False
    asked_anew: int = 0
    shown: int = 0
    version: int = 0
    question: Question | None = None
    standings: tuple[Standing, ...] | None = None

    @property
    def present(self) -> tuple[PlayerId, ...]:
        """The players still in the game, in seat order."""
        seats = self.seats
        return tuple([player for player in self.players if seats[player].left is None])

    @property
    def absent(self) -> tuple[PlayerId, ...]:
        return ABSENCE.absent(self.present, self._missed)

    @property
    def _missed(self) -> Mapping[PlayerId, int]:
        return {player: seat.missed for player, seat in self.seats.items()}

    @property
    def nobody_is_here(self) -> bool:
        """Whether all players still in the game are absent, so that the game sleeps instead of asking a turn
        (D65)."""
        return ABSENCE.asleep(self.present, self._missed)

    @property
    def dealt(self) -> bool:
        """Whether the MegaCorps have been dealt: the game has begun (D56)."""
        return self.seats[self.players[0]].megacorp is not None

    @property
    def over(self) -> bool:
        return self.standings is not None

    @property
    def programmed(self) -> bool:
        return self.mode is Mode.PROGRAMMED

    @property
    def asleep(self) -> bool:
        """Whether the game sleeps: all players still in it are absent, and a turn or a programme would be
        asked (D65)."""
        waits = self.question is None or self.question.kind in ("turn", "program")
        return waits and not self.over and self.nobody_is_here

    def order_from(self, first: PlayerId | None) -> tuple[PlayerId, ...]:
        """The players still in the game, clockwise from a seat, whether or not its own player is among
        them."""
        place = self.players.index(first) if first is not None else 0
        around = self.players[place:] + self.players[:place]
        return tuple(player for player in around if self.seats[player].left is None)

    @property
    def in_order(self) -> tuple[PlayerId, ...]:
        """The players still in the game, in the order of this round's turns."""
        return self.order_from(self.active)


class Offer(Struct, frozen=True):
    """A trade offer, in the drawers of both players. It ends with round `until`."""

    id: str
    by: PlayerId
    to: PlayerId
    give: Bundle
    want: Bundle
    until: int


class StandingOrders(Struct, frozen=True):
    """A player's standing orders (16.5)."""

    queued_action: Order | None = None
    company_wish_list: tuple[str, ...] = ()
    antitrust_policy: tuple[AntitrustRule, ...] = ()
    mercenary_prices: tuple[PriceRule, ...] = ()
    spoils_preferences: tuple[str, ...] = ()
    war_aid_policy: tuple[AidRule, ...] = ()
    payout_reaction_policy: tuple[ReactionRule, ...] = ()
    card_orders: tuple[CardOrder, ...] = ()


class Private(Struct, frozen=True):
    """A private drawer. `bids`: the bids given or received in the open bargain, by company; `counters`: the
    counter-prices put to the buyer. `offers_made`: the number of offers to each player."""

    hand: tuple[str, ...] = ()
    standing: StandingOrders = field(default_factory=StandingOrders)
    offers: tuple[Offer, ...] = ()
    offers_made: Mapping[PlayerId, int] = field(default_factory=dict)
    bids: Mapping[str, int] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)


class Hidden(Struct, frozen=True):
    """The hidden drawer: the deck, top first; the cards set aside; the frames still to be run, the next one
    last, with their sealed data."""

    deck: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()
