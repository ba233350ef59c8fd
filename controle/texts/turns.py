"""The events of turns and of civil society: who played what, where, and what it changed."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import Scene, figures

from ..rules import events as told
from ..rules.content import CARDS
from . import amounts, effects, names
from .telling import cards, extra_draws, regions, tell, tokens


@tell.register
def _round(data: told.RoundBegan, scene: Scene) -> str:
    order = [
        _("{player} ({first} and {second})").format(
            player=scene.name(each.player),
            first=figures.number(each.first),
            second=figures.number(each.second),
        )
        for each in data.tracks
    ]
    return _("Round {round} begins, in the order of the two best columns: {players}.").format(
        round=figures.number(data.round), players=figures.listed(order)
    )


@tell.register
def _played(data: told.Played, scene: Scene) -> str:
    public = scene.view.public
    first = _("{player} plays the forced card {card}, “{effect}”.") if data.forced else _(
        "{player} plays {card}, “{effect}”."
    )  # fmt: skip
    headline = first.format(
        player=scene.name(data.player),
        card=names.card(data.card),
        effect=names.effect(data.card, data.effect),
    )
    lines = [
        _("{region}: {changes}").format(region=names.region_at(public, slot), changes=changes)
        for slot, changes in regions(scene, data.player, data.changes)
    ]
    map_of = figures.parts(lines) or _("Nothing changes on the map")
    uses = tokens(scene, data)
    if extra := extra_draws(data.changes):
        uses.append(
            ngettext("{count} extra draw", "{count} extra draws", extra).format(count=figures.number(extra))
        )
    return figures.sentence(
        headline,
        _("{changes}.").format(changes=map_of),
        _("{player} {uses}.").format(player=scene.name(data.player), uses=figures.parts(uses)),
    )


@tell.register
def _crossed(data: told.Crossed, scene: Scene) -> str:
    params = {
        "category": names.category(data.category),
        "was": names.level(data.was),
        "now": names.level(data.now),
        "player": scene.name(data.player),
    }
    if data.pile is None:
        return _(
            "{category} rises from level {was} to {now} in the turn of {player}, and no card is left to set "
            "aside."
        ).format(**params)
    return _(
        "{category} rises from level {was} to {now} in the turn of {player}: a card of {pile} is set aside."
    ).format(pile=names.pile(data.pile), **params)


@tell.register
def _stuck(data: told.DeclaredStuck, scene: Scene) -> str:
    return _("{player} prefers to spend no tokens, and is stuck.").format(player=scene.name(data.player))


@tell.register
def _forced(data: told.ForcedTurn, scene: Scene) -> str:
    return figures.sentence(
        _("{player} plays no card of the hand, and shows it: {cards}.").format(
            player=scene.name(data.player), cards=cards(data.hand)
        )
        if data.hand
        else _("{player} has no card in hand.").format(player=scene.name(data.player)),
        _("Drawn from {pile}, to be played instead: {card}.").format(
            pile=names.pile(data.pile), card=names.card(data.card)
        ),
    )


@tell.register
def _passed(data: told.PassedTurn, scene: Scene) -> str:
    return _("{player} can play nothing, and no card is left to draw: the turn is passed.").format(
        player=scene.name(data.player)
    )


@tell.register
def _drew(data: told.Drew, scene: Scene) -> str:
    return _("{player} draws from {piles}.").format(
        player=scene.name(data.player), piles=amounts.piles(data.piles)
    )


@tell.register
def _put_back(data: told.PutBack, scene: Scene) -> str:
    return _("{player} returns cards under their piles: {piles}.").format(
        player=scene.name(data.player), piles=amounts.piles(data.piles)
    )


@tell.register
def _refilled(data: told.Refilled, scene: Scene) -> str:
    return _("{pile} is used up; its archive, {cards}, is shuffled to make the new pile.").format(
        pile=names.pile(data.pile), cards=amounts.cards(data.cards)
    )


@tell.register
def _struck(data: told.CivilSocietyStruck, scene: Scene) -> str:
    """Where a card struck, why there, and the losses."""
    line = CARDS[data.card].civil_society
    found = effects.where_it_strikes(line.rank)
    changes = [amounts.development(data.developed)] if data.developed else []
    changes += [
        _("{player} {change}").format(
            player=scene.name(each.player), change=amounts.in_category(-each.amount, each.category)
        )
        for each in data.losses
    ]
    struck = _("{card} ({category}, level {level}) strikes {region}, {why}: {changes}.").format(
        card=names.card(data.card),
        category=names.category(data.category),
        level=names.level(data.level),
        region=names.the_region_at(scene.view.public, data.region),
        why=found[:1].lower() + found[1:],
        changes=", ".join(changes) or _("nobody loses anything"),
    )
    return figures.sentence(struck, more(data))


def more(data: told.CivilSocietyStruck) -> str:
    """The level from which on a card would have done more, in words; "" if it did everything."""
    beyond = [step.above for step in CARDS[data.card].civil_society.steps if step.above > data.level]
    if not beyond:
        return ""
    return _("From level {level} it would have done more.").format(level=names.level(min(beyond)))
