"""The worth of a world to a player: points as they would be shared now, other assets, and expected losses to
civil society."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from ..content import CARDS, Card
from ..notation import CATEGORIES, CivilSociety
from ..society import SECOND_PILE_FROM, players_of, region_of
from ..world import World, points


class Taste(Struct, frozen=True):
    """The bot's weights, in points. `leader`, `others`: for the points of the best opponent, and of all on
    average; `spare`: for an influence that earns nothing yet; `token`: for a token held; `fear`: for losses
    to civil society."""

    leader: float = 0.4
    others: float = 0.3
    spare: float = 0.22
    token: float = 0.22
    fear: float = 0.6


PLAIN = Taste()


def worth(world: World, me: int, taste: Taste = PLAIN) -> float:
    """The worth for a player, without regard to the cards in the zone."""
    scores = points(world)
    mine = scores[me]
    rest = [score for player, score in enumerate(scores) if player != me]
    influence = sum(world.everywhere[me])
    return (
        mine
        - taste.leader * max(rest)
        - taste.others * sum(rest) / len(rest)
        + taste.spare * (influence - mine)
        + taste.token * sum(world.held[me])
    )


def designs(category: int, level: int) -> list[Card]:
    """The designs of a pile."""
    pile = f"{CATEGORIES[category]}{level}"
    return [card for card in CARDS.values() if card.pile == pile]


DESIGNS = {(category, level): designs(category, level) for category in range(6) for level in (1, 2)}


def struck(world: World, me: int, waiting: Iterable[tuple[int, int]]) -> float:
    """The expected losses of this player to civil society, less half of those of each opponent, if the cards
    in the zone were turned up now. Of each only category and level of its pile are used, because nobody knows
    more."""
    expected = 0.0
    strikes = _Strikes(world, me)
    for (category, level), times in Counter(waiting).items():
        now = world.global_level(category)
        cards = DESIGNS[category, level]
        expected += times / len(cards) * sum(strikes.of(card.civil_society, now) for card in cards)
    return expected


class _Strikes:
    """The losses by lines of civil society in one world; the regions are cached."""

    def __init__(self, world: World, me: int) -> None:
        self.world, self.me = world, me
        self._regions: dict[tuple[str, str], int] = {}

    def of(self, society: CivilSociety, now: int) -> float:
        """The player's losses, less a share of the others', at a level of the card's category."""
        key = society.rank, society.tie
        slot = self._regions.get(key, -1)
        if slot < 0:
            slot = self._regions[key] = region_of(self.world, society)
        lost = 0.0
        for step in society.steps:
            if step.op == "lose" and step.above <= now:
                for player in players_of(self.world, slot, step):
                    share = 1.0 if player == self.me else -0.5 / (self.world.size - 1)
                    lost += step.amount * share
        return lost


def pile_level(now: int) -> int:
    """The level of the pile from which a category at this level sets a card aside."""
    return 2 if now >= SECOND_PILE_FROM else 1
