"""Absence: who has missed so much that the game no longer waits for him, and a game that sleeps.

The counts are a mapping in the title's public drawer: the questions a player has missed in a row. The title
says which questions count and tells what happens; who is absent follows from the counts alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ..contract import PlayerId


@dataclass(frozen=True, slots=True)
class Absence:
    """A title's figures: after so many misses in a row a player is absent, and out after so many more.

    `forfeit_after` None: nobody forfeits. `left`, in what follows: those who said themselves that they are
    away, where a title lets them come back; whoever is out for good is among no `players`.
    """

    after: int
    forfeit_after: int | None = None

    def absent(
        self, players: Iterable[PlayerId], missed: Mapping[PlayerId, int], left: Collection[PlayerId] = ()
    ) -> tuple[PlayerId, ...]:
        """The players the game no longer waits for, in the order given."""
        return tuple(each for each in players if each in left or self.is_absent(missed.get(each, 0)))

    def is_absent(self, missed: int) -> bool:
        """Whether so many misses in a row make a player absent."""
        return missed >= self.after

    def asleep(
        self, players: Collection[PlayerId], missed: Mapping[PlayerId, int], left: Collection[PlayerId] = ()
    ) -> bool:
        """Whether nobody is left to wait for: doors alone stand open, and no round passes."""
        return len(self.absent(players, missed, left)) == len(players)

    def begins(self, missed: int) -> bool:
        """Whether the last of so many misses in a row made its player absent, and is to be told."""
        return missed == self.after

    def forfeits(self, players: Collection[PlayerId], missed: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
        """Those who are out now, all at one moment; nobody if none would be left."""
        if self.forfeit_after is None:
            return ()
        gone = tuple(each for each in players if missed.get(each, 0) >= self.forfeit_after)
        return gone if len(gone) < len(players) else ()


def after_miss(missed: Mapping[PlayerId, int], player: PlayerId) -> dict[PlayerId, int]:
    """The counts once this player has missed one more question."""
    return {**missed, player: missed.get(player, 0) + 1}


def after_answer(missed: Mapping[PlayerId, int], player: PlayerId) -> dict[PlayerId, int]:
    """The counts once this player has answered, or come back."""
    return {**missed, player: 0}


def split_asked(
    asked: Collection[PlayerId], *excused: Collection[PlayerId]
) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Of those a sealed window asks: the awaited, and the welcome, who may answer while nobody waits.

    `excused`: the absent, then those who have answered in advance. A window has to wait for somebody: where
    all are excused the last reason given does not count, then the one before.
    """
    for count in range(len(excused), -1, -1):
        waived = {player for reason in excused[:count] for player in reason}
        awaited = tuple(player for player in asked if player not in waived)
        if awaited:
            break
    return awaited, tuple(player for player in asked if player in waived)
