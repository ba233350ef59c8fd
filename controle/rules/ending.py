"""The end of a round: turn order, the three ends, sharing and ranks (13 and 14)."""

from __future__ import annotations

from typing import Literal

from games.contract import PlayerId, Standing
from games.rulekit.events import line
from games.rulekit.ranking import with_ranks

from .content import LAST_LEVEL, C
from .events import GameOver, Place, RegionShare, RoundBegan, Shared, Stand, Tracks
from .notation import CATEGORIES
from .score_lines import RegionPoints, TokensLeft
from .society import react
from .state import Public
from .table import Table
from .world import SIX, World, share_out, six


def end_round(table: Table) -> None:
    """End a round: reaction, end test, and the next round (7.1)."""
    react(table)
    world = World.of(table.public)
    reason = _end(table.public, world)
    if reason is not None:
        _finish(table, world, reason)
    else:
        begin_round(table, world)


def begin_round(table: Table, world: World) -> None:
    """Begin a round with the new turn order: by the two highest columns; players equal in both keep their
    order (13)."""
    public = table.public
    number = {player: place for place, player in enumerate(public.players)}
    tracks = {player: world.two_tracks(number[player]) for player in public.order}
    ranked = sorted(public.order, key=lambda player: tracks[player], reverse=True)
    table.change(order=tuple(ranked), round=public.round + 1, turn=0, opened=False, forced=None, passed=())
    told = tuple(Tracks(player, *tracks[player]) for player in ranked)
    regions = tuple(Stand(region.development, region.influence) for region in table.public.regions)
    table.tell(RoundBegan(table.public.round, told, regions, six(world.played)))


def _end(public: Public, world: World) -> Literal["level", "rounds", "passes"] | None:
    if LAST_LEVEL in world.global_levels():
        return "level"
    if public.round >= C.figures.rounds:
        return "rounds"
    return "passes" if len(public.passed) == len(public.players) else None


def _finish(table: Table, world: World, reason: Literal["level", "rounds", "passes"]) -> None:
    shared = shares(table.public)
    last = [CATEGORIES[each] for each in SIX if world.global_level(each) == LAST_LEVEL]
    standings = ranked(table.public, shared)
    table.change(standings=standings, pending=(), turn=0, opened=False, forced=None)
    places = tuple(
        Place(each.player, each.rank, each.score, sum(table.seat(each.player).held)) for each in standings
    )
    table.tell(GameOver(reason, tuple(last), shared, places))


def shares(public: Public) -> tuple[Shared, ...]:
    """The sharing of every region if the game ended now, players by number (14.2)."""
    found = []
    for slot, region in enumerate(public.regions):
        influence = [sum(region.influence[player]) for player in public.players]
        got = share_out(region.development, influence)
        each = tuple(map(RegionShare, public.players, influence, got))
        found.append(Shared(slot, region.development, each, region.development - sum(got)))
    return tuple(found)


def ranked(public: Public, shared: tuple[Shared, ...]) -> tuple[Standing, ...]:
    """The final places: most points, then most tokens; players equal in both share the rank (14.3)."""
    lines: dict[PlayerId, list[RegionPoints]] = {player: [] for player in public.players}
    for each in shared:
        for share in each.shares:
            slug = public.regions[each.region].slug
            lines[share.player].append(
                RegionPoints(share.points, slug, each.region, each.development, share.influence)
            )
    points = {player: sum(each.amount for each in lines[player]) for player in public.players}
    held = {player: sum(public.seats[player].held) for player in public.players}
    return tuple(
        Standing(player, rank, points[player], (*map(line, lines[player]), line(TokensLeft(0, held[player]))))
        for player, rank in with_ranks(public.players, lambda player: (-points[player], -held[player]))
    )
