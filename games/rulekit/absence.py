"""Absence: players who missed so many questions that the game no longer waits for them, and games that sleep.

The title keeps the counts in its public drawer, as a mapping from player to the number of questions missed in
a row. It decides which questions count and what absence means; who is absent follows from the counts alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from ..contract import PlayerId


class Absence(Struct, frozen=True):
    """A title's limits: the number of misses in a row after which a player is absent, and after which a
    player is out of the game (`forfeit_after`; None: nobody is).

    In the methods, `left` are players who declared themselves absent, in a title where they can come back.
    `players` never contains those who are out for good.
    """

    after: int
    forfeit_after: int | None = None

    def absent(
        self, players: Iterable[PlayerId], missed: Mapping[PlayerId, int], left: Collection[PlayerId] = ()
    ) -> tuple[PlayerId, ...]:
        """The players the game no longer waits for, in the order given."""
        return tuple([each for each in players if each in left or self.is_absent(missed.get(each, 0))])

    def is_absent(self, missed: int) -> bool:
        """Whether so many misses in a row make a player absent."""
        return missed >= self.after

    def asleep(
        self, players: Collection[PlayerId], missed: Mapping[PlayerId, int], left: Collection[PlayerId] = ()
    ) -> bool:
        """Whether all players are absent: then only doors are open, and no round passes."""
        return len(self.absent(players, missed, left)) == len(players)

    def begins(self, missed: int) -> bool:
        """Whether a player becomes absent with this number of misses in a row, so that an event tells it."""
        return missed == self.after

    def forfeits(self, players: Collection[PlayerId], missed: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
        """The players who are out of the game now, all at once; () if nobody would be left."""
        if self.forfeit_after is None:
            return ()
        gone = tuple(each for each in players if missed.get(each, 0) >= self.forfeit_after)
        return gone if len(gone) < len(players) else ()


def after_miss(missed: Mapping[PlayerId, int], player: PlayerId) -> dict[PlayerId, int]:
    """The counts after this player has missed one more question."""
    return {**missed, player: missed.get(player, 0) + 1}


def after_answer(missed: Mapping[PlayerId, int], player: PlayerId) -> dict[PlayerId, int]:
    """The counts after this player has answered or come back."""
    return {**missed, player: 0}


def split_asked(
    asked: Collection[PlayerId], *excused: Collection[PlayerId]
) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Split the players whom a sealed window asks into the awaited and the welcome, who may answer without
    being waited for.

    `excused`: groups of players who need not be awaited: first the absent, then those who have answered in
    advance. A window must wait for somebody: if everybody is excused, the last group is awaited after all, or
    else the group before it.
    """
    for count in range(len(excused), -1, -1):
        waived = {player for reason in excused[:count] for player in reason}
        awaited = tuple(player for player in asked if player not in waived)
        if awaited:
            break
    return awaited, tuple(player for player in asked if player in waived)
