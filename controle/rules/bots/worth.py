"""What a world is worth to a player: points as they would be shared now, what else counts, and what civil
society would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..content import CARDS, Card
from ..notation import CATEGORIES, CivilSociety
from ..society import SECOND_PILE_FROM, players_of, region_of
from ..world import World, points


@dataclass(frozen=True, slots=True)
class Taste:
    """What the bot likes, in points. `leader`, `others`: what the best of the others has, and what they
    have on average; `spare`: an influence that earns nothing yet; `token`: one held; `fear`: of losses to
    civil society."""

    leader: float = 0.4
    others: float = 0.3
    spare: float = 0.22
    token: float = 0.22
    fear: float = 0.6


PLAIN = Taste()


def worth(world: World, me: int, taste: Taste = PLAIN) -> float:
    """The standing of a player, cards in the zone left aside."""
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
    """The cards that can lie in a pile."""
    pile = f"{CATEGORIES[category]}{level}"
    return [card for card in CARDS.values() if card.pile == pile]


DESIGNS = {(category, level): designs(category, level) for category in range(6) for level in (1, 2)}


def struck(world: World, me: int, waiting: Iterable[tuple[int, int]]) -> float:
    """What civil society is expected to take from this player, less half of what it takes from each other, if
    the cards that wait were turned up now; each by its category and the level of its pile, as nobody knows
    more."""
    expected = 0.0
    strikes = _Strikes(world, me)
    for (category, level), times in Counter(waiting).items():
        now = world.global_level(category)
        cards = DESIGNS[category, level]
        expected += times / len(cards) * sum(strikes.of(card.civil_society, now) for card in cards)
    return expected


class _Strikes:
    """The losses of one line after the other in one world; regions are found once."""

    def __init__(self, world: World, me: int) -> None:
        self.world, self.me = world, me
        self._regions: dict[tuple[str, str], int] = {}

    def of(self, society: CivilSociety, now: int) -> float:
        """What I lose, less a share of what others lose, at a level of the card's category."""
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
    """Of the pile that a category sets a card aside from, at a level."""
    return 2 if now >= SECOND_PILE_FROM else 1
