"""Orders given in advance: a list, best first; when its moment comes, the first that is legal is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..contract import Problem
from .judging import Refusals

Filed = TypeVar("Filed")


@dataclass(frozen=True, slots=True)
class Tried(Generic[Filed]):
    """What came of a list.

    `taken`: the order that is the answer, None if the question has to be asked; `place`: where it stood, from
    0. `refused`: why none before it was taken, the first problem of each, which names its place.
    """

    taken: Filed | None
    place: int | None
    refused: tuple[Problem, ...]


def first_legal(filed: Iterable[Filed], judge: Callable[[Filed, Refusals], None]) -> Tried[Filed]:
    """Each in its order, as the state is now, until one is legal; those after it are not looked at.

    `judge` is the same that judges an order handed in. Nothing is used up here: whether the list is kept,
    shortened or dropped, and what its author is told, is the title's to say.
    """
    refused: list[Problem] = []
    for place, each in enumerate(filed):
        refuse = Refusals(place)
        judge(each, refuse)
        if not refuse.problems:
            return Tried(each, place, tuple(refused))
        refused.append(refuse.problems[0])
    return Tried(None, None, tuple(refused))
