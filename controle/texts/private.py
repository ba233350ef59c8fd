"""The events that only one player gets."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Problem
from games.rulekit.judging import OrderDropped
from games.skin import Scene, figures

from ..rules import events as told
from . import names, problems
from .telling import cards, tell


@tell.register
def _dropped(data: OrderDropped, scene: Scene) -> str:
    why = problems.text(scene, Problem(data.problem, params=data.params))
    if not data.order:
        return _("Your form was set aside. {why}").format(why=why)
    return _("Not carried out: {order}. {why}").format(order=names.order(data.order), why=why)


@tell.register
def _drawn(data: told.FacesDrawn, scene: Scene) -> str:
    return ngettext("You drew this card: {cards}.", "You drew these cards: {cards}.", len(data.cards)).format(
        cards=cards(data.cards)
    )


@tell.register
def _returned(data: told.FacesReturned, scene: Scene) -> str:
    return ngettext(
        "You returned this card: {cards}.", "You returned these cards: {cards}.", len(data.cards)
    ).format(cards=cards(data.cards))


@tell.register
def _filed(data: told.PlansFiled, scene: Scene) -> str:
    if not data.cards:
        return _("You have no plans on file any more.")
    plans = [_plan(card, effect) for card, effect in zip(data.cards, data.effects, strict=False)]
    return _("Filed for your next turn, best first: {plans}.").format(plans=figures.parts(plans))


@tell.register
def _tried(data: told.PlansTried, scene: Scene) -> str:
    lines = [
        _("Plan {number}, {plan}, was not possible. {why}").format(
            number=figures.number(each.place + 1),
            plan=_plan(each.card, each.effect),
            why=problems.text(scene, Problem(each.problem, params=dict(each.params))),
        )
        for each in data.refused
    ]
    if data.taken is None:
        lines.append(_("None of your plans was possible."))
    else:
        lines.append(_("Your plan {number} was played.").format(number=figures.number(data.taken + 1)))
    return figures.sentence(*lines)


def _plan(card: str, effect: int) -> str:
    return _("{card}, “{effect}”").format(card=names.card(card), effect=names.effect(card, effect))
