"""A bot's form while it is being made: its orders, the money left, and the bot's aims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct, field

from games.contract import Dice, Order, PlayerId
from games.rulekit.shapes import order

from ..content import CONSTANTS, VICTORY
from ..desk import PlayerTurn, cost, scoring_background
from ..market import dividend_rate
from ..orders import QuarterOrder, Run
from ..state import Public
from .taste import PLAIN, Taste

T = TypeVar("T")

UNOWNED = 10**12  # in nuyens: more than any share yields
POINT = 150_000
"""The value of a victory point for a bot, in nuyens."""


class Plan(Struct):
    """`left`: nuyens not yet spent on this form. `bonuses`: influence bonuses not yet used."""

    desk: PlayerTurn
    public: Public
    dice: Dice
    taste: Taste = PLAIN
    orders: list[Order] = field(default_factory=list)
    left: int = 0
    bonuses: int = 0
    shares: dict[str, int] = field(default_factory=dict)
    main: str = ""
    leader: PlayerId | None = None
    up: str | None = None
    down: str | None = None
    drawn: int = 0

    def __post_init__(self) -> None:
        self.left = self.desk.private.money
        self.bonuses = self.desk.bonuses_quota
        self.shares = dict(self.desk.seat.shares)
        self.leader = self._leader() if self.taste.hunts else None
        self.main = self._main()

    @property
    def last_turn(self) -> bool:
        return self.turns_left == 1

    @property
    def turns_left(self) -> int:
        """Turns still to play, this one included."""
        return CONSTANTS.total_turns - self.desk.market.turn + 1

    @property
    def background(self) -> str | None:
        return scoring_background(self.desk.private)

    def wants(self, title: str) -> bool:
        """Whether the bot has a Strategy on this title, or likes it."""
        return title in self.desk.private.strategies or title in self.taste.titles

    def chance(self, percent: int, *label: str) -> bool:
        return self.dice.percent("bot", *label) <= percent

    def pick(self, among: Sequence[T], *label: str) -> T:
        return self.dice.pick(among, "bot", *label)

    def noise(self, spread: int, *label: str) -> int:
        """A random number from -spread to spread."""
        return self.dice.below(2 * spread + 1, "bot", *label) - spread

    def add(self, chosen: QuarterOrder, *, keep: int = 0) -> bool:
        """Add an order if at least `keep` nuyens are left after paying it. Returns whether it was added."""
        price = cost(self.desk, chosen)
        if price > self.left - keep:
            return False
        self.left -= price
        if isinstance(chosen, Run):
            self.bonuses -= chosen.influence_bonus
        self.orders.append(order(chosen))
        return True

    def fresh(self) -> str:
        """A part of a label that has not been used on this form."""
        self.drawn += 1
        return str(self.drawn)

    def worth(self, corporation: str) -> int:
        """Future dividends of one share, in nuyens, if nothing changed. Those of the last turn do not count,
        because they come after the final money is recorded."""
        market = self.desk.market
        rate = dividend_rate(market.ranks[corporation], market.size)
        return rate * market.assets[corporation] * (self.turns_left - 1)

    @property
    def reserve(self) -> int:
        """Nuyens to keep so that, with this turn's dividends, the bot can buy a share next turn."""
        if self.turns_left < 3:
            return 0
        market = self.desk.market
        cheap = min(market.assets, key=lambda slug: (market.ranks[slug] == market.size, market.assets[slug]))
        price = CONSTANTS.share_price_per_asset * market.assets[cheap]
        income = sum(
            count * market.assets[slug] * dividend_rate(market.ranks[slug], market.size)
            for slug, count in self.shares.items()
        )
        return max(0, price - income // 2)  # the other half may be lost

    def holding(self, player: PlayerId, corporation: str) -> int:
        """A player's shares of a corporation; for the bot itself, including those bought on this form."""
        if player == self.desk.player:
            return self.shares.get(corporation, 0)
        return self.public.seats[player].shares.get(corporation, 0)

    def rivals(self) -> list[PlayerId]:
        return [player for player in self.public.players if player != self.desk.player]

    def threat(self, corporation: str) -> int:
        """How many shares more than the bot the others have of a corporation."""
        others = max(self.holding(rival, corporation) for rival in self.rivals())
        return 2 * others - 3 * self.shares.get(corporation, 0)

    def yields(self, player: PlayerId, corporation: str) -> int:
        """The worth of a player's shares of a corporation: points and future dividends, in nuyens."""
        rank, scale = self.desk.market.ranks[corporation], VICTORY.shares_by_final_rank
        points = scale[rank - 1] if rank <= len(scale) else 0
        return self.holding(player, corporation) * (points * POINT + self.worth(corporation))

    def feeds(self, corporation: str) -> int:
        """How much more a corporation yields to the others, above all to the leader, than to the bot."""
        others = [self.yields(rival, corporation) for rival in self.rivals()]
        leader = self.yields(self.leader, corporation) if self.leader else 0
        return 2 * leader + sum(others) - 4 * self.yields(self.desk.player, corporation)

    def _leader(self) -> PlayerId | None:
        """The rival whose shares yield most."""
        market = self.desk.market
        fortunes = {one: sum(self.yields(one, each) for each in market.assets) for one in self.rivals()}
        return max(fortunes, key=lambda one: fortunes[one]) if fortunes else None

    def _main(self) -> str:
        """The bot's main corporation: the one of which it has most shares, otherwise that of its citizenship,
        otherwise the first one."""
        market = self.desk.market
        citizenship = self.desk.seat.citizenship
        held = any(self.shares.values())

        def weight(corporation: str) -> tuple[int, bool, int]:
            owned = self.shares.get(corporation, 0) * market.assets[corporation]
            if self.taste.hunts and held:
                owned = -self.feeds(corporation) if owned else -UNOWNED
            return owned, corporation == citizenship, -market.ranks[corporation]

        return max(market.assets, key=weight)
