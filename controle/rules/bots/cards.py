"""Cards: the categories that the hand needs, useful piles, and cards that can be spared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..content import CARDS
from ..draws import cards_by_pile
from ..notation import CATEGORIES
from ..playable import missing
from ..state import Public
from ..world import SIX, World


def wanted(world: World, me: int, hand: Sequence[str]) -> list[int]:
    """The use of one more level, influence or token of each category: by the needs of the hand, then by the
    player's advance."""
    need: Counter[int] = Counter()
    for card in hand:
        for effect in CARDS[card].effects:
            for category, _ in effect.requires:
                need[category] += 3
            for category, by in missing(world, me, effect):
                need[category] += by
    return [10 * need[category] + world.column(me, category) for category in SIX]


def useful_piles(public: Public, me: int, hand: Sequence[str], number: int) -> tuple[str, ...]:
    """The piles to draw from: those of the most advanced categories first, the second pile once its second
    effect is in reach, and not too many cards of one category."""
    world, left = World.of(public), cards_by_pile(public)
    held = Counter(CARDS[card].category for card in hand)
    piles: list[str] = []
    for _ in range(number):
        found = max(
            (f"{slug}{level}" for slug in CATEGORIES for level in (1, 2) if left[f"{slug}{level}"] > 0),
            key=lambda pile: _use_of(world, me, pile, held),
            default=None,
        )
        if found is None:
            break
        left[found] -= 1
        held[CATEGORIES.index(found[:-1])] += 1
        piles.append(found)
    return tuple(piles)


def _use_of(world: World, me: int, pile: str, held: Counter[int]) -> float:
    category = CATEGORIES.index(pile[:-1])
    level = world.level(me, category)
    # the number of effects of its cards that can be played
    reached = level - (1 if pile.endswith("2") else 0)
    strength = min(3, reached) + (1.5 if pile.endswith("2") else 0)
    return (strength if reached > 0 else -2) + world.column(me, category) / 10 - 0.6 * held[category]


def spared(world: World, me: int, hand: Sequence[str], number: int) -> tuple[str, ...]:
    """The least useful cards, the worst first."""

    def use_of(card: str) -> float:
        effects = CARDS[card].effects
        short = [sum(by for _, by in missing(world, me, effect)) for effect in effects]
        best = max((rank for rank, lack in enumerate(short, 1) if lack == 0), default=0)
        return best + 0.6 * (CARDS[card].level - 1) - 0.3 * min(short)

    return tuple(sorted(hand, key=use_of)[:number])
