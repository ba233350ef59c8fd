"""The events that only one or two players get."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.contract import Problem
from games.skin import Scene, figures

from ..rules import events as told
from ..rules.orders import BEFORE_TURN, LAST_CALL, ROUND_START
from . import names, problems
from .parties import party
from .telling import tell, things


def _why(problem: str, params: Mapping[str, Any], scene: Scene) -> str:
    return problems.text(scene, Problem(problem, params=params))


def trigger(when: str, scene: Scene) -> str:
    """The moment of a card order: `before the turn of Ana`."""
    if when == LAST_CALL:
        return _("at the last call")
    if when.startswith(ROUND_START):
        return _("at the start of round {round}").format(round=when.removeprefix(ROUND_START))
    return _("before the turn of {player}").format(player=party(scene, when.removeprefix(BEFORE_TURN)))


@tell.register
def _drawn(data: told.CardsDrawn, scene: Scene) -> str:
    return _("You draw: {cards}.").format(cards=figures.listed([names.card(one) for one in data.cards]))


@tell.register
def _moved(data: told.CardsMoved, scene: Scene) -> str:
    lines = []
    for giver, cards in ((data.player, data.given), (data.to, data.got)):
        if cards:
            listed = figures.listed([names.card(one) for one in cards])
            lines.append(_("Cards of {player} that changed hands: {cards}.").format(
                player=party(scene, giver), cards=listed
            ))  # fmt: skip
    return figures.sentence(*lines) or _("No card changed hands.")


@tell.register
def _dropped(data: told.OrderDropped, scene: Scene) -> str:
    return _("Not done: {order}. {why}").format(
        order=names.order(data.order) or _("an order"), why=_why(data.problem, data.params, scene)
    )


@tell.register
def _play_dropped(data: told.PlayDropped, scene: Scene) -> str:
    why = _why(data.problem, data.params, scene)
    if data.trigger is None:
        return _("{card} was not played. {why}").format(card=names.card(data.card), why=why)
    return _("{card} was not played {when}. {why}").format(
        card=names.card(data.card), when=trigger(data.trigger, scene), why=why
    )


@tell.register
def _queued(data: told.QueuedActionTaken, scene: Scene) -> str:
    return _("Your queued action was taken: {order}.").format(order=names.order(data.order))


@tell.register
def _queued_dropped(data: told.QueuedActionDropped, scene: Scene) -> str:
    return _("Your queued action was not possible: {order}. {why}").format(
        order=names.order(data.order), why=_why(data.problem, data.params, scene)
    )


@tell.register
def _programme(data: told.ProgrammeRead, scene: Scene) -> str:
    done = (
        _("Your programme: no line was possible, and you passed.")
        if data.taken is None
        else _("Your programme: line {line} was taken, {order}.").format(
            line=data.taken + 1, order=names.order(data.order)
        )
    )
    return figures.sentence(done, *(line_refused(one, scene) for one in data.refused))


def line_refused(one: told.LineRefused, scene: Scene) -> str:
    """Why a line of a programme could not be taken."""
    return _("Line {line}, {order}: {why}").format(
        line=one.line + 1, order=names.order(one.order), why=_why(one.problem, one.params, scene)
    )


@tell.register
def _filed(data: told.StandingOrdersFiled, scene: Scene) -> str:
    return _("Your standing orders are changed: {orders}.").format(
        orders=figures.parts(names.order(kind) for kind in data.orders)
    )


@tell.register
def _offer(data: told.OfferMade, scene: Scene) -> str:
    return _(
        "{player} offers {to}: {give} for {want}. The offer stands until the end of round {round}."
    ).format(
        player=party(scene, data.player),
        to=party(scene, data.to),
        give=things(data.give),
        want=things(data.want),
        round=data.until,
    )


@tell.register
def _ended(data: told.OfferEnded, scene: Scene) -> str:
    line = {
        "refused": _("{to} refuses the offer of {player}."),
        "withdrawn": _("{player} withdraws the offer to {to}."),
        "expired": _("The offer of {player} to {to} has run out."),
        "left": _("The offer of {player} to {to} ends: one of the two has left."),
        "failed": _("The offer of {player} to {to} fails: a card was no longer there."),
    }[data.why]
    return line.format(player=party(scene, data.player), to=party(scene, data.to))
