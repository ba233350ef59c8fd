"""The rules of standing orders in words: the answer and its conditions (16.5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from django.utils.translation import gettext as _

from games.skin import Scene, figures

from ..rules import orders as o
from . import amounts, names
from .parties import party
from .private import trigger

Rule = o.AntitrustRule | o.PriceRule | o.AidRule | o.ReactionRule


def rules(found: Iterable[Rule], scene: Scene) -> str:
    """All rules of a policy in their order, of which the first that applies counts; without rules, that the
    player is asked."""
    return figures.parts(one_rule(rule, scene) for rule in found) or _("I am asked")


def one_rule(rule: Rule, scene: Scene) -> str:
    """One rule: its answer, and in brackets the conditions under which it counts."""
    when = ", ".join(_conditions(rule, scene))
    answer = _("I am asked") if rule.answer == "ask" else _answer(rule)
    return _("{answer} ({conditions})").format(answer=answer, conditions=when) if when else answer


def _conditions(rule: Rule, scene: Scene) -> list[str]:
    names_of = {"country": names.country, "industry": names.industry}
    found = [name(getattr(rule, key)) for key, name in names_of.items() if getattr(rule, key, None)]
    seats = [getattr(rule, key, None) for key in ("buyer", "attacker", "trigger")]
    return found + [party(scene, seat) for seat in seats if seat]


@singledispatch
def _answer(rule: Rule) -> str:
    raise NotImplementedError(type(rule))


@_answer.register
def _permission(rule: o.AntitrustRule) -> str:
    return _("allow") if rule.answer == "allow" else _("forbid")


@_answer.register
def _price(rule: o.PriceRule) -> str:
    return _("refuse") if rule.answer == "refuse" else amounts.euros(rule.price or 0)


@_answer.register
def _aid(rule: o.AidRule) -> str:
    if rule.answer == "never":
        return _("send nobody")
    return _("send {attack} to the attack, {defence} to the defence").format(
        attack=figures.number(rule.to_attacker), defence=figures.number(rule.to_defender)
    )


@_answer.register
def _reaction(rule: o.ReactionRule) -> str:
    cards = [] if rule.first == o.NONE else [names.card(rule.first)]
    cards += [_("{card} in answer").format(card=names.card(card)) for card in rule.counter]
    if rule.answer == "pass" or not cards:
        return _("play no card")
    return _("play {cards}").format(cards=figures.listed(cards))


def card_order(order: o.CardOrder, scene: Scene) -> str:
    """A card that waits for its moment: `Bull Market, Oil, at the last call`."""
    on = order.country and names.country(order.country)
    on = on or (order.industry and names.industry(order.industry))
    on = on or (order.company and names.company(order.company))
    return ", ".join(part for part in (names.card(order.card), on, trigger(order.trigger, scene)) if part)
