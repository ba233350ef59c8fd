"""Buying a share of a corporation."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.formkit.fields import Choice, Field, SelectField
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.rulekit.quotes import read_figures
from games.skin import Scene

from ..rules import content
from ..rules.market import share_price
from ..rules.quote_lines import ShareFigures
from ..texts import figures, names
from .fields import choose, ranked
from .kind import OrderKind, Question, corporation, short


class BuyShare(OrderKind):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("corporation", content.CORPORATIONS)

    def fields(self, question: Question) -> list[Field]:
        desk = question.rules
        first = not any(order.kind == "buy_share" for order in question.before)
        bound = desk.seat.first_share if first else None
        choices = []
        for slug in ranked(desk):
            price = share_price(desk.market, slug, desk.seat.citizenship)
            if price <= question.budget and bound in (None, slug):
                choices.append(Choice(slug, f"{names.corp(slug)} · {figures.money(price)}"))
        hint = _hint(question, bound, len(desk.market.ranks) - len(choices))
        return [
            SelectField(
                "corporation",
                _("Corporation"),
                choices=choose(question, "corporation", choices),
                hint=hint,
            )
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
            return Availability(True, _("from {price}").format(price=figures.money(cheapest)))
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


def _hint(question: Question, bound: str | None, dear: int) -> str:
    """What an asset costs, or which share must be the first; `dear`: how many corporations are not
    among the choices."""
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
    if dear:
        hint += " " + ngettext(
            "You cannot afford one corporation.", "You cannot afford {count} corporations.", dear
        ).format(count=dear)
    return hint
