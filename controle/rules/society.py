"""Civil society: setting cards aside, and the reaction at the end of a round (12)."""

from __future__ import annotations

from .content import CARDS
from .events import CivilSocietyStruck, Crossed, Loss
from .notation import CATEGORIES, PLACE, CivilSociety, Reaction
from .table import Table
from .turn import Crossing
from .world import World

SECOND_PILE_FROM = 3
"""From level III on the card comes from the second pile of the category (D16)."""


def set_aside(table: Table, player: int, crossing: Crossing) -> None:
    """Put one card at the end of the queue, face down, however many levels were crossed (12.1, D17)."""
    slug = CATEGORIES[crossing.category]
    level = 2 if crossing.now >= SECOND_PILE_FROM else 1
    taken: str | None = None
    pile = ""
    for pile in (f"{slug}{level}", f"{slug}{3 - level}"):
        taken = table.top(pile)
        if taken is not None:
            break
    if taken is not None:
        table.change(zone=(*table.public.zone, pile))
        table.set_hidden(zone=(*table.hidden.zone, taken))
    name = table.public.players[player]
    table.tell(Crossed(name, slug, crossing.was, crossing.now, pile if taken is not None else None))


def react(table: Table) -> None:
    """Resolve the queue from the first card set aside to the last (12.2, D18), and empty it."""
    cards = table.hidden.zone
    table.set_hidden(zone=())
    table.change(zone=())
    world = World.of(table.public)
    for card in cards:
        _strike(table, world, card)
        table.change(archive=(*table.public.archive, card))
    table.keep_world(world)


def _strike(table: Table, world: World, card: str) -> None:
    """Resolve one card: its level is read now, its region found, and its players determined before any loss
    (D19)."""
    category, society = CARDS[card].category, CARDS[card].civil_society
    level = world.global_level(category)
    slot = region_of(world, society)
    steps = [(at, step) for at, step in enumerate(society.steps) if step.above <= level]
    struck = {at: players_of(world, slot, step) for at, step in enumerate(society.steps)}
    losses: list[Loss] = []
    was = world.development[slot]
    for at, step in steps:
        if step.op == "develop":
            world.development[slot] += step.amount
            continue
        for player in struck[at]:
            losses += _lose(world, slot, player, at, step)
    table.tell(
        CivilSocietyStruck(
            card, CATEGORIES[category], level, slot, world.development[slot] - was, tuple(losses)
        )
    )


def _lose(world: World, slot: int, player: int, at: int, step: Reaction) -> list[Loss]:
    """Remove influences, as far as there are any; losses of one stack are one event."""
    lost: dict[int, int] = {}
    for _ in range(step.amount):
        everything = range(len(CATEGORIES))
        category = step.category if step.who != "top" else world.largest(slot, player, everything)
        if world.stacks[slot][player][category]:
            world.place(slot, player, category, -1)
            lost[category] = lost.get(category, 0) + 1
    name = world.names[player]
    return [Loss(at, name, CATEGORIES[category], amount) for category, amount in lost.items()]


def region_of(world: World, society: CivilSociety) -> int:
    """The region that a line strikes: by its rank, its tie-breaker, the total of all players, and the lowest
    slot (12.2.2)."""

    def by(rank: str) -> list[int]:
        if rank == "dom":
            return [max(map(sum, stacks)) for stacks in world.stacks]
        if rank == "tot":
            return totals
        category = PLACE[rank]
        return [sum([mine[category] for mine in stacks]) for stacks in world.stacks]

    totals = [sum(map(sum, stacks)) for stacks in world.stacks]
    ranked, tied = by(society.rank), by(society.tie)
    return max(world.slots, key=lambda slot: (ranked[slot], tied[slot], totals[slot], -slot))


def players_of(world: World, slot: int, step: Reaction) -> list[int]:
    """The players that a step strikes, without those who have nothing to lose there (12.2.3, D21)."""
    stacks = world.stacks[slot]
    if step.op == "develop":
        return []
    if step.who == "each":
        return [player for player in world.order if stacks[player][step.category]]
    if step.who == "top":
        first = world.first_of(slot, world.order)
        return [first] if any(stacks[first]) else []
    first = max(world.order, key=lambda player: (stacks[player][step.category], sum(stacks[player])))
    return [first] if stacks[first][step.category] else []
