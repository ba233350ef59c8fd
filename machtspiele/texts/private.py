"""The events that only one or two players get."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Problem
from games.rulekit.judging import OrderDropped
from games.skin import Scene, figures

from ..rules import events as told
from . import amounts, names, problems
from .company import competences
from .telling import tell


@tell.register
def _nemesis(data: told.NemesisDealt, scene: Scene) -> str:
    if data.nemesis == scene.reader:
        return _("You drew your own colour: be ahead of everybody in two of {competences}.").format(
            competences=competences(data.card)
        )
    return _("Your nemesis is {player}: be ahead in {competences}.").format(
        player=scene.name(data.nemesis), competences=competences(data.card)
    )


@tell.register
def _dropped(data: OrderDropped, scene: Scene) -> str:
    why = problems.text(scene, Problem(data.problem, params=data.params))
    if not data.order:
        return _("Your form was set aside. {why}").format(why=why)
    return _("Not carried out: {order}. {why}").format(order=names.order(data.order), why=why)


@tell.register
def _filed(data: told.Filed, scene: Scene) -> str:
    if not data.actions and not data.replies:
        return _("You have filed nothing in advance.")
    actions = ngettext("{count} action", "{count} actions", data.actions)
    replies = ngettext("{count} standing reply", "{count} standing replies", data.replies)
    return _("Filed in advance: {actions}, {replies}.").format(
        actions=actions.format(count=figures.number(data.actions)),
        replies=replies.format(count=figures.number(data.replies)),
    )


@tell.register
def _passed_over(data: told.PassedOver, scene: Scene) -> str:
    lines = [
        _("{order} was not possible: {why}").format(
            order=names.order(each.order), why=problems.text(scene, Problem(each.problem, params=each.params))
        )
        for each in data.refused
    ]
    instead = (
        _("None of your choices was possible; the default was carried out: {order}.")
        if data.default
        else _("Done instead: {order}.")
    )
    return figures.sentence(*lines, instead.format(order=names.order(data.taken)))


@tell.register
def _outdone(data: told.NemesisOutdone, scene: Scene) -> str:
    return _("You outdo your nemesis: a victory point, as long as it lasts.")


@tell.register
def _lost(data: told.NemesisLost, scene: Scene) -> str:
    return _("Your nemesis has caught up: that victory point is lost for now.")


@tell.register
def _drawn(data: told.EventsDrawn, scene: Scene) -> str:
    return _("The six events drawn for you to order: {events}.").format(
        events=figures.listed([names.event(card) for card in data.cards])
    )


@tell.register
def _amount(data: told.BribeAmount, scene: Scene) -> str:
    return _("In the envelope of {player} for {target}, card {card}: {amount}.").format(
        player=scene.name(data.player),
        target=scene.name(data.target),
        card=names.card(data.card),
        amount=amounts.pinats(data.amount),
    )
