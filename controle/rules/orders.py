"""The orders as typed values (15.2): one frozen struct per kind, whose types say how each key is read."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Struct

from games.contract import Order
from games.rulekit.readers import AtMost, OneOf
from games.rulekit.shapes import OrderData, Shapes, order

from .content import CARDS, MAX_PLAYERS, PILES
from .notation import CATEGORIES

MOST_ENTRIES: Final = 12
"""Of any list of an answer; what is beyond it is damaged."""

CardId = Annotated[str, OneOf(frozenset(CARDS))]
CategoryId = Annotated[str, OneOf(frozenset(CATEGORIES))]
PileId = Annotated[str, OneOf(frozenset(PILES))]
Seated = Annotated[str, OneOf(frozenset(f"p{n}" for n in range(1, MAX_PLAYERS + 1)))]
Categories = Annotated[tuple[CategoryId, ...], AtMost(MOST_ENTRIES)]
Distinct = Annotated[tuple[CategoryId, ...], AtMost(MOST_ENTRIES, distinct=True)]
Cards = Annotated[tuple[CardId, ...], AtMost(MOST_ENTRIES)]
Piles = Annotated[tuple[PileId, ...], AtMost(MOST_ENTRIES)]
Use = Literal["level", "boost", "sabotage", "develop"]


class Free(Struct, frozen=True):
    """The free influence in the setup."""

    region: int
    category: CategoryId


class Start(OrderData, frozen=True):
    kind = "start"
    free: Free
    piles: Piles


class Invest(Struct, frozen=True):
    """One use of tokens (9). `category`: not for `develop`; `target`: only for `sabotage`. `pay` can be
    omitted if one token of the category is the only price."""

    use: Use
    category: CategoryId | None = None
    target: Seated | None = None
    pay: Categories = ()


class Answer(OrderData, frozen=True, kw_only=True):
    """The answer that plays an effect. `choices` has an entry for each step, or is empty; `end_steps`: places
    in the effect, from 0."""

    R: int
    V: int | None = None
    W: int | None = None
    U: Seated | None = None
    choices: Annotated[tuple[Categories, ...], AtMost(MOST_ENTRIES)] = ()
    invest: Annotated[tuple[Invest, ...], AtMost(MOST_ENTRIES)] = ()
    icons: Categories = ()
    end_steps: Annotated[tuple[int, ...], AtMost(MOST_ENTRIES, distinct=True)] = ()
    crossing_order: Distinct = ()
    draws: Piles = ()


class OfCard(Answer, frozen=True, kw_only=True):
    """An effect, counted from 1, of a card of the hand."""

    card: CardId
    effect: int


class Play(OfCard, frozen=True, kw_only=True):
    kind = "play"


class Plan(OfCard, frozen=True, kw_only=True):
    """A play for the player's next turn."""

    kind = "plan"


class Stuck(OrderData, frozen=True):
    kind = "stuck"


class Forced(Answer, frozen=True, kw_only=True):
    """`return`: with `draws`, the answer to the question that follows."""

    kind = "forced"
    return_: Cards = ()


class Draw(OrderData, frozen=True, kw_only=True):
    """`return`: only after a forced turn, and never in the form of a round."""

    kind = "draw"
    draws: Piles
    return_: Cards = ()


class Surplus(OrderData, frozen=True):
    kind = "surplus"
    return_: Cards


class Relief(OrderData, frozen=True):
    """Mode `rounds`: after a forced turn the whole shown hand is returned."""

    kind = "relief"


class Leave(OrderData, frozen=True):
    kind = "leave"


class Return(OrderData, frozen=True):
    kind = "return"


SHAPES: Final[Shapes[OrderData]] = Shapes(
    Start, Play, Stuck, Forced, Draw, Surplus, Plan, Relief, Leave, Return
)
"""Every kind of order."""


def filed_plan(kept: Order) -> Plan:
    """The typed order of a filed plan, which was read successfully when it was filed."""
    read = SHAPES.read(kept, 0)
    assert isinstance(read, Plan)
    return read


__all__ = ["SHAPES", "Answer", "Draw", "Forced", "Invest", "OfCard", "Plan", "Play", "Start", "order"]
