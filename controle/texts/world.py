"""The events of the game and of its players: the start, absence, the end."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import Scene, figures
from games.skin.telling import players

from ..rules import events as told
from ..rules.content import C
from . import amounts, names
from .telling import tell


@tell.register
def _world(data: told.WorldDrawn, scene: Scene) -> str:
    tiles = [
        _("{region} {development}").format(
            region=names.region(each.slug), development=figures.number(each.development)
        )
        for each in data.regions
    ]

    def region(slot: int) -> str:
        return names.region(data.regions[slot].slug) if 0 <= slot < len(data.regions) else str(slot)

    groups = [
        _("{player}: {organization}, at home in {home}, with a foothold in {minor}").format(
            player=scene.name(each.player),
            organization=names.organization(each.organization),
            home=region(each.home),
            minor=region(each.minor),
        )
        for each in data.groups
    ]
    return figures.sentence(
        _("The world and its development: {regions}.").format(regions=figures.listed(tiles)),
        _("{groups}.").format(groups=figures.parts(groups)),
        _("The first cards are dealt in this order: {players}.").format(
            players=players(data.provisional, scene)
        ),
    )


@tell.register
def _free(data: told.FreePlaced, scene: Scene) -> str:
    return _("{player} places a free influence {region}: {category}.").format(
        player=scene.name(data.player),
        region=names.in_region_at(scene.view.public, data.region),
        category=names.category(data.category),
    )


@tell.register
def _missed(data: told.Missed, scene: Scene) -> str:
    return _("No answer from {player} ({question}): the rules choose instead.").format(
        player=scene.name(data.player), question=_question(data.window)
    )


@tell.register
def _defaulted(data: told.Defaulted, scene: Scene) -> str:
    return _("The rules choose for {player} ({question}).").format(
        player=scene.name(data.player), question=_question(data.window)
    )


def _question(kind: str) -> str:
    name = names.window(kind)
    return name[:1].lower() + name[1:]


@tell.register
def _absent(data: told.WentAbsent, scene: Scene) -> str:
    after = C.figures.absent_after
    return ngettext(
        "{player} has let {count} turn go by and is absent: nobody waits any more.",
        "{player} has let {count} turns in a row go by and is absent: nobody waits any more.",
        after,
    ).format(player=scene.name(data.player), count=figures.number(after))


@tell.register
def _left(data: told.Left, scene: Scene) -> str:
    return _("{player} leaves: the influences stay, and so does the way back.").format(
        player=scene.name(data.player)
    )


@tell.register
def _came_back(data: told.CameBack, scene: Scene) -> str:
    return _("{player} is back.").format(player=scene.name(data.player))


@tell.register
def _asleep(data: told.FellAsleep, scene: Scene) -> str:
    return _("Everybody is absent, and the game sleeps. The first to come back wakes it.")


@tell.register
def _over(data: told.GameOver, scene: Scene) -> str:
    shared = [
        _("{region} ({development}): {shares}").format(
            region=names.region_at(scene.view.public, each.region),
            development=figures.number(each.development),
            shares=", ".join(
                _("{player} {points}").format(
                    player=scene.name(share.player), points=figures.number(share.points)
                )
                for share in each.shares
                if share.points
            )
            or _("nobody"),
        )
        for each in data.regions
    ]
    return figures.sentence(
        _why_over(data),
        _winners(data, scene),
        _("By region: {regions}.").format(regions=figures.parts(shared)) if shared else "",
    )


def _why_over(data: told.GameOver) -> str:
    """What ended the game (14.1)."""
    if data.reason == "rounds":
        return _("The last round is over, and the game with it.")
    if data.reason == "passes":
        return _("A whole round of passes: the game is over.")
    reached = figures.listed([names.category(category) for category in data.categories])
    if not reached:
        return _("The last level is reached: the game is over.")
    return _("At level {level} after the round: {categories}. The game is over.").format(
        level=names.level(len(names.ROMAN) - 1), categories=reached
    )


def _winners(data: told.GameOver, scene: Scene) -> str:
    winners = [each for each in data.places if each.rank == 1]
    if not winners:
        return ""
    text = ngettext(
        "{players} wins with {points}.", "{players} share the victory with {points}.", len(winners)
    )
    first = text.format(
        players=players([each.player for each in winners], scene), points=amounts.points(winners[0].score)
    )
    others = [
        _("{player} {points}").format(player=scene.name(each.player), points=amounts.points(each.score))
        for each in data.places
        if each.rank > 1
    ]
    return figures.sentence(
        first, _("Then come {players}.").format(players=figures.listed(others)) if others else ""
    )
