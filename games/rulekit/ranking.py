"""The final places: who shares a rank, and where they are read once the game has ended."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from ..contract import PlayerId, Standing


class Ended(Protocol):
    """A public drawer that holds the places from the end of the game on."""

    @property
    def standings(self) -> tuple[Standing, ...] | None: ...


def as_written(public: Ended) -> tuple[Standing, ...] | None:
    """`Rules.standings`: the places as they were written when the game ended; None while it goes on."""
    return public.standings


def with_ranks(
    players: Collection[PlayerId], key: Callable[[PlayerId], tuple[int, ...]]
) -> tuple[tuple[PlayerId, int], ...]:
    """The players with their ranks, the smallest `key` first, then in the order given. Whose keys are equal
    share a rank, and the next one comes after all of them: 1, 2, 2, 4."""
    keys = {player: key(player) for player in players}
    return tuple(
        (player, 1 + sum(other < keys[player] for other in keys.values()))
        for player in sorted(keys, key=keys.__getitem__)
    )
