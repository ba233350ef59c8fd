"""The events of actions: what each player did, with its figures."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.skin import Scene, figures

from ..rules import events as told
from . import amounts, general, names
from .telling import counted, out_of, pushed_off, tell


@tell.register
def _recruited(data: told.Recruited, scene: Scene) -> str:
    return _("{player} recruits: {places}.").format(
        player=scene.name(data.player), places=counted(data.place)
    )


@tell.register
def _opened(data: told.Opened, scene: Scene) -> str:
    new = [
        _("{office} with employees of {sources}").format(
            office=names.office(each.office), sources=names.offices(dict.fromkeys(each.sources))
        )
        for each in data.new
    ]
    return _("{player} opens {departments}.").format(
        player=scene.name(data.player), departments=figures.listed(new)
    )


@tell.register
def _newcomer(data: told.NewcomerOpened, scene: Scene) -> str:
    opened = _("{player} opens a department in {office} with {employees} from the supply.").format(
        player=scene.name(data.player),
        office=names.office(data.office),
        employees=general.employees_text(data.supply),
    )
    if not data.moved:
        return opened
    return figures.sentence(opened, _("Plus {employees}.").format(employees=out_of(data.moved)))


@tell.register
def _moved(data: told.DepartmentsMoved, scene: Scene) -> str:
    moves = [
        _("{was} to {now}").format(was=names.office(each.was), now=names.office(each.now))
        for each in data.moves
    ]
    return _("{player} moves {offices}.").format(
        player=scene.name(data.player), offices=figures.listed(moves)
    )


@tell.register
def _merged(data: told.Merged, scene: Scene) -> str:
    merged = _("{player} merges {offices} into a general department in {office}, with {employees}.").format(
        player=scene.name(data.player),
        offices=names.offices(data.merged),
        office=names.office(data.office),
        employees=general.employees_text(data.employees),
    )
    parts = [merged, _("Dismissed: {count}.").format(count=figures.number(data.dismissed))]
    if data.overflow:
        parts.append(_("Moved on: {places}.").format(places=counted(data.overflow)))
    return figures.sentence(*parts)


@tell.register
def _resigned(data: told.Resigned, scene: Scene) -> str:
    text = (
        _("{player} resigns from {division}, to the board.")
        if data.to == "board"
        else _("{player} resigns from {division}, into consulting.")
    )
    parts = [text.format(player=scene.name(data.player), division=names.division(data.division))]
    if data.closed:
        parts.append(
            _("Closed there: {offices}; employees dismissed: {count}.").format(
                offices=names.offices(data.closed), count=figures.number(data.dismissed)
            )
        )
    return figures.sentence(*parts, pushed_off(data.pushed, scene))


@tell.register
def _bribe(data: told.BribeOffered, scene: Scene) -> str:
    text = (
        _("{player} hands {target} an envelope for the card {card}.")
        if data.offer == 1
        else _("{player} hands {target} a second envelope, for the card {card}.")
    )
    return text.format(
        player=scene.name(data.player), target=scene.name(data.target), card=names.card(data.card)
    )


@tell.register
def _accepted(data: told.BribeAccepted, scene: Scene) -> str:
    return _("{target} accepts: {card} goes to {player}.").format(
        target=scene.name(data.target), card=names.card(data.card), player=scene.name(data.player)
    )


@tell.register
def _refused(data: told.BribeRefused, scene: Scene) -> str:
    if data.office is None:
        return _("{target} refuses, keeps {card}, and has no employee to lose.").format(
            target=scene.name(data.target), card=names.card(data.card)
        )
    return _("{target} refuses and keeps {card}, but loses an employee of {office}.").format(
        target=scene.name(data.target), card=names.card(data.card), office=names.office(data.office)
    )


@tell.register
def _corrupt(data: told.CardCorrupt, scene: Scene) -> str:
    return _("{player} holds {card}, corrupt, until the next board meeting.").format(
        player=scene.name(data.player), card=names.card(data.card)
    )


@tell.register
def _influence(data: told.InfluenceBought, scene: Scene) -> str:
    return _("{player} dismisses {employees}: 1 influence.").format(
        player=scene.name(data.player), employees=out_of(data.dismissed)
    )


@tell.register
def _general(data: told.GeneralBought, scene: Scene) -> str:
    return _("{player} buys a general department in {office} for {amount}.").format(
        player=scene.name(data.player), office=names.office(data.office), amount=amounts.pinats(data.cost)
    )


@tell.register
def _consultant(data: told.ConsultantBought, scene: Scene) -> str:
    return _("{player} buys a consultant for {division}, {amount}.").format(
        player=scene.name(data.player),
        division=names.division(data.division),
        amount=amounts.pinats(data.cost),
    )


@tell.register
def _shares(data: told.SharesBought, scene: Scene) -> str:
    bought = _("{player} buys a certificate of {value} for {amount}.").format(
        player=scene.name(data.player), value=figures.number(data.value), amount=amounts.pinats(data.cost)
    )
    if not data.bonus:
        return bought
    return figures.sentence(
        bought, _("Shares given by Accounting: {bonus}.").format(bonus=figures.number(data.bonus))
    )


@tell.register
def _development(data: told.DevelopmentUsed, scene: Scene) -> str:
    takes = [
        _("one from {was} to {now}").format(was=names.office(each.was), now=names.office(each.now))
        for each in data.takes
    ]
    return _("{player} uses Development and takes employees: {takes}.").format(
        player=scene.name(data.player), takes=figures.listed(takes)
    )


@tell.register
def _legal(data: told.LegalUsed, scene: Scene) -> str:
    points = sum(each.count for each in data.dismissed)
    return _("{player} uses Legal & Patents and dismisses {employees}: influence {points}.").format(
        player=scene.name(data.player), employees=out_of(data.dismissed), points=figures.signed(points)
    )


@tell.register
def _passed(data: told.Passed, scene: Scene) -> str:
    return _("{player} passes.").format(player=scene.name(data.player))


@tell.register
def _boss(data: told.BossUsed, scene: Scene) -> str:
    text = (
        _("{player} uses the Boss card: a general department in {office}.")
        if data.general
        else _("{player} uses the Boss card: a department in {office}.")
    )
    return text.format(player=scene.name(data.player), office=names.office(data.office))


@tell.register
def _declined(data: told.BossDeclined, scene: Scene) -> str:
    return _("{player} leaves the Boss card unused.").format(player=scene.name(data.player))


@tell.register
def _closed(data: told.DepartmentClosed, scene: Scene) -> str:
    return _("{office} is empty: the department of {player} closes, its head returns to the reserve.").format(
        office=names.office(data.office), player=scene.name(data.player)
    )
