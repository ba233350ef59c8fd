"""The final places: computing shared ranks, and reading the places once the game has ended."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from ..contract import PlayerId, Standing


class Ended(Protocol):
    """A public drawer that holds the places from the end of the game on."""

    @property
    def standings(self) -> tuple[Standing, ...] | None: ...


def as_written(public: Ended) -> tuple[Standing, ...] | None:
    """For `Rules.standings`: the places that were written when the game ended; None before that."""
    return public.standings


def with_ranks(
    players: Collection[PlayerId], key: Callable[[PlayerId], tuple[int, ...]]
) -> tuple[tuple[PlayerId, int], ...]:
    """The players with their ranks, the smallest `key` first, then in the order given. Players with equal
    keys share a rank, and the next rank counts all of them: 1, 2, 2, 4."""
    keys = {player: key(player) for player in players}
    return tuple(
        (player, 1 + sum(other < keys[player] for other in keys.values()))
        for player in sorted(keys, key=keys.__getitem__)
    )
