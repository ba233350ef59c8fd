"""The answers to a question: the orders that stand, by player; whoever is missing has given none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from games.contract import PlayerId
from games.rulekit.shapes import OrderData

Answers = Mapping[PlayerId, tuple[OrderData, ...]]
Kind = TypeVar("Kind", bound=OrderData)


def all_of(answers: Answers, player: PlayerId, kind: type[Kind]) -> tuple[Kind, ...]:
    """His orders of a kind, in their order."""
    return tuple(each for each in answers.get(player, ()) if isinstance(each, kind))


def first(answers: Answers, player: PlayerId, kind: type[Kind]) -> Kind | None:
    return next(iter(all_of(answers, player, kind)), None)
