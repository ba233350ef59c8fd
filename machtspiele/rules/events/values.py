"""Parts of events: counts, sums, shares. Amounts are in Pinats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.contract import PlayerId


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of employees put into or taken out of an office."""

    office: str
    count: int


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """`amount` in total for `count` of the things that `per` names."""

    per: str
    count: int
    amount: int


@dataclass(frozen=True, slots=True)
class Share:
    """A player's share of the Fool Card: one part from its victim, one from the bank."""

    player: PlayerId
    paid: int
    bank: int


@dataclass(frozen=True, slots=True)
class InfluencePart:
    """The influence of a player in 6.5, by what it is for."""

    player: PlayerId
    members: int
    boss: int
    settling_in: int


@dataclass(frozen=True, slots=True)
class NewDepartment:
    """The office of a new department, and the two offices from which its employees came."""

    office: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moving:
    """A move from an office or the supply to another."""

    was: str
    now: str


@dataclass(frozen=True, slots=True)
class NotPossible:
    """A preference that could not be carried out: its place in the list, from 0, and the first reason."""

    place: int
    order: str
    problem: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A final place, with the kinds of points and the figures that break ties."""

    player: PlayerId
    rank: int
    kinds: tuple[str, ...]
    cash: int
