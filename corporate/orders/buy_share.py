"""Buying a share of a corporation."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.formkit.fields import Field
from games.formkit.kinds import Availability, Priced
from games.formkit.reading import FieldReader
from games.rulekit.quotes import read_figures
from games.skin import Scene

from ..rules import content
from ..rules.market import share_price
from ..rules.quote_lines import ShareFigures
from ..texts import figures, names
from .facts import facts_of
from .fields import ranked
from .kind import OrderKind, Question, corporation, from_price, priced, short
from .picks import Column, Pick, PicksField, choose, pick, picks_field


class BuyShare(OrderKind):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("corporation", content.CORPORATIONS)

    def fields(self, question: Question) -> list[Field]:
        desk = question.rules
        first = not any(order.kind == "buy_share" for order in question.before)
        bound = desk.seat.first_share if first else None
        choices: list[Pick] = []
        barred = []
        for slug, facts in facts_of(desk).items():
            price = share_price(desk.market, slug, desk.seat.citizenship)
            if bound not in (None, slug):
                barred.append((facts.name, _("not as your first share")))
            elif price > question.budget:
                missing = figures.money(price - question.budget)
                barred.append(
                    (
                        facts.name,
                        _("{price}: {missing} short").format(price=figures.money(price), missing=missing),
                    )
                )
            else:
                row = pick(question, facts)
                row.amount, row.note = price, figures.money(price)
                row.marks = f"i i{len(choices) + 1}"
                choices.append(row)
        column = Column("corporation", _("Corporation"))
        made = picks_field(question, column, choose(question, "corporation", choices))
        made.barred, made.hint = [*barred, *made.barred], _hint(question, bound)
        return [made]

    def button_prices(self, question: Question, fields: Sequence[Field]) -> Sequence[Priced]:
        picks = [one for one in fields if isinstance(one, PicksField)]
        return [
            Priced(place, priced(one.amount, question.budget))
            for place, one in enumerate((one for field in picks for one in field.choices), 1)
            if one.amount
        ]

    def submit(self) -> str:
        return _("Buy this share")

    def refused(self) -> str:
        return _("Share not bought.")

    def count(self, question: Question) -> str:
        return _("{used} of {of}").format(used=question.saved, of=question.rules.shares_quota)

    def say(self, question: Question) -> str:
        return _("A share pays every turn; it cannot be sold.")

    def add_label(self, question: Question) -> str:
        return _("Buy a share") if not question.saved else _("Buy another share")

    def available(self, question: Question) -> Availability:
        desk = question.rules
        if question.saved >= desk.shares_quota:
            return Availability(False)
        prices = {slug: share_price(desk.market, slug, desk.seat.citizenship) for slug in ranked(desk)}
        bound = desk.seat.first_share if not question.saved else None
        if bound in prices:
            prices = {bound: prices[bound]}
        cheapest = min(prices.values(), default=0)
        if cheapest <= question.left:
            return Availability(True, from_price(cheapest, question.left))
        what = (
            _("Your first share, {corporation}").format(corporation=names.corp(bound))
            if bound
            else _("Another share")
        )
        if not question.saved and not bound:
            what = _("A share")
        return Availability(
            False,
            _("the cheapest {price}").format(price=figures.money(cheapest)),
            short(what, cheapest - question.left),
        )

    def what(self, scene: Scene, order: Order) -> str:
        return corporation(order, "corporation")

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Share: {corporation}").format(corporation=self.what(scene, order))

    def note(self, question: Question, order: Order, line: Line) -> str:
        share = read_figures(line, ShareFigures) or ShareFigures(0, 0, 0)
        assets, owned = share.assets, share.owns_after
        per_asset = share.price // assets if assets else 0
        text = ngettext("{count} asset at {price}", "{count} assets at {price}", assets).format(
            count=assets, price=figures.number(per_asset)
        )
        if owned <= 1:
            return text + " · " + _("your first one")
        return text + " · " + _("you will have {count}").format(count=owned)


def _hint(question: Question, bound: str | None) -> str:
    """What an asset costs, or which share must be the first."""
    desk, constants = question.rules, content.CONSTANTS
    if bound:
        return _("You started as a citizen of {corporation}: your first share is one of its own.").format(
            corporation=names.corp(bound)
        )
    common = figures.money(constants.share_price_per_asset)
    if ranked(desk)[:1] == [desk.seat.citizenship]:
        hint = _("{price} per asset, for you that of the leader, too.").format(price=common)
    else:
        hint = _("{price} per asset, {first} for the leader.").format(
            price=common, first=figures.money(constants.share_price_per_asset_first_non_citizen)
        )
    return hint
