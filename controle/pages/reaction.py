"""The reaction of civil society, card by card: where and whom it struck and why, and from which level on it
would have done more."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene, figures

from ..rules.content import CARDS
from ..rules.events import CivilSocietyStruck
from ..rules.notation import PLACE, Reaction
from ..rules.society import players_of
from ..rules.world import World
from ..texts import effects, names
from ..texts import turns as sentences
from ..texts.people import Seen, seen
from .common import public_of
from .faces import Back, back
from .then import Moment


class Lost(Struct, frozen=True):
    """Influences that a player lost."""

    who: Seen
    amount: str
    category: str


class Strike(Struct, frozen=True):
    """A card of the zone. `developed`: the development of the region before and after, "" if it did not
    change; `why`: sentences, () if the world of that moment is not known; `line`: the text of the card."""

    number: int
    back: Back
    level: str
    name: str
    region: str
    developed: tuple[str, str] | None
    lost: tuple[Lost, ...]
    why: tuple[str, ...]
    line: str
    more: str


def strike(scene: Scene, number: int, data: CivilSocietyStruck, found: Moment | None) -> Strike:
    """`found`: the world before the card, None if it is not known."""
    people, card = seen(scene), CARDS[data.card]
    lost: Counter[tuple[PlayerId, str]] = Counter()
    for loss in data.losses:
        lost[loss.player, loss.category] += loss.amount
    was = found.regions[data.region].development if found is not None else None
    return Strike(
        number,
        back(card.pile),
        names.level(data.level),
        names.card(data.card),
        names.region_at(public_of(scene), data.region),
        (figures.number(was), figures.number(was + data.developed))
        if was is not None and data.developed
        else None,
        tuple(
            Lost(people[player], figures.signed(-amount), names.category(category))
            for (player, category), amount in lost.items()
        ),
        tuple(_why(scene, data, found)) if found is not None else (),
        effects.civil_society(card),
        sentences.more(data),
    )


# ---- the reasons -------------------------------------------------------------------------------------------


def _why(scene: Scene, data: CivilSocietyStruck, found: Moment) -> list[str]:
    """The reasons for the region first, then for the players struck by each kind of step."""
    world = World.of(found.public(public_of(scene)))
    line = CARDS[data.card].civil_society
    said = [_region(scene, world, data.region, line.rank, line.tie)]
    told: set[tuple[str, int]] = set()
    for step in line.steps:
        if step.above <= data.level and step.op == "lose" and (step.who, step.category) not in told:
            told.add((step.who, step.category))
            said.append(_players(scene, world, data.region, step))
    return said


def _of(world: World, rank: str, slot: int) -> int:
    """The figure by which regions are ranked (12.2.2)."""
    if rank == "dom":
        return max(map(sum, world.stacks[slot]))
    if rank == "tot":
        return sum(map(sum, world.stacks[slot]))
    return sum(stack[PLACE[rank]] for stack in world.stacks[slot])


def _region(scene: Scene, world: World, slot: int, rank: str, tie: str) -> str:
    """Why this region: the figure of which it has most, and what broke a tie."""
    most = _of(world, rank, slot)
    first = _most(scene, world, slot, rank, most)
    level = [other for other in world.slots if other != slot and _of(world, rank, other) == most]
    if not level:
        return first
    for by in (tie, "tot"):
        mine, best = _of(world, by, slot), max(_of(world, by, other) for other in level)
        if mine > best:
            decided = _("Tied: {regions}; {figure} decides, {mine} to {best}.").format(
                regions=_regions(scene, level),
                figure=_figure(by),
                mine=figures.number(mine),
                best=figures.number(best),
            )
            return figures.sentence(first, decided)
        level = [other for other in level if _of(world, by, other) == mine]
    decided = _("Tied in everything: {regions}; the first on the map is struck.")
    return figures.sentence(first, decided.format(regions=_regions(scene, level)))


def _most(scene: Scene, world: World, slot: int, rank: str, most: int) -> str:
    count = figures.number(most)
    if rank in PLACE:
        return _("Most {category} of all regions: {count}.").format(
            category=names.category(rank), count=count
        )
    if rank == "tot":
        return _("Most influence of all regions: {count}.").format(count=count)
    first = [
        scene.name(world.names[place]) for place, stack in enumerate(world.stacks[slot]) if sum(stack) == most
    ]
    return _("The highest total of one player anywhere: {players}, {count}.").format(
        players=figures.listed(first) if most else _("nobody"), count=count
    )


def _regions(scene: Scene, slots: list[int]) -> str:
    return figures.listed([names.region_at(public_of(scene), slot) for slot in slots])


def _figure(by: str) -> str:
    if by in PLACE:
        return names.category(by)
    return _("the highest total of one player") if by == "dom" else _("all influence together")


def _players(scene: Scene, world: World, slot: int, step: Reaction) -> str:
    """Whom a step struck, and what broke a tie between players (12.2.3)."""
    struck = players_of(world, slot, step)
    category = names.category(step.category) if step.category >= 0 else ""
    if not struck:
        return (
            _("Nobody has {category} there.").format(category=category) if category else _("Nobody is there.")
        )
    listed = figures.listed([scene.name(world.names[player]) for player in struck])
    if step.who == "each":
        return _("All who have {category} there: {players}.").format(category=category, players=listed)
    (first,), stacks = struck, world.stacks[slot]
    if step.who == "top":
        count = sum(stacks[first])
        said = _("Most influence there: {player}, {count}.").format(
            player=listed, count=figures.number(count)
        )
        level = [each for each in world.others(first) if sum(stacks[each]) == count]
    else:
        count = stacks[first][step.category]
        said = _("Most {category} there: {player}, {count}.").format(
            category=category, player=listed, count=figures.number(count)
        )
        level = [each for each in world.others(first) if stacks[each][step.category] == count]
        best = max((sum(stacks[each]) for each in level), default=0)
        if level and best < sum(stacks[first]):
            decided = _("Tied: {players}; the total there decides, {mine} to {best}.").format(
                players=_named(scene, world, level),
                mine=figures.number(sum(stacks[first])),
                best=figures.number(best),
            )
            return figures.sentence(said, decided)
        level = [each for each in level if sum(stacks[each]) == best]
    if not level:
        return said
    decided = _("Tied: {players}; whoever played earlier in the round is struck.")
    return figures.sentence(said, decided.format(players=_named(scene, world, level)))


def _named(scene: Scene, world: World, players: list[int]) -> str:
    return figures.listed([scene.name(world.names[player]) for player in players])
