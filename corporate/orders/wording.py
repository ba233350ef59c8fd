"""Orders as short lines: on the form, on the receipt, and wherever else an order is named."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.skin import Scene

from ..rules import content
from ..rules.percent import past_defence
from ..texts import figures, names


def what(scene: Scene, order: Order) -> str:
    """An order without its kind, as its line on the form has it: "Ares → Prometheus"."""
    data = order.data

    def corp(key: str) -> str:
        return names.corp(str(data.get(key) or ""))

    match order.kind:
        case "buy_share" | "citizenship_claim":
            return corp("corporation")
        case "buy_influence":
            return _("One more level")
        case "vote":
            return _("{up} +1, {down} −1").format(up=corp("up"), down=corp("down"))
        case "join_coalition":
            return names.coalition(str(data.get("coalition") or ""))
        case "datasteal" | "extraction":
            return f"{corp('target')} → {corp('beneficiary')}"
        case "sabotage":
            return corp("target")
        case "information":
            return scene.name(str(data.get("target") or ""))
        case "protection":
            return _("{corporation}, against {defence}").format(
                corporation=corp("beneficiary"), defence=names.defence(str(data.get("defence") or ""))
            )
        case "derivative_speculation":
            return _("{derivative} {direction}").format(
                derivative=names.derivative(str(data.get("derivative") or "")),
                direction=names.direction(str(data.get("direction") or "")),
            )
        case "rank_speculation":
            rank = data.get("rank")
            return _("{corporation} {rank}").format(
                corporation=corp("corporation"), rank=figures.ordinal(rank if isinstance(rank, int) else 0)
            )
        case "transfer":
            return _("to {player}").format(player=scene.name(str(data.get("to") or "")))
    return names.kind(order.kind)


def whole(scene: Scene, order: Order) -> str:
    """An order with its kind, to stand alone: "Sabotage: Ares"."""
    short = what(scene, order)
    match order.kind:
        case "buy_share":
            return _("Share: {corporation}").format(corporation=short)
        case "buy_influence":
            return _("Influence: one more level")
        case "citizenship_claim":
            return _("Citizenship: {corporation}").format(corporation=short)
        case "vote":
            return _("Vote: {vote}").format(vote=short)
        case "join_coalition":
            return _("Coalition: {coalition}").format(coalition=short)
        case "derivative_speculation" | "rank_speculation":
            return _("Speculation: {bet}").format(bet=short)
        case "transfer":
            return _("Wire transfer {recipient}").format(recipient=short)
        case "character":
            return _("Character")
    return _("{run}: {target}").format(run=names.run(order.kind), target=short)


def receipt_line(scene: Scene, order: Order, line: Line) -> tuple[str, str]:
    """What an order is and what it costs, for the receipt: with its bonus and its odds."""
    text = whole(scene, order)
    if "percent" in line.params:
        if order.data.get("influence_bonus"):
            text += ", " + _("bonus")
        text += ", " + _chances(line)
    if order.kind == "citizenship_claim":
        return text, victory(line.params.get("points", 0))
    return text, cost(line)


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


def _chances(line: Line) -> str:
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
    return figures.sentence(_chances(line) + ".", lower) if lower else ""


def gauge(line: Line) -> tuple[int, str]:
    """What the gauge of a run shows, in percent, and says: its chance past the Defence it meets; of a
    Protection, its own percentage."""
    if "chance" not in line.params:
        percent = line.params["percent"]
        return percent, _("{percent} to counter a run").format(percent=figures.percent(percent))
    chance = line.params["chance"]
    return chance, _("{percent} chance, before competing runs and Protections").format(
        percent=figures.percent(chance)
    )


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
