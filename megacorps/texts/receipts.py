"""An order in one line, as on its receipt: one function for each kind."""

from __future__ import annotations

from functools import singledispatch

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.rulekit.quotes import read_figures
from games.rulekit.shapes import OrderData
from games.skin import Scene, figures

from ..rules import orders as o
from ..rules.check import NowFigures
from . import amounts, names, problems
from .parties import party
from .standing import card_order, rules
from .telling import things


def text(scene: Scene, order: Order, line: Line) -> str:
    """An order in words; with the reason if an action or a play could not be done now (16.6)."""
    said = what(scene, order)
    now = read_figures(line, NowFigures)
    if now is None or now.why_not is None:
        return said
    return _("{order}. Not possible now: {why}").format(order=said, why=problems.text(scene, now.why_not))


def what(scene: Scene, order: Order) -> str:
    """An order in words; the name of its kind for one that cannot be read."""
    made = o.SHAPES.read(order, 0)
    return say(made, scene) if isinstance(made, OrderData) else names.order(order.kind)


def cost(line: Line) -> str:
    """The possible cost of an order; "" if it is free."""
    return amounts.euros(line.amount) if line.amount else ""


def _line(kind: str, rest: str) -> str:
    return _("{order}: {what}").format(order=names.order(kind), what=rest)


def _cards(cards: tuple[str, ...]) -> str:
    return figures.listed([names.card(card) for card in cards])


def _companies(companies: tuple[str, ...], empty: str) -> str:
    told = [_("nothing") if one == o.NONE else names.company(one) for one in companies]
    return figures.parts(told) if told else empty


def _reactions(first: str, counter: tuple[str, ...]) -> str:
    """The cards joined to a payout, to follow its text; "" for none."""
    parts = [] if first == o.NONE else [names.card(first)]
    parts += [_("{card} in answer").format(card=names.card(card)) for card in counter]
    return figures.listed(parts)


@singledispatch
def say(order: OrderData, scene: Scene) -> str:
    """The sentence of one order, or only its name."""
    return names.order(order.kind)


@say.register
def _ranking(order: o.ChooseMegacorp, scene: Scene) -> str:
    return _line(order.kind, ", ".join(names.megacorp(one) for one in order.ranking))


@say.register(o.PickCompany)
@say.register(o.Intervention)
def _one_company(order: o.PickCompany | o.Intervention, scene: Scene) -> str:
    return _line(order.kind, names.company(order.company))


@say.register(o.BuyAgain)
@say.register(o.WarSpoils)
def _company_or_none(order: o.BuyAgain | o.WarSpoils, scene: Scene) -> str:
    return _line(order.kind, names.company(order.company) if order.company else _("nothing"))


@say.register(o.WishList)
@say.register(o.CompanyWishList)
@say.register(o.SpoilsPreferences)
def _wishes(order: o.WishList | o.CompanyWishList | o.SpoilsPreferences, scene: Scene) -> str:
    return _line(order.kind, _companies(order.companies, _("empty")))


@say.register
def _buy(order: o.BuyCompany, scene: Scene) -> str:
    line = _line(order.kind, names.company(order.company))
    if order.fallbacks:
        line = _("{line}, or else {companies}").format(line=line, companies=names.companies(order.fallbacks))
    return _("{line}, or else pass").format(line=line) if order.then_pass else line


@say.register
def _payout(order: o.Payout, scene: Scene) -> str:
    line = _line(order.kind, names.industry(order.industry))
    joined = _reactions(order.first, order.counter)
    return _("{line}, with {cards}").format(line=line, cards=joined) if joined else line


@say.register
def _mercenaries(order: o.BuyMercenaries, scene: Scene) -> str:
    parts = [_("{count} of the bank").format(count=figures.number(order.from_bank))]
    parts += [
        _("{money} bid for one of {company}").format(
            money=amounts.euros(price), company=names.company(company)
        )
        for company, price in order.bids.items()
    ]
    return _line(order.kind, figures.parts(parts))


@say.register
def _war(order: o.War, scene: Scene) -> str:
    line = _line(order.kind, names.country(order.country))
    if not order.spoils:
        return line
    return _("{line}; intervention after a victory: {companies}").format(
        line=line, companies=_companies(order.spoils, "")
    )


