"""The values that events are made of: counts, sums, parts. Amounts are in Pinats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.contract import PlayerId


@dataclass(frozen=True, slots=True)
class Counted:
    """Some employees in, or out of, an office."""

    office: str
    count: int


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """`amount` in all for `count` of what `per` names."""

    per: str
    count: int
    amount: int


@dataclass(frozen=True, slots=True)
class Share:
    """What one player gets of the Fool Card: so much from its victim, so much from the bank."""

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
    """Where it stands, and the two offices its employees came from."""

    office: str
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moving:
    """From an office, or the supply, to another."""

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
    """A place at the end, with the kinds of points and what breaks ties."""

    player: PlayerId
    rank: int
    kinds: tuple[str, ...]
    cash: int
