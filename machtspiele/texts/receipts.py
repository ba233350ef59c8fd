"""An order in one line, as on its receipt: one function for each kind."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from django.utils.translation import gettext as _

from games.contract import Line, Order, Problem
from games.rulekit.shapes import OrderData
from games.skin import Scene, figures

from ..rules import orders as o
from ..rules.events import Counted
from ..rules.forms import limits_of
from . import amounts, names, problems
from .telling import counted, out_of


def text(scene: Scene, order: Order, line: Line) -> str:
    """An order in words; with the reason if an action could not be carried out now (13.6)."""
    said = what(scene, order)
    code = line.params.get("problem")
    if not code:
        return said
    params = {key: value for key, value in line.params.items() if key != "problem"}
    return _("{order}. Not possible as things stand: {why}").format(
        order=said, why=problems.text(scene, Problem(code, params=params))
    )


def what(scene: Scene, order: Order) -> str:
    """An order in words, with the round it was filed for; the name of its kind if it cannot be read."""
    made = o.SHAPES.read(order, 0)
    if not isinstance(made, OrderData):
        return names.order(order.kind)
    rest = say(made, scene)
    told = _line(made.kind, rest) if rest else names.order(made.kind)
    if isinstance(made, o.Action) and made.when is not None:
        return _("{when}: {order}").format(when=when_text(made.when), order=told)
    return told


def when_text(when: str) -> str:
    """For which round an action is filed."""
    if when == o.ANY:
        return _("Any round")
    turn, number = when.split(".")
    return _("Turn {turn}, round {round}").format(turn=turn, round=number)


def cost(line: Line) -> str:
    """The possible cost of an order; "" if it is free."""
    return amounts.pinats(line.amount) if line.amount else ""


def _line(kind: str, rest: str) -> str:
    return _("{order}: {what}").format(order=names.order(kind), what=rest)


def _places(places: Iterable[o.At]) -> tuple[Counted, ...]:
    return tuple(Counted(each.office, each.count) for each in places)


@singledispatch
def say(order: OrderData, scene: Scene) -> str:
    """The choices of an order; "" if its name says everything."""
    return ""


@say.register
def _place(order: o.Place, scene: Scene) -> str:
    return names.division(order.division) if order.division else _("the board")


@say.register
def _exit(order: o.Exit, scene: Scene) -> str:
    return _("{division}, {where}").format(division=names.division(order.division), where=_way(order.to))


def _way(to: str) -> str:
    return _("to the board") if to == "board" else _("into consulting")


@say.register
def _events(order: o.Events, scene: Scene) -> str:
    return figures.parts(f"{place}. {names.event(card)}" for place, card in enumerate(order.cards, 1))


@say.register
def _recruit(order: o.Recruit, scene: Scene) -> str:
    return counted(_places(order.place))


@say.register
def _open_own(order: o.OpenOwn, scene: Scene) -> str:
    new = [
        _("{division} with employees of {sources}").format(
            division=names.division(each.division), sources=names.offices(dict.fromkeys(each.from_))
        )
        for each in order.new
    ]
    return figures.listed(new)


@say.register
def _open_new(order: o.OpenNew, scene: Scene) -> str:
    parts = [names.division(order.division)]
    if order.extra:
        parts.append(_("{count} extra").format(count=figures.number(order.extra)))
    if order.move:
        moved = tuple(Counted(each.from_, each.count) for each in order.move)
        parts.append(_("with {employees}").format(employees=out_of(moved)))
    return ", ".join(parts)


@say.register
def _move(order: o.Move, scene: Scene) -> str:
    moves = [
        _("{was} to {now}").format(was=names.office(each.from_), now=names.division(each.division))
        for each in order.moves
    ]
    return figures.listed(moves)


@say.register
def _merge(order: o.Merge, scene: Scene) -> str:
    to = names.division(order.to.division) if isinstance(order.to, o.Into) else names.office(order.to)
    merged = _("{offices} into {to}").format(offices=names.offices(order.from_), to=to)
    if not order.overflow:
        return merged
    return _("{merger}, moved on: {places}").format(merger=merged, places=counted(_places(order.overflow)))


@say.register
def _resign(order: o.Resign, scene: Scene) -> str:
    return _("{division}, {where}").format(division=names.division(order.division), where=_way(order.to))


@say.register
def _bribe(order: o.BribeOrder, scene: Scene) -> str:
    offers = []
    for each in order.offers:
        offer = _("{amount} for {card}").format(
            amount=amounts.pinats(each.amount), card=names.card(each.card)
        )
        if each.remove:
            offer = _("{offer} (if refused, an employee of {offices})").format(
                offer=offer, offices=names.offices(each.remove)
            )
        offers.append(offer)
    return _(", then ").join(offers)


@say.register
def _buy_influence(order: o.BuyInfluence, scene: Scene) -> str:
    return out_of(_places(order.dismiss))


@say.register
def _buy_general(order: o.BuyGeneral, scene: Scene) -> str:
    return names.division(order.division)


@say.register
def _buy_consultant(order: o.BuyConsultant, scene: Scene) -> str:
    return names.division(order.division)


@say.register
def _buy_shares(order: o.BuyShares, scene: Scene) -> str:
    return _("a certificate of {value}").format(value=figures.number(order.value))


@say.register
def _use_development(order: o.UseDevelopment, scene: Scene) -> str:
    takes = [
        _("one from {was} to {now}").format(was=names.office(each.from_), now=names.office(each.to))
        for each in order.take
    ]
    return figures.listed(takes)


@say.register
def _use_legal(order: o.UseLegal, scene: Scene) -> str:
    return out_of(_places(order.dismiss))


@say.register
def _reply(order: o.ReplyOrder, scene: Scene) -> str:
    return _("accept") if order.accept else _("refuse")


@say.register
def _boss(order: o.Boss, scene: Scene) -> str:
    return names.division(order.division) if order.division else _("leave it unused")


@say.register
def _replies(order: o.Replies, scene: Scene) -> str:
    told = []
    for card, limits in limits_of(order).items():
        parts = []
        if limits.accept_from is not None:
            parts.append(_("accept from {amount}").format(amount=amounts.pinats(limits.accept_from)))
        if limits.refuse_below is not None:
            parts.append(_("refuse below {amount}").format(amount=amounts.pinats(limits.refuse_below)))
        told.append(_("{card} {limits}").format(card=names.card(card), limits=", ".join(parts) or _("ask")))
    return figures.parts(told) or _("none")


def default_text(scene: Scene, orders: Iterable[Order]) -> str:
    """The default without an answer, order by order: `defaults.default` in words."""
    return figures.parts(what(scene, order) for order in orders)


def left_text(left: int) -> str:
    """What would be left in the purse."""
    return _("{amount} would be left.").format(amount=amounts.pinats(left))
