"""Which effects can be played, with or without compensation (7.2, 9, 11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from .content import CARDS, C, Card, Effect
from .notation import CATEGORIES
from .orders import Invest
from .world import World


class Option(Struct, frozen=True):
    """An effect of a card of the hand; `invest`: the levels that have to be bought for it."""

    card: Card
    effect: Effect
    invest: tuple[Invest, ...] = ()

    @property
    def rank(self) -> tuple[int, int, int, str, int]:
        """The sort key: the smallest sum of levels first; then category, level of the pile, card, effect
        (15.3.2)."""
        return (
            self.effect.sum_of_levels, self.card.category, self.card.level, self.card.id, self.effect.rank,
        )  # fmt: skip


OWN: Final = tuple(Invest("level", category, None, (category,)) for category in CATEGORIES)
"""A level bought with a token of its very category."""


def missing(world: World, me: int, effect: Effect) -> tuple[tuple[int, int], ...]:
    """The levels that a player lacks for an effect, by category."""
    short = [(category, level - world.level(me, category)) for category, level in effect.requires]
    return tuple([each for each in short if each[1] > 0])


def compensation(world: World, me: int, effect: Effect) -> tuple[Invest, ...] | None:
    """How a player could buy the missing levels: with tokens of the category first, then with pairs of the
    types they hold most; None if they cannot."""
    short = missing(world, me, effect)
    if not short:
        return ()
    held = world.held[me][:]
    bought, pairs = [], []
    for category, by in short:
        own = min(by, held[category])
        held[category] -= own
        bought += [OWN[category]] * own
        pairs += [category] * (by - own)
    if C.figures.one_by_other * len(pairs) > sum(held):
        return None
    for category in pairs:
        paid = []
        for _ in range(C.figures.one_by_other):
            kind = max((kind for kind in range(len(held)) if kind != category), key=held.__getitem__)
            held[kind] -= 1
            paid.append(CATEGORIES[kind])
        bought.append(Invest("level", CATEGORIES[category], None, tuple(paid)))
    return tuple(bought)


def any_option(world: World, me: int, hand: Iterable[str]) -> bool:
    """Whether any effect of the hand can be played."""
    return any(compensation(world, me, effect) is not None for card in hand for effect in CARDS[card].effects)


def options(world: World, me: int, hand: Iterable[str]) -> list[Option]:
    """Every effect of the hand that can be played, with the levels to be bought; the weakest first
    (15.3.2)."""
    found = []
    for card in dict.fromkeys(hand):
        for effect in CARDS[card].effects:
            invest = compensation(world, me, effect)
            if invest is not None:
                found.append(Option(CARDS[card], effect, invest))
    return sorted(found, key=lambda option: option.rank)
