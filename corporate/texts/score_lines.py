"""Each line of the final score in words: what for, with its figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line

from ..rules import content
from . import figures, names, words

Params = Mapping[str, Any]

PARTS: Final = {
    "shares": ("shares",),
    "titles": ("title",),
    "citizenship": ("citizenship", "claim", "fellow_citizens"),
    "money": ("money",),
    "background": ("no_background", "background"),
    "strategies": ("strategy",),
}
"""The parts of the bar of the scores page, and the lines that make up each."""


def part_names() -> dict[str, str]:
    return {
        "shares": _("Shares"),
        "titles": _("Titles"),
        "citizenship": _("Citizenship"),
        "money": _("Money"),
        "background": _("Background"),
        "strategies": _("Strategies"),
    }


def text(line: Line) -> str:
    """One line of a score in words; "" for a code that does not exist."""
    teller = TELLERS.get(line.code)
    return teller(line.params, line.amount) if teller else ""


def _shares(p: Params, amount: int) -> str:
    each = content.VICTORY.shares_by_final_rank[p["rank"] - 1]
    return ngettext(
        "{count} share of {corporation} ({rank}), at {each}",
        "{count} shares of {corporation} ({rank}), at {each}",
        p["count"],
    ).format(
        count=p["count"], corporation=names.corp(p["corporation"]), rank=figures.ordinal(p["rank"]), each=each
    )


def _money(p: Params, amount: int) -> str:
    money = figures.money(p["money"])
    if not p["richer"]:
        return _("Money: {money}, nobody richer").format(money=money)
    return ngettext(
        "Money: {money}, {count} player richer", "Money: {money}, {count} players richer", p["richer"]
    ).format(money=money, count=p["richer"])


def _citizenship(p: Params, amount: int) -> str:
    base = content.VICTORY.citizenship_base
    return _("Citizenship: {corporation} {rank}, {base} − {place}").format(
        corporation=names.corp(p["corporation"]),
        rank=figures.ordinal(p["rank"]),
        base=base,
        place=-content.VICTORY.citizenship_per_rank * p["rank"],
    )


def _fellows(p: Params, amount: int) -> str:
    return ngettext(
        "{count} other citizen of the same corporation",
        "{count} other citizens of the same corporation",
        p["count"],
    ).format(count=p["count"])


def _title(p: Params, amount: int) -> str:
    measured = measure_text(p["title"], p["measure"])
    if p["tied"] > 1:
        return _("{title}, shared by {count}: {points} ÷ {count} ({measure})").format(
            title=names.title(p["title"]),
            count=p["tied"],
            points=content.TITLES[p["title"]].points,
            measure=measured,
        )
    return _("{title} ({measure})").format(title=names.title(p["title"]), measure=measured)


def measure_text(title: str, measure: int) -> str:
    """The figure that won a title: "influence: 4"."""
    value = figures.money(measure) if title == "rentier" else figures.number(measure)
    return _("{measure}: {value}").format(measure=words.measure(title), value=value)


def _background(p: Params, amount: int) -> str:
    slug = p["background"]
    figure = ""
    if "points" in p:
        figure = _("point by point over the turns")
    elif "shares" in p and slug == "young_wolf":
        figure = ngettext("{count} share", "{count} shares", p["shares"]).format(count=p["shares"])
    elif "influence" in p:
        figure = _("influence {level}").format(level=p["influence"])
    elif "players" in p:
        figure = ngettext("{count} player known", "{count} players known", p["players"]).format(
            count=p["players"]
        )
    elif "money_points" in p:
        figure = _("money points counted twice")
    elif slug == "man_of_honour":
        figure = _honour(p)
    elif slug == "avenger":
        figure = _avenged(p)
    elif slug == "nobody":
        figure = _("the price of discretion")
    return _("{background}: {figure}").format(background=names.background(slug), figure=figure)


def _honour(p: Params) -> str:
    if not p.get("corporation"):
        return _("no citizenship")
    return ngettext("{count} share of {corporation}", "{count} shares of {corporation}", p["shares"]).format(
        count=p["shares"], corporation=names.corp(p["corporation"])
    )


def _avenged(p: Params) -> str:
    if not p.get("corporation"):
        return _("no prey")
    if p.get("rank") is None:
        return _("{corporation} crashed").format(corporation=names.corp(p["corporation"]))
    return _("{corporation} ended {rank}").format(
        corporation=names.corp(p["corporation"]), rank=figures.ordinal(p["rank"])
    )


def _strategy(p: Params, amount: int) -> str:
    text = (
        _("Strategy held: {title}, {points}")
        if p["held"]
        else _("Strategy missed: {title}, half of {points}")
    )
    return text.format(title=names.title(p["title"]), points=p["points"])


TELLERS: Final[dict[str, Callable[[Params, int], str]]] = {
    "shares": _shares,
    "money": _money,
    "citizenship": _citizenship,
    "claim": lambda p, amount: _("Claim on turn {turn}").format(turn=p["turn"]),
    "fellow_citizens": _fellows,
    "title": _title,
    "no_background": lambda p, amount: _("No Background"),
    "background": _background,
    "strategy": _strategy,
}
