"""Resolution 0: drawing the world and the organizations (5); and the end of the setup, when all have answered
S1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.contract import Dice, Outcome, PlayerId, State

from . import defaults
from . import orders as o
from .content import ORGANIZATIONS, PILES, REGIONS, C, copies, layout_of, size_of
from .ending import begin_round
from .events import FreePlaced, Group, Missed, Tile, WorldDrawn
from .meta import mode_of
from .notation import CATEGORIES, PLACE
from .state import NONE, Hidden, Private, Public, Region, Seat
from .table import Table
from .world import World, six


def setup(
    players: tuple[PlayerId, ...], options: Mapping[str, Any], dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """Steps 1 to 8 of 5.2, with the named draws of D48; then all players are asked S1."""
    size, layout = size_of(len(players)), layout_of(len(players))
    slots = tuple(range(len(size.chips)))
    tiles = dice.shuffled(tuple(REGIONS), "regions")
    chips = dice.shuffled(size.chips, "chips")
    piles = {pile: dice.shuffled(copies(pile), "pile", pile) for pile in PILES}
    organizations = dice.shuffled(tuple(ORGANIZATIONS), "organizations")
    homes = dice.shuffled(slots, "homes")
    seats, groups = {}, []
    for player, organization, home in zip(players, organizations, homes, strict=False):
        beside = dice.pick(layout.neighbours[home], "minor", player)
        seats[player] = Seat(organization, home)
        groups.append(Group(player, organization, home, beside))
    provisional = dice.shuffled(players, "provisional")
    regions = tuple(
        Region(tile, chip, dict.fromkeys(players, NONE)) for tile, chip in zip(tiles, chips, strict=False)
    )
    public = Public(
        mode=mode_of(options),
        players=players,
        seats=seats,
        regions=regions,
        reserve=six([size.reserve] * len(CATEGORIES)),
        piles={pile: len(cards) for pile, cards in piles.items()},
        order=provisional,
        discards=dict.fromkeys(CATEGORIES, ()),
    )
    table = Table(State(public, dict.fromkeys(players, Private()), Hidden(piles)), dice)
    world = World.of(public)
    for place, group in enumerate(groups):
        of = ORGANIZATIONS[group.organization]
        major, minor = PLACE[of.major], PLACE[of.minor]
        world.place(group.home, place, major, C.figures.home_influences)
        world.place(group.minor, place, minor, C.figures.neighbour_influences)
        world.take(place, major)
        world.take(place, minor)
    table.keep_world(world)
    told = tuple(Tile(region.slug, region.development) for region in regions)
    table.tell(WorldDrawn(public.mode, told, tuple(groups), provisional))
    return table.outcome()


def begin(table: Table, answers: Mapping[PlayerId, o.Start]) -> None:
    """Steps 10 and 11: the free influences, then all draws of one player after the other, then the turn
    order. Players without a form get the default, which does not count for absence."""
    world = World.of(table.public)
    chosen = {}
    for place, player in enumerate(table.public.players):
        answer = answers.get(player)
        if answer is None:
            answer = defaults.start(table.public, player)
            table.tell(Missed(player, "start"))
        chosen[player] = answer
        world.place(answer.free.region, place, PLACE[answer.free.category], 1)
        table.tell(FreePlaced(player, answer.free.region, answer.free.category))
    table.keep_world(world)
    for player in table.public.order:
        table.serve(player, chosen[player].piles)
    begin_round(table, world)
