"""The orders of a title that does not exist, with every type a field may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Struct, field

from games.contract import PlayerId
from games.rulekit.readers import AtMost, Number, OneOf, Text
from games.rulekit.shapes import OrderData, Shapes

Town = Annotated[str, OneOf({"rome": 1, "oslo": 2, "lima": 3})]


class Ship(OrderData, frozen=True):
    kind = "ship"
    town: Town
    tons: Annotated[int, Number(500)]
    insured: bool
    side: Literal["left", "right"]


class Give(OrderData, frozen=True):
    kind = "give"
    to: PlayerId
    amount: int


class Tell(OrderData, frozen=True):
    """Nothing of it has to be given."""

    kind = "tell"
    text: Annotated[str, Text(5)] = ""
    town: Town | None = None
    prices: Mapping[Town, Annotated[int, Number(9)]] = field(default_factory=dict)


class Rule(Struct, frozen=True):
    """A part of an order."""

    town: Town
    price: int | None = None


class File(OrderData, frozen=True):
    kind = "file"
    rules: Annotated[tuple[Rule, ...], AtMost(2)]
    towns: Annotated[tuple[Town, ...], AtMost(3, distinct=True)]
    first: Rule


class Wait(OrderData, frozen=True):
    kind = "wait"


AnyOrder = Ship | Give | Tell | File | Wait
SHAPES: Shapes[AnyOrder] = Shapes(Ship, Give, Tell, File, Wait)

SHIP = {"town": "rome", "tons": 3, "insured": True, "side": "left"}
FILE = {"rules": [{"town": "oslo"}], "towns": ["oslo", "rome"], "first": {"town": "lima", "price": 4}}
