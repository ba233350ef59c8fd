"""Beside the order form: what is left, where it goes, the quotas."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import Desk

from ..texts import figures
from .kinds import GROUPS


@dataclass(frozen=True, slots=True)
class Bar:
    """A piece of the bar of where the money goes; `x` and `width` in percent of its length."""

    css: str
    x: str
    width: str


@dataclass(slots=True)
class Till:
    before: int
    left: int
    spent: int
    rows: list[tuple[str, int]] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    words: str = ""
    quotas: list[tuple[str, int, int]] = field(default_factory=list)


def _spent(desk: Desk, kinds: tuple[str, ...]) -> int:
    return sum(
        line.amount for order, line in zip(desk.orders, desk.quote.orders, strict=True) if order.kind in kinds
    )


def till(desk: Desk) -> Till:
    """The sums of a form: a row and a piece of the bar for everything that costs."""
    quote = desk.quote
    found = Till(quote.left + quote.spent, quote.left, quote.spent)
    parts = [
        (_("Shares"), "b1", _spent(desk, ("buy_share",))),
        (_("Influence"), "b1", _spent(desk, ("buy_influence",))),
        (_("Runs"), "b2", _spent(desk, GROUPS["runs"])),
        (_("Speculations"), "b3", _spent(desk, GROUPS["bet"])),
    ]
    whole, at = max(found.before, quote.spent, 1), 0
    words = []
    for label, css, amount in parts:
        if not amount:
            continue
        found.rows.append((label, -amount))
        found.bars.append(Bar(css, f"{100 * at / whole:.2f}%", f"{100 * amount / whole:.2f}%"))
        words.append(_("{what} {amount}").format(what=label.lower(), amount=figures.number(amount)))
        at += amount
    words.append(_("left {amount}").format(amount=figures.number(quote.left)))
    found.words = _("Of {money}: {parts}").format(money=figures.money(found.before), parts=", ".join(words))
    labels = {
        "shares": _("Shares"),
        "bonuses": _("Influence bonuses"),
        "speculations": _("Speculations"),
    }
    found.quotas = [
        (label, quote.quotas[key].used, quote.quotas[key].of)
        for key, label in labels.items()
        if key in quote.quotas
    ]
    return found


def group_summary(desk: Desk, group: str) -> str:
    """What a group of the form amounts to, at the end of its heading."""
    orders = [order for order in desk.orders if order.kind in GROUPS[group]]
    money = figures.money(_spent(desk, GROUPS[group]))
    if group == "ally":
        return _("free")
    if group == "bet":
        quota = desk.quote.quotas.get("speculations")
        used = _("{used} of {of}").format(used=len(orders), of=quota.of if quota else 0)
        return f"{used}, {money}" if orders else used
    if not orders:
        return _("nothing yet")
    if group == "runs":
        return ngettext("{count} run, {money}", "{count} runs, {money}", len(orders)).format(
            count=len(orders), money=money
        )
    return ngettext("{count} order, {money}", "{count} orders, {money}", len(orders)).format(
        count=len(orders), money=money
    )
