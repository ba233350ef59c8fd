"""The world as numbers: map, tokens and globalization table, changed in place while a turn is worked out.

Players are numbered from 0 in the order of their ids, categories and types of tokens in the order of the
glossary. Copies are cheap, so that a page or a bot can try a turn."""

from __future__ import annotations

from collections.abc import Iterable
from operator import add
from typing import Final

from games.contract import PlayerId
from games.rulekit.kept import Last

from .content import C, layout_of, level_at
from .notation import CATEGORIES
from .state import Public, Region, Six

SIX = range(len(CATEGORIES))


class World:
    """`stacks[slot][player][category]`; `everywhere[player][category]`: the world total; `played[category]`:
    the number of cards in the discard. `order`: the turn order."""

    __slots__ = (
        "beside",
        "development",
        "everywhere",
        "held",
        "names",
        "order",
        "played",
        "reserve",
        "size",
        "slots",
        "stacks",
    )

    @staticmethod
    def of(public: Public) -> World:
        """The world of the public drawer, as a copy for the caller."""
        return _seen(public).copy()

    @staticmethod
    def read(public: Public) -> World:
        """Compute the world from the public drawer."""
        world = World()
        world.names = public.players
        world.size = len(public.players)
        world.slots = range(len(public.regions))
        world.beside = layout_of(world.size).neighbours
        world.stacks = [
            [list(region.influence[player]) for player in public.players] for region in public.regions
        ]
        world.development = [region.development for region in public.regions]
        world.held = [list(public.seats[player].held) for player in public.players]
        world.reserve = list(public.reserve)
        world.played = [len(public.discards.get(category, ())) for category in CATEGORIES]
        world.everywhere = [
            list(map(sum, zip(*[stacks[player] for stacks in world.stacks], strict=True)))
            for player in range(world.size)
        ]
        number = {player: place for place, player in enumerate(public.players)}
        world.order = [number[player] for player in public.order]
        return world

    def __init__(self) -> None:
        self.names: tuple[PlayerId, ...]
        self.size: int
        self.slots: range
        self.beside: tuple[tuple[int, ...], ...]
        self.stacks: list[list[list[int]]]
        self.development: list[int]
        self.held: list[list[int]]
        self.reserve: list[int]
        self.played: list[int]
        self.everywhere: list[list[int]]
        self.order: list[int]

    def copy(self) -> World:
        other = World()
        other.names, other.size, other.slots = self.names, self.size, self.slots
        other.beside, other.order = self.beside, self.order
        other.stacks = [[mine[:] for mine in stacks] for stacks in self.stacks]
        other.development = self.development[:]
        other.held = [mine[:] for mine in self.held]
        other.reserve = self.reserve[:]
        other.played = self.played[:]
        other.everywhere = [mine[:] for mine in self.everywhere]
        return other

    # ---- the globalization table (6) -------------------------------------------------------------------

    def column(self, player: int, category: int) -> int:
        return self.played[category] + self.everywhere[player][category]

    def level(self, player: int, category: int) -> int:
        return level_at(self.played[category] + self.everywhere[player][category], self.size)

    def global_level(self, category: int) -> int:
        """The level of the leading cube (D1)."""
        leading = max([mine[category] for mine in self.everywhere])
        return level_at(self.played[category] + leading, self.size)

    def global_levels(self) -> list[int]:
        return [self.global_level(category) for category in SIX]

    def by_advance(self, player: int) -> list[int]:
        """The categories, a player's most advanced first: by column, then influence, then order (11)."""
        mine, played = self.everywhere[player], self.played
        return sorted(SIX, key=lambda each: (-played[each] - mine[each], -mine[each]))

    def two_tracks(self, player: int) -> tuple[int, int]:
        """The two highest columns (13)."""
        columns = sorted((self.column(player, category) for category in SIX), reverse=True)
        return columns[0], columns[1]

    # ---- the map ---------------------------------------------------------------------------------------

    def total(self, slot: int, player: int) -> int:
        return sum(self.stacks[slot][player])

    def place(self, slot: int, player: int, category: int, amount: int) -> None:
        """Add influences, or remove them if negative; never below 0."""
        self.stacks[slot][player][category] += amount
        self.everywhere[player][category] += amount

    def others(self, player: int) -> list[int]:
        """All other players, in turn order."""
        return [each for each in self.order if each != player]

    def first_of(self, slot: int, among: Iterable[int]) -> int:
        """The player with the highest total in a region; in a tie, the first of `among`."""
        return max(among, key=lambda player: sum(self.stacks[slot][player]))

    def largest(self, slot: int, player: int, listed: Iterable[int]) -> int:
        """The category of the player's largest stack; in a tie, the first category."""
        stack = self.stacks[slot][player]
        return max(listed, key=lambda category: stack[category])

    # ---- tokens ----------------------------------------------------------------------------------------

    def take(self, player: int, kind: int) -> bool:
        """Take one token from the reserve; nothing if there is none, or if the limit is reached."""
        if self.reserve[kind] < 1 or sum(self.held[player]) >= C.figures.holding:
            return False
        self.reserve[kind] -= 1
        self.held[player][kind] += 1
        return True

    def give_back(self, player: int, kind: int) -> None:
        self.held[player][kind] -= 1
        self.reserve[kind] += 1

    # ---- back into drawers -------------------------------------------------------------------------------

    def regions(self, was: tuple[Region, ...]) -> tuple[Region, ...]:
        return tuple([self._region(slot, region) for slot, region in enumerate(was)])

    def _region(self, slot: int, was: Region) -> Region:
        stacks = {player: six(mine) for player, mine in zip(self.names, self.stacks[slot], strict=True)}
        if was.development == self.development[slot] and was.influence == stacks:
            return was
        return Region(was.slug, self.development[slot], stacks)


_seen: Final = Last(World.read)


def six(numbers: list[int]) -> Six:
    """The numbers as a tuple of six, as drawers store them."""
    pol, mil, rel, com, med, bio = numbers
    return pol, mil, rel, com, med, bio


def points(world: World) -> list[int]:
    """The points of each player if the game ended now (14.2)."""
    scores = [0] * world.size
    for slot in world.slots:
        shares = share_out(world.development[slot], list(map(sum, world.stacks[slot])))
        scores = list(map(add, scores, shares))
    return scores


def share_out(development: int, influence: list[int]) -> list[int]:
    """The points of one region for each player (14.2): the first alone until level with the second, then
    both, and so on; a point that not all of them can have is lost, and sharing stops."""
    if sum(influence) <= development:
        return influence
    remaining, height = development, max(influence)
    while height > 0:
        group = sum([mine >= height for mine in influence])
        if group > remaining:
            break
        remaining -= group
        height -= 1
    return [max(0, mine - height) for mine in influence]
