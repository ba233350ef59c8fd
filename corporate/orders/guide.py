"""The guided first turn: the orders of a good first form, one at a time, each with its reason.

Made from what the form already holds, its quote, and what its reader may know.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.skin import Desk, GuideStep, Scene

from ..rules import content
from ..rules.desk import PlayerTurn
from ..rules.market import dividend_rate, influence_price, share_price
from ..texts import figures, names
from .fields import ranked


def steps(scene: Scene, desk: Desk, rules: PlayerTurn) -> tuple[GuideStep, ...]:
    """The steps of a first turn, without those that the player can no longer pay."""
    held = {order.kind: order.data for order in desk.orders}
    bought = str(held.get("buy_share", {}).get("corporation", ""))
    share = bought if bought in rules.market.ranks else _share(rules, desk.quote.left)
    found = []
    if share:
        found.append(_buy(rules, share, bool(bought)))
    level = rules.seat.influence + 1
    if "buy_influence" in held or influence_price(level) <= desk.quote.left - _still(rules, share, bought):
        found.append(_influence(level, "buy_influence" in held))
    if share and rules.market.size > 1:
        found.append(_vote(rules, share, "vote" in held))
        found.append(_join(share, "join_coalition" in held))
    return (*found, _end(scene))


def _still(rules: PlayerTurn, share: str, bought: str) -> int:
    """Nuyens that the share will cost if it is not on the form yet."""
    return share_price(rules.market, share, rules.seat.citizenship) if share and not bought else 0


def _share(rules: PlayerTurn, left: int) -> str:
    """The share to begin with: the one that must be the first, otherwise of the best corporation whose price
    leaves enough for influence, otherwise of the best that can be paid; "" for none."""
    prices = {slug: share_price(rules.market, slug, rules.seat.citizenship) for slug in ranked(rules)}
    if rules.seat.first_share in prices:
        prices = {rules.seat.first_share: prices[rules.seat.first_share]}
    spared = left - influence_price(rules.seat.influence + 1)
    for most in (spared, left):
        if affordable := [slug for slug, price in prices.items() if price <= most]:
            return affordable[0]
    return ""


def _buy(rules: PlayerTurn, share: str, done: bool) -> GuideStep:
    market = rules.market
    assets, rank = market.assets[share], market.ranks[share]
    what = _("Buy a share of {corporation}: {price}.").format(
        corporation=names.corp(share),
        price=figures.money(share_price(market, share, rules.seat.citizenship)),
    )
    why = _(
        "With {assets} assets it pays {dividend} each turn from today on, and at the end it counts for more, "
        "the higher its corporation stands."
    ).format(assets=assets, dividend=figures.money(assets * dividend_rate(rank, market.size)))
    if rules.seat.first_share == share:
        why = _("You are its citizen, and your first share must be one of its own.") + " " + why
    return GuideStep(_("A share"), what, why, "buy_share", done)


def _influence(level: int, done: bool) -> GuideStep:
    constants = content.CONSTANTS
    what = _("Buy level {level}: {price}.").format(level=level, price=figures.money(influence_price(level)))
    shares = level * constants.shares_per_turn_per_influence
    why = ngettext(
        "From the next turn on it lets you buy {count} share a turn, and place as many speculations. "
        "The earlier it is bought, the more often it serves.",
        "From the next turn on it lets you buy {count} shares a turn, and place as many speculations. "
        "The earlier it is bought, the more often it serves.",
        shares,
    ).format(count=shares)
    return GuideStep(_("Influence"), what, why, "buy_influence", done)


def _vote(rules: PlayerTurn, share: str, done: bool) -> GuideStep:
    order = ranked(rules)
    at = order.index(share)
    rival, ahead = (order[at - 1], True) if at else (order[1], False)
    what = _("+1 for {corporation}, −1 for {rival}.").format(
        corporation=names.corp(share), rival=names.corp(rival)
    )
    why = (
        _("It costs nothing. {rival} stands just ahead of what you own; two assets may turn that round.")
        if ahead
        else _("It costs nothing. {rival} stands just behind what you own, and wants to pass it.")
    ).format(rival=names.corp(rival))
    return GuideStep(pgettext("order form", "A vote"), what, why, "vote", done)


def _join(share: str, done: bool) -> GuideStep:
    slug = next(
        slug
        for slug, row in content.COALITIONS.items()
        if any(effect.turn == "this" and effect.delta > 0 for effect in row.effects)
    )
    what = _("Join {coalition}.").format(coalition=names.coalition(slug))
    why = _(
        "It costs nothing. If that coalition weighs most, each corporation in which one of its members "
        "holds strictly the most shares gains an asset: {corporation}, if nobody else buys more of it."
    ).format(corporation=names.corp(share))
    return GuideStep(_("A coalition"), what, why, "join_coalition", done)


def _end(scene: Scene) -> GuideStep:
    if scene.rehearses:
        what = _("Strike noon.")
        why = _("The bots have handed in. Runs and speculations can wait until you have seen what happens.")
    else:
        what = _("Nothing more: what is saved counts.")
        why = _(
            "Runs and speculations can wait until you have seen a noon. "
            "Until then you may change your orders."
        )
    return GuideStep(pgettext("guide", "Noon"), what, why, "recap")
