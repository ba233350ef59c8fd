"""Draws, from what everybody sees: the piles that can be named, their substitutes, and the number of draws
(10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.contract import PlayerId

from .content import CARDS, PILES, C
from .notation import CATEGORIES
from .state import Pending, Public
from .world import World


def cards_by_pile(public: Public, back: Iterable[str] = ()) -> Counter[str]:
    """The number of cards that can be drawn from each pile: those in it, those of its archive, and those put
    back before."""
    found = Counter(public.piles)
    found.update(CARDS[card].pile for card in public.archive)
    found.update(CARDS[card].pile for card in back)
    return found


def instead(left: Counter[str], pile: str) -> str | None:
    """The pile that is served for `pile`: itself or, if it is exhausted, the other one of its category, or
    else the first one with cards (5.2.10); None if there are no cards at all."""
    other = f"{pile[:-1]}{3 - int(pile[-1])}"
    return next((each for each in (pile, other, *PILES) if left[each] > 0), None)


def draws_of(public: Public, extra: int, hand: int, back: int = 0) -> int:
    """The number of draws with `hand` cards in hand, after `back` of them were put back (10.2, D45)."""
    return max(0, min(max(extra, C.figures.hand - hand), public.cards_left() + back))


def owed(public: Public, pending: Pending, back: int = 0) -> int:
    """The number of draws of a question, or of cards above four."""
    hand = len(public.seats[pending.player].backs) - back
    if pending.what == "surplus":
        return hand - C.figures.hand
    return draws_of(public, pending.extra, hand, back)


def ranked_piles(public: Public, player: PlayerId) -> tuple[str, ...]:
    """All piles in the order of a default: the player's most advanced category first, level 1 before level
    2."""
    ranking = World.of(public).by_advance(public.players.index(player))
    return tuple(f"{CATEGORIES[category]}{level}" for category in ranking for level in (1, 2))


def default_piles(
    public: Public, player: PlayerId, number: int, back: Sequence[str] = (), named: Sequence[str] = ()
) -> tuple[str, ...]:
    """The piles that a default names for `number` draws (T2), each as long as it has cards; `named` are drawn
    before."""
    left = cards_by_pile(public, back)
    left.subtract(named)
    ranking = ranked_piles(public, player)
    piles = []
    for _ in range(number):
        pile = next((each for each in ranking if left[each] > 0), None)
        if pile is None:
            break
        left[pile] -= 1
        piles.append(pile)
    return tuple(piles)
