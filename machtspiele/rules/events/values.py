"""Parts of events: counts, sums, shares. Amounts are in Pinats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from games.contract import PlayerId


class Counted(Struct, frozen=True):
    """A number of employees put into or taken out of an office."""

    office: str
    count: int


class MoneyLine(Struct, frozen=True):
    """`amount` in total for `count` of the things that `per` names."""

    per: str
    count: int
    amount: int


class Share(Struct, frozen=True):
    """A player's share of the Fool Card: one part from its victim, one from the bank."""

    player: PlayerId
    paid: int
    bank: int


class InfluencePart(Struct, frozen=True):
    """The influence of a player in 6.5, by what it is for."""

    player: PlayerId
    members: int
    boss: int
    settling_in: int


class NewDepartment(Struct, frozen=True):
    """The office of a new department, and the two offices from which its employees came."""

    office: str
    sources: tuple[str, ...]


class Moving(Struct, frozen=True):
    """A move from an office or the supply to another."""

    was: str
    now: str


class NotPossible(Struct, frozen=True):
    """A preference that could not be carried out: its place in the list, from 0, and the first reason."""

    place: int
    order: str
    problem: str
    params: Mapping[str, Any]


class Place(Struct, frozen=True):
    """A final place, with the kinds of points and the figures that break ties."""

    player: PlayerId
    rank: int
    kinds: tuple[str, ...]
    cash: int
