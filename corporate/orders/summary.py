"""The summary beside the order form: the money left, its use, the quotas."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.skin import Desk, Remark, Share, Summary, SummaryLine

from ..texts import figures
from .kinds import GROUPS


def _spent(desk: Desk, kinds: tuple[str, ...]) -> int:
    return sum(
        line.amount for order, line in zip(desk.orders, desk.quote.orders, strict=True) if order.kind in kinds
    )


def summary(desk: Desk) -> Summary:
    """What a form costs and leaves: a line and a piece of the bar for everything that costs."""
    quote = desk.quote
    before = quote.left + quote.spent
    parts = [
        (_("Shares"), 1, _spent(desk, ("buy_share",))),
        (_("Influence"), 1, _spent(desk, ("buy_influence",))),
        (_("Runs"), 2, _spent(desk, GROUPS["runs"])),
        (_("Speculations"), 3, _spent(desk, GROUPS["bet"])),
    ]
    paid = [part for part in parts if part[-1]]
    whole, at = max(before, quote.spent, 1), 0
    shares = []
    for _label, shade, amount in paid:
        shares.append(Share(100 * at / whole, 100 * amount / whole, shade))
        at += amount
    return Summary(
        _("You have left"),
        figures.number(quote.left),
        "ny",
        lines=_lines(before, quote.left, [(label, amount) for label, _shade, amount in paid]),
        shares=tuple(shares),
        shares_text=_shares_text(before, quote.left, [(label, amount) for label, _shade, amount in paid]),
        quotas=_quotas(desk) if desk.orders else (),
        remark=_remark(desk),
        dock_unit=_("ny free"),
        dock_line=_saved_line(desk),
    )


def _lines(before: int, left: int, paid: list[tuple[str, int]]) -> tuple[SummaryLine, ...]:
    if not paid:
        return ()
    return (
        SummaryLine(_("At the opening"), figures.money(before)),
        *(SummaryLine(label, figures.signed_money(-amount)) for label, amount in paid),
        SummaryLine(_("Left"), figures.money(left)),
    )


def _shares_text(before: int, left: int, paid: list[tuple[str, int]]) -> str:
    parts = [
        _("{what} {amount}").format(what=label.lower(), amount=figures.number(amount))
        for label, amount in paid
    ]
    parts.append(_("left {amount}").format(amount=figures.number(left)))
    return _("Of {money}: {parts}").format(money=figures.money(before), parts=", ".join(parts))


def _quotas(desk: Desk) -> tuple[SummaryLine, ...]:
    labels = {
        "shares": _("Shares"),
        "bonuses": _("Influence bonuses"),
        "speculations": _("Speculations"),
    }
    quotas = desk.quote.quotas
    return tuple(
        SummaryLine(label, f"{quotas[key].used} / {quotas[key].of}")
        for key, label in labels.items()
        if key in quotas
    )


def _remark(desk: Desk) -> Remark | None:
    if desk.orders:
        return None
    if desk.saved:
        return Remark(_("You pass this turn."), _("You can still change your mind until noon."))
    return Remark(_("Nothing saved yet"), _("Each order counts as soon as you save it."), "empty")


def _saved_line(desk: Desk) -> str:
    if not desk.saved or desk.saved_at is None:
        return _("Nothing saved yet")
    if not desk.orders:
        return _("You pass this turn")
    return ngettext(
        "{count} order saved at {time}", "{count} orders saved at {time}", len(desk.orders)
    ).format(count=len(desk.orders), time=date_format(localtime(desk.saved_at), "H:i"))


def group_summary(desk: Desk, group: str) -> str:
    """The total of a group of the form, at the end of its heading."""
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