@say.register
def _play(order: o.PlayCard, scene: Scene) -> str:
    return play(order, scene)


def play(order: o.PlayCard, scene: Scene) -> str:
    """A card with its choices."""
    parts = [
        *([names.country(order.country)] if order.country else []),
        *([names.industry(order.industry)] if order.industry else []),
        *([names.company(order.company)] if order.company else []),
        *([_("bought at once") if order.buy else _("not bought")] if order.buy is not None else []),
        *([_("bid {money}").format(money=amounts.euros(order.amount))] if order.amount is not None else []),
        *([_("vote for {player}").format(player=party(scene, order.for_))] if order.for_ else []),
        *([joined] if (joined := _reactions(order.first, order.counter)) else []),
    ]
    card = names.card(order.card)
    if not parts:
        return _("Card: {card}").format(card=card)
    return _("Card: {card}, {choices}").format(card=card, choices=figures.parts(parts))


@say.register
def _antitrust(order: o.Antitrust, scene: Scene) -> str:
    return _("The purchase is allowed") if order.allow else _("The purchase is forbidden")


@say.register
def _reply(order: o.MercenaryReply, scene: Scene) -> str:
    answer = {
        "accept": _("accept the bid"),
        "refuse": _("refuse the bid"),
        "counter": _("ask {money} instead").format(money=amounts.euros(order.price or 0)),
    }[order.answer]
    return _line(order.kind, figures.parts([names.company(order.company), answer]))


@say.register
def _counter(order: o.MercenaryCounter, scene: Scene) -> str:
    answer = _("accept the price") if order.accept else _("decline the price")
    return _line(order.kind, figures.parts([names.company(order.company), answer]))


@say.register
def _aid(order: o.WarAid, scene: Scene) -> str:
    return _("Mercenaries sent: {attack} to the attack, {defence} to the defence").format(
        attack=figures.number(order.to_attacker), defence=figures.number(order.to_defender)
    )


@say.register
def _reaction(order: o.PayoutReaction, scene: Scene) -> str:
    return _line(order.kind, _reactions(order.first, order.counter) or _("no card"))


@say.register
def _bid(order: o.AuctionBid, scene: Scene) -> str:
    return _line(order.kind, amounts.euros(order.amount))


@say.register
def _vote(order: o.ElectionVote, scene: Scene) -> str:
    return _line(order.kind, party(scene, order.for_) if order.for_ else _("abstention"))


@say.register
def _gift(order: o.Gift, scene: Scene) -> str:
    return _("Gift to {player}: {things}").format(player=party(scene, order.to), things=things(order.give))


@say.register
def _offer(order: o.TradeOffer, scene: Scene) -> str:
    return _("Offer to {player}: {give} for {want}").format(
        player=party(scene, order.to), give=things(order.give), want=things(order.want)
    )


@say.register
def _answer(order: o.TradeAnswer, scene: Scene) -> str:
    if not order.accept:
        return _("The offer is refused")
    if not order.cards:
        return _("The offer is accepted")
    return _("The offer is accepted, with {cards}").format(cards=_cards(order.cards))


@say.register
def _queued(order: o.QueuedAction, scene: Scene) -> str:
    return _line(order.kind, what(scene, order.action) if order.action else _("none"))


@say.register(o.AntitrustPolicy)
@say.register(o.MercenaryPrices)
@say.register(o.WarAidPolicy)
@say.register(o.PayoutReactionPolicy)
def _policy(
    order: o.AntitrustPolicy | o.MercenaryPrices | o.WarAidPolicy | o.PayoutReactionPolicy, scene: Scene
) -> str:
    return _line(order.kind, rules(order.rules, scene))


@say.register
def _card_orders(order: o.CardOrders, scene: Scene) -> str:
    return _line(order.kind, figures.parts(card_order(one, scene) for one in order.orders) or _("none"))


@say.register
def _leave(order: o.Leave, scene: Scene) -> str:
    return _("Leave the game for good")


@say.register
def _back(order: o.ComeBack, scene: Scene) -> str:
    return _("Come back into the game")
