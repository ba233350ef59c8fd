"""Orders given in advance: a list, best first, of which the first legal one is taken when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from msgspec import Struct

from ..contract import Problem
from .judging import Refusals

Filed = TypeVar("Filed")


class Tried(Struct, Generic[Filed], frozen=True):
    """The result of trying a list.

    `taken`: the order that answers the question; None if the player must be asked. `place`: its place in the
    list, from 0. `refused`: the first problem of each order before it; a problem names the order's place.
    """

    taken: Filed | None
    place: int | None
    refused: tuple[Problem, ...]


def first_legal(filed: Iterable[Filed], judge: Callable[[Filed, Refusals], None]) -> Tried[Filed]:
    """Try the orders one after the other against the current state until one is legal.

    `judge`: the one that also judges orders handed in. The list is not changed: the title decides whether it
    is kept, shortened or dropped, and what is reported to its author.
    """
    refused: list[Problem] = []
    for place, each in enumerate(filed):
        refuse = Refusals(place)
        judge(each, refuse)
        if not refuse.problems:
            return Tried(each, place, tuple(refused))
        refused.append(refuse.problems[0])
    return Tried(None, None, tuple(refused))
