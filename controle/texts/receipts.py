"""Orders in words: for receipts, plans and defaults."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from django.utils.translation import gettext as _

from games.contract import Line, Order, Problem
from games.rulekit.quotes import read_figures
from games.rulekit.shapes import OrderData
from games.skin import Scene, figures

from ..rules import orders as o
from ..rules.check import TurnFigures
from ..rules.content import CARDS, Card, Effect
from . import amounts, effects, names, problems


def text(scene: Scene, order: Order, line: Line) -> str:
    """The line of a receipt; with the reason if a turn or plan could not be played now."""
    said = what(scene, order)
    found = read_figures(line, TurnFigures)
    if found is None or not found.problem:
        return said
    return _("{order}. Not possible as things stand: {why}").format(
        order=said, why=problems.text(scene, Problem(found.problem, params=dict(found.params)))
    )


def cost(line: Line) -> str:
    """The tokens it pays, in words; "" for none."""
    return amounts.tokens(line.amount) if line.amount else ""


def what(scene: Scene, order: Order) -> str:
    """An order in words; the name of its kind if it cannot be read."""
    made = o.SHAPES.read(order, 0)
    if not isinstance(made, OrderData):
        return names.order(order.kind)
    return say(made, scene) or names.order(order.kind)


def default_text(scene: Scene, orders: Iterable[Order]) -> str:
    """The default without an answer: `defaults.default` in words."""
    return figures.parts(what(scene, order) for order in orders)


@singledispatch
def say(order: OrderData, scene: Scene) -> str:
    """The choices of an order; "" if its name says everything."""
    return ""


@say.register
def _start(order: o.Start, scene: Scene) -> str:
    return _("{influence} {region}; drawn from {piles}").format(
        influence=amounts.in_category(1, order.free.category),
        region=names.in_region_at(scene.view.public, order.free.region),
        piles=amounts.piles(order.piles),
    )


@say.register
def _of_card(order: o.OfCard, scene: Scene) -> str:
    card = CARDS[order.card]
    if not 1 <= order.effect <= len(card.effects):
        return names.card(order.card)
    return _("{card}, {turn}").format(
        card=names.card(order.card), turn=_turn(order, card, card.effects[order.effect - 1], scene)
    )


@say.register
def _forced(order: o.Forced, scene: Scene) -> str:
    forced = scene.view.public.forced
    if forced is None:
        return names.order(order.kind)
    card = CARDS[forced.card]
    told = _("{card}, {turn}").format(
        card=names.card(forced.card), turn=_turn(order, card, card.effects[0], scene)
    )
    return figures.parts([told, *_returned(order.return_)])


@say.register
def _draw(order: o.Draw, scene: Scene) -> str:
    drawn = [_("drawn from {piles}").format(piles=amounts.piles(order.draws))] if order.draws else []
    told = figures.parts([*_returned(order.return_), *drawn])
    return figures.capital(told) or _("Nothing drawn")


@say.register
def _surplus(order: o.Surplus, scene: Scene) -> str:
    return figures.capital(figures.parts(_returned(order.return_))) or _("Nothing returned")


def _returned(cards: tuple[str, ...]) -> list[str]:
    """A sentence on returned cards; [] for none."""
    if not cards:
        return []
    named = figures.listed([names.card(card) for card in cards])
    return [_("under their piles: {cards}").format(cards=named)]


# ---- a turn -----------------------------------------------------------------------------------------


def _turn(order: o.Answer, card: Card, effect: Effect, scene: Scene) -> str:
    """`“Building a wall on the border”, at the Sand Crossroads; next door: High Plateaus; rival: Bruno; …`"""
    public = scene.view.public
    first = _("“{effect}”, {region}").format(
        effect=names.effect(card.id, effect.rank), region=names.in_region_at(public, order.R)
    )
    parts = [first]
    for letter, slot in (("V", order.V), ("W", order.W)):
        if letter in effect.uses and slot is not None:
            parts.append(_line(effects.where(letter), names.region_at(public, slot)))
    if "U" in effect.uses and order.U is not None:
        parts.append(_line(_("rival"), scene.name(order.U)))
    for step, chosen in zip(effect.steps, order.choices, strict=False):
        if chosen and step.asks:
            name = names.resource if step.op in ("take", "steal") else names.category
            parts.append(
                _line(effects.step(step, that=True), figures.listed([name(each) for each in chosen]))
            )
    parts += [use(each, scene) for each in order.invest]
    if order.icons:
        parts.append(_("privatizing {tokens}").format(tokens=amounts.paid(order.icons)))
    if order.crossing_order:
        named = [names.category(category) for category in order.crossing_order]
        parts.append(_line(_("set aside in this order"), ", ".join(named)))
    if order.draws:
        parts.append(_("drawn from {piles}").format(piles=amounts.piles(order.draws)))
    return figures.parts(parts)


def _line(label: str, value: str) -> str:
    return _("{label}: {value}").format(label=label, value=value)


def use(each: o.Invest, scene: Scene) -> str:
    """A use of tokens: `Compensate, Politics (1 Networks)`."""
    category = names.category(each.category) if each.category else ""
    paid = each.pay or ((each.category,) if each.category and each.use != "level" else ())
    told = [names.use(each.use)]
    if each.target is not None and each.use == "sabotage":
        told.append(scene.name(each.target))
    if category and each.use != "develop":
        told.append(category)
    said = ", ".join(told)
    return _("{use} ({tokens})").format(use=said, tokens=amounts.paid(paid)) if paid else said
