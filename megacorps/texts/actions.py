"""The events of actions: purchases, payouts, interventions, mercenaries, wars."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import Scene, figures

from ..rules import events as told
from . import amounts, general, names
from .parties import party
from .telling import payments, tell


@tell.register
def _passed(data: told.Passed, scene: Scene) -> str:
    return _("{player} passes.").format(player=party(scene, data.player))


@tell.register
def _bought(data: told.CompanyBought, scene: Scene) -> str:
    return _("{player} buys {company} for {price}.").format(
        player=party(scene, data.player), company=names.company(data.company), price=amounts.euros(data.price)
    )


def _permission(line: str, data: told._Permission, scene: Scene) -> str:
    return line.format(
        player=party(scene, data.player),
        company=names.company(data.company),
        controller=party(scene, data.controller),
    )


@tell.register
def _asked(data: told.PermissionAsked, scene: Scene) -> str:
    return _permission(_("{player} asks {controller} for permission to buy {company}."), data, scene)


@tell.register
def _allowed(data: told.PermissionGiven, scene: Scene) -> str:
    return _permission(_("{controller} allows {player} to buy {company}."), data, scene)


@tell.register
def _forbidden(data: told.PermissionRefused, scene: Scene) -> str:
    return _permission(_("{controller} forbids {player} to buy {company}."), data, scene)


@tell.register
def _announced(data: told.PayoutAnnounced, scene: Scene) -> str:
    return _("{player} calls a payout of {industry}.").format(
        player=party(scene, data.player), industry=names.industry(data.industry)
    )


@tell.register
def _reacted(data: told.ReactionPlayed, scene: Scene) -> str:
    line = (
        _("{player} plays {card} in answer: neither of the two cards counts.")
        if data.cancels
        else _("{player} plays {card} on the payout of {industry}.")
    )
    return line.format(
        player=party(scene, data.player), card=names.card(data.card), industry=names.industry(data.industry)
    )


@tell.register
def _paid_out(data: told.PaidOut, scene: Scene) -> str:
    line = ngettext(
        "Payout of {industry}, called by {player}: {count} competitor{card}, {each} for each company. "
        "{payments}.",
        "Payout of {industry}, called by {player}: {count} competitors{card}, {each} for each company. "
        "{payments}.",
        data.competitors,
    )
    card = {1: _(", one more by Oversupply"), -1: _(", one less by Shortages")}.get(data.modifier, "")
    return line.format(
        industry=names.industry(data.industry),
        player=party(scene, data.player),
        count=data.competitors,
        card=card,
        each=amounts.euros(data.per_company),
        payments=figures.capital(payments(data.payments, scene)),
    )


@tell.register
def _paid(data: told.PaidTaken, scene: Scene) -> str:
    return _("{player} takes the Paid card.").format(player=party(scene, data.player))


@tell.register
def _intervened(data: told.Intervened, scene: Scene) -> str:
    line = (
        _("{player} intervenes after the war. {how}: {company}, taken from {owner}.")
        if data.after_war
        else _("{player} intervenes. {how}: {company}, taken from {owner}.")
    ).format(
        player=party(scene, data.player),
        how=names.intervention(data.government.value),
        company=names.company(data.company),
        owner=party(scene, data.owner),
    )
    return figures.sentence(line, _compensated(data, scene))


def _compensated(data: told.Intervened, scene: Scene) -> str:
    if not data.compensation:
        return ""
    return _("Compensation: {money}.").format(money=amounts.euros(data.compensation))


@tell.register
def _mercenaries(data: told.MercenariesBought, scene: Scene) -> str:
    player = party(scene, data.player)
    if not data.free and not data.bank:
        return _("{player} finds no mercenary to hire.").format(player=player)
    parts = []
    if data.free:
        parts.append(_("{mercenaries} for free").format(mercenaries=general.mercenaries_text(data.free)))
    if data.bank:
        parts.append(
            _("{mercenaries} of the bank for {money}").format(
                mercenaries=general.mercenaries_text(data.bank), money=amounts.euros(data.cost)
            )
        )
    return _("{player} hires: {parts}.").format(player=player, parts=figures.listed(parts))


@tell.register
def _bargained(data: told.MercenaryBargained, scene: Scene) -> str:
    if data.result == "sold":
        line = _("{owner} sells {player} a mercenary of {company} for {price}.")
    elif data.result == "refused":
        line = _("{owner} sells {player} no mercenary of {company} for {bid}.")
    else:
        line = _("{owner} asks {counter} for a mercenary of {company}; {player} declines.")
    return line.format(
        owner=party(scene, data.owner),
        player=party(scene, data.player),
        company=names.company(data.company),
        price=amounts.euros(data.price or 0),
        bid=amounts.euros(data.bid),
        counter=amounts.euros(data.counter or 0),
    )


# ---- wars ----------------------------------------------------------------------------------------


@tell.register
def _declared(data: told.WarDeclared, scene: Scene) -> str:
    line = (
        _("{player} attacks {country}, which {defender} controls.")
        if data.defender
        else _("{player} attacks {country}, which nobody controls.")
    )
    return line.format(
        player=party(scene, data.player),
        country=names.country(data.country),
        defender=party(scene, data.defender or ""),
    )


@tell.register
def _aided(data: told.AidGiven, scene: Scene) -> str:
    return _("{player} sends mercenaries: {attack} to the attack, {defence} to the defence.").format(
        player=party(scene, data.player), attack=data.to_attacker, defence=data.to_defender
    )


@tell.register
def _fought(data: told.WarFought, scene: Scene) -> str:
    line = (
        _("{player} wins the war on {country}: attack {attack}, defence {defence}.")
        if data.won
        else _("{player} loses the war on {country}: attack {attack}, defence {defence}.")
    )
    losses = _("Mercenaries lost: {attackers} of the attackers, {defenders} of the defenders.")
    return figures.sentence(
        line.format(
            player=party(scene, data.player),
            country=names.country(data.country),
            attack=data.attack,
            defence=data.defence,
        ),
        losses.format(attackers=data.attackers_lost, defenders=data.defenders_lost),
    )
