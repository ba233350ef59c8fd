"""Short texts for orders: on the form, on the receipt, and elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.formkit.kinds import Gauge

from ..rules import content
from ..rules.percent import past_defence
from ..rules.quote_lines import DefendedRunFigures, RunFigures, run_figures
from ..texts import figures


def cost(line: Line) -> str:
    return figures.money(line.amount) if line.amount else _("free")


def victory(points: int) -> str:
    return _("{points} VP").format(points=figures.signed(points))


def steps(count: int) -> str:
    return ngettext("{count} step", "{count} steps", count).format(count=figures.number(count))


def odds(percent: int, defence: int | None) -> str:
    """The chance of success, the public Defence, and the resulting chance: "90% to succeed against a defence
    of 30%: 63%"."""
    if not defence:
        return _("{percent} to succeed, and no defence").format(percent=figures.percent(percent))
    return _("{percent} to succeed against a defence of {defence}: {chance}").format(
        percent=figures.percent(percent),
        defence=figures.percent(defence),
        chance=figures.percent(past_defence(percent, defence)),
    )


def chances(run: RunFigures) -> str:
    """The odds of a run on a form; of a Protection, which meets no Defence, its percentage."""
    if isinstance(run, DefendedRunFigures):
        return odds(run.percent, run.defence)
    return figures.percent(run.percent)


def what_lowers(lines: Sequence[Line]) -> str:
    """What may lower the chances of these orders, without figures, which nobody knows; "" if nothing may."""
    runs = [run for run in map(run_figures, lines) if isinstance(run, DefendedRunFigures)]
    if any(run.corporation is not None for run in runs):
        return _("Competing runs, and Protections you cannot see, may lower these chances.")
    return _("Competing runs may lower these chances.") if runs else ""


def run_odds(line: Line) -> str:
    """The odds of a run on a form, and what may lower them; "" for a Protection."""
    run, lower = run_figures(line), what_lowers([line])
    return figures.sentence(chances(run) + ".", lower) if run and lower else ""


def gauge(order: Order, line: Line) -> Gauge | None:
    """What the gauge of a run shows: its chance past the Defence it meets; of a Protection, its own
    percentage. None for an order that cannot be read."""
    run = run_figures(line)
    if run is None:
        return None
    if isinstance(run, DefendedRunFigures):
        percent = run.chance
        text = _("{percent} chance, before competing runs and Protections").format(
            percent=figures.percent(percent)
        )
    else:
        percent = run.percent
        text = _("{percent} to counter a run").format(percent=figures.percent(percent))
    return Gauge(percent, figures.percent(percent), text, sum_in_words(order, run), tail(order, run))


def sum_in_words(order: Order, run: RunFigures) -> str:
    """How a percentage is computed: "30 base + 40 (4 steps) + 30 (bonus) = 100, capped at 90: ..."."""
    bonus = content.CONSTANTS.run_influence_bonus_percent if order.data.get("influence_bonus") else 0
    parts = [
        _("{base} base").format(base=run.base),
        f"+ {run.raw - run.base - run.mdc - bonus} ({steps(int(order.data['steps']))})",
    ]
    if bonus:
        parts.append(_("+ {bonus} (bonus)").format(bonus=bonus))
    if run.mdc:
        parts.append(f"{'+' if run.mdc > 0 else figures.MINUS} {abs(run.mdc)} ({_('MDC')})")
    text = " ".join(parts) + f" = {figures.number(run.raw)}"
    spare = run.raw - run.percent
    if spare <= 0:
        return text + "."
    if order.kind == "protection":
        return text + _(", capped at {cap}.").format(cap=run.percent)
    return text + ngettext(
        ", capped at {cap}: {spare} point in reserve against a timing malus.",
        ", capped at {cap}: {spare} points in reserve against a timing malus.",
        spare,
    ).format(cap=run.percent, spare=spare)


def tail(order: Order, run: RunFigures) -> str:
    """The same, short, for a phone: "30 + 2 steps + bonus"."""
    parts = [str(run.base), steps(int(order.data["steps"]))]
    if order.data.get("influence_bonus"):
        parts.append(_("bonus"))
    text = " + ".join(parts)
    return f"{text} {figures.signed(run.mdc)}" if run.mdc else text
