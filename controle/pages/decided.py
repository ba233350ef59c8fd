"""What decided a game: why it ended, where the winner got ahead, where the runner-up led."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Standing
from games.skin import Scene, figures
from games.skin.deciding import first_two

from ..rules.content import LAST_LEVEL, C
from ..rules.score_lines import RegionPoints, TokensLeft, read
from ..rules.world import SIX, World
from ..texts import amounts, names
from .common import public_of


def decided(scene: Scene) -> list[str]:
    """In sentences, from what everybody may read; empty for a game that was ended early."""
    standings = public_of(scene).standings
    if standings is None:
        return []
    found = [_why_it_ended(scene)]
    if two := first_two(standings):
        found += _difference(scene, *two)
    return found


def _why_it_ended(scene: Scene) -> str:
    public = public_of(scene)
    world = World.of(public)
    last = [names.category(names.slug_of(one)) for one in SIX if world.global_level(one) == LAST_LEVEL]
    if last:
        return ngettext(
            "{categories} stood at level {level} after civil society had answered: that was the end.",
            "{categories} stood at level {level} after civil society had answered: that was the end.",
            len(last),
        ).format(categories=figures.listed(last), level=names.level(LAST_LEVEL))
    if public.round >= C.figures.rounds:
        return _("Round {round} is the last in any game.").format(round=public.round)
    return _("In round {round} everybody passed: that was the end.").format(round=public.round)


def _difference(scene: Scene, first: Standing, second: Standing) -> Iterator[str]:
    winner, loser = scene.name(first.player), scene.name(second.player)
    mine, theirs = _by_region(scene, first), _by_region(scene, second)
    ahead = {region: mine[region] - theirs[region] for region in mine if mine[region] > theirs[region]}
    behind = [region for region in mine if mine[region] < theirs[region]]
    if first.score > second.score:
        yield ngettext(
            "{winner} finished {count} point ahead of {second}.",
            "{winner} finished {count} points ahead of {second}.",
            first.score - second.score,
        ).format(count=figures.number(first.score - second.score), winner=winner, second=loser)
    else:
        yield _(
            "{winner} and {second} have as many points. Tokens left decide: {mine} against {theirs}."
        ).format(winner=winner, second=loser, mine=_tokens(first), theirs=_tokens(second))
    if ahead:
        most = max(ahead, key=lambda region: ahead[region])
        yield _("{winner} led by most in {region}: {mine} against {theirs}.").format(
            winner=winner, region=most, mine=amounts.points(mine[most]), theirs=amounts.points(theirs[most])
        )
    if behind:
        yield _("{second} was ahead in {regions}.").format(second=loser, regions=figures.listed(behind))


def _by_region(scene: Scene, row: Standing) -> dict[str, int]:
    """A player's points by the region's name."""
    lines = [line for line in map(read, row.breakdown) if isinstance(line, RegionPoints)]
    got = {line.slot: line.amount for line in lines}
    regions = enumerate(public_of(scene).regions)
    return {names.region(region.slug): got.get(slot, 0) for slot, region in regions}


def _tokens(row: Standing) -> str:
    held = next((line.tokens for line in map(read, row.breakdown) if isinstance(line, TokensLeft)), 0)
    return figures.number(held)
