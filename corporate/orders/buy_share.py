"""Buying a share of a corporation."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.skin import Scene

from ..rules import content
from ..rules.market import share_price
from ..texts import figures, names
from .fields import Bench, Choice, Field, choose, ranked
from .kind import OrderKind, Standing, Way, corporation, short
from .reading import Typing


class BuyShare(OrderKind):
    def read(self, typing: Typing, scene: Scene) -> None:
        typing.choice("corporation", content.CORPORATIONS)

    def fields(self, bench: Bench) -> list[Field]:
        desk = bench.desk
        bound = None if bench.shares_on_form else desk.seat.first_share
        choices = []
        for slug in ranked(desk):
            price = share_price(desk.market, slug, desk.seat.citizenship)
            if price <= bench.budget and bound in (None, slug):
                choices.append(Choice(slug, f"{names.corp(slug)} · {figures.money(price)}"))
        hint = _hint(bench, bound, len(desk.market.ranks) - len(choices))
        return [
            Field(
                "corporation",
                _("Corporation"),
                "select",
                choices=choose(bench, "corporation", choices),
                hint=hint,
            )
        ]

    def submit(self) -> str:
        return _("Buy this share")

    def refused(self) -> str:
        return _("Share not bought.")

    def count(self, at: Standing) -> str:
        return _("{used} of {of}").format(used=at.saved, of=at.rules.shares_quota)

    def say(self, at: Standing) -> str:
        return _("A share pays every turn; it cannot be sold.")

    def add_label(self, at: Standing) -> str:
        return _("Buy a share") if not at.saved else _("Buy another share")

    def way(self, at: Standing) -> Way:
        desk = at.rules
        if at.saved >= desk.shares_quota:
            return Way(False)
        prices = {slug: share_price(desk.market, slug, desk.seat.citizenship) for slug in ranked(desk)}
        bound = desk.seat.first_share if not at.saved else None
        if bound in prices:
            prices = {bound: prices[bound]}
        cheapest = min(prices.values(), default=0)
        if cheapest <= at.left:
            return Way(True, _("from {price}").format(price=figures.money(cheapest)))
        what = (
            _("Your first share, {corporation}").format(corporation=names.corp(bound))
            if bound
            else _("Another share")
        )
        if not at.saved and not bound:
            what = _("A share")
        return Way(
            False,
            _("the cheapest {price}").format(price=figures.money(cheapest)),
            short(what, cheapest - at.left),
        )

    def what(self, scene: Scene, order: Order) -> str:
        return corporation(order, "corporation")

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Share: {corporation}").format(corporation=self.what(scene, order))

    def note(self, at: Standing, order: Order, line: Line) -> str:
        assets, owned = line.params.get("assets", 0), line.params.get("owns_after", 0)
        per_asset = line.params.get("price", 0) // assets if assets else 0
        text = ngettext("{count} asset at {price}", "{count} assets at {price}", assets).format(
            count=assets, price=figures.number(per_asset)
        )
        if owned <= 1:
            return text + " · " + _("your first one")
        return text + " · " + _("you will have {count}").format(count=owned)


def _hint(bench: Bench, bound: str | None, dear: int) -> str:
    """What an asset costs, or which share must be the first; `dear`: how many corporations are not
    among the choices."""
    desk, constants = bench.desk, content.CONSTANTS
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
            "One corporation is beyond your money.", "{count} corporations are beyond your money.", dear
        ).format(count=dear)
    return hint
