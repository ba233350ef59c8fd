"""Orders as short lines: on the form, on the receipt, and wherever else an order is named."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.formkit.kinds import Gauge

from ..rules import content
from ..rules.percent import past_defence
from ..texts import figures


def cost(line: Line) -> str:
    return figures.money(line.amount) if line.amount else _("free")


def victory(points: int) -> str:
    return _("{points} VP").format(points=figures.signed(points))


def steps(count: int) -> str:
    return ngettext("{count} step", "{count} steps", count).format(count=figures.number(count))


def odds(percent: int, defence: int | None) -> str:
    """Success, the public Defence that may counter it, and both together: "90% to succeed against a
    defence of 30%: 63%"."""
    if not defence:
        return _("{percent} to succeed, and no defence").format(percent=figures.percent(percent))
    return _("{percent} to succeed against a defence of {defence}: {chance}").format(
        percent=figures.percent(percent),
        defence=figures.percent(defence),
        chance=figures.percent(past_defence(percent, defence)),
    )


def chances(line: Line) -> str:
    """The odds of a run on a form; of a Protection, which meets no Defence, its percentage."""
    params = line.params
    if "chance" not in params:
        return figures.percent(params["percent"])
    return odds(params["percent"], params["defence"])


def what_lowers(lines: Sequence[Line]) -> str:
    """What may lower the chances of these orders, without a figure: nobody is told; "" if nothing may."""
    runs = [line for line in lines if "chance" in line.params]
    if any(line.params["corporation"] is not None for line in runs):
        return _("Competing runs, and Protections you cannot see, may lower these chances.")
    return _("Competing runs may lower these chances.") if runs else ""


def run_odds(line: Line) -> str:
    """The odds of a run on a form, and what may lower them; "" for a Protection."""
    lower = what_lowers([line])
    return figures.sentence(chances(line) + ".", lower) if lower else ""


def gauge(order: Order, line: Line) -> Gauge:
    """What the gauge of a run shows: its chance past the Defence it meets; of a Protection, its own
    percentage."""
    if "chance" not in line.params:
        percent = line.params["percent"]
        text = _("{percent} to counter a run").format(percent=figures.percent(percent))
    else:
        percent = line.params["chance"]
        text = _("{percent} chance, before competing runs and Protections").format(
            percent=figures.percent(percent)
        )
    return Gauge(percent, figures.percent(percent), text, sum_in_words(order, line), tail(order, line))


def sum_in_words(order: Order, line: Line) -> str:
    """How a percentage came about: "30 base + 40 (4 steps) + 30 (bonus) = 100, capped at 90: ..."."""
    params = line.params
    base, raw, percent, mdc = params["base"], params["raw"], params["percent"], params["mdc"]
    bonus = content.CONSTANTS.run_influence_bonus_percent if order.data.get("influence_bonus") else 0
    parts = [
        _("{base} base").format(base=base),
        f"+ {raw - base - mdc - bonus} ({steps(int(order.data['steps']))})",
    ]
    if bonus:
        parts.append(_("+ {bonus} (bonus)").format(bonus=bonus))
    if mdc:
        parts.append(f"{'+' if mdc > 0 else figures.MINUS} {abs(mdc)} ({_('MDC')})")
    text = " ".join(parts) + f" = {figures.number(raw)}"
    spare = raw - percent
    if spare <= 0:
        return text + "."
    if order.kind == "protection":
        return text + _(", capped at {cap}.").format(cap=percent)
    return text + ngettext(
        ", capped at {cap}: {spare} point in reserve against a timing malus.",
        ", capped at {cap}: {spare} points in reserve against a timing malus.",
        spare,
    ).format(cap=percent, spare=spare)


def tail(order: Order, line: Line) -> str:
    """The same in a corner, on a phone: "30 + 2 steps + bonus"."""
    params = line.params
    parts = [str(params["base"]), steps(int(order.data["steps"]))]
    if order.data.get("influence_bonus"):
        parts.append(_("bonus"))
    text = " + ".join(parts)
    return f"{text} {figures.signed(params['mdc'])}" if params["mdc"] else text
