"""Each line of the final score in words, with its figures."""

from __future__ import annotations

from functools import singledispatch
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line
from games.rulekit.events import ScoreLine

from ..rules import content, score_lines
from . import figures, names, words

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
    data = score_lines.read(line)
    return tell(data) if data else ""


def measure_text(title: str, measure: int) -> str:
    """The figure with which a title was won: "influence: 4"."""
    value = figures.money(measure) if title == "rentier" else figures.number(measure)
    return _("{measure}: {value}").format(measure=words.measure(title), value=value)


def prospect(line: ScoreLine) -> str:
    """The words of a line that depends on others' secrets, for its highest possible value."""
    match line:
        case score_lines.MoneyLine():
            return _("Money before dividends: {money}, depending on what the others have").format(
                money=figures.money(line.money)
            )
        case score_lines.TitleLine():
            measured = measure_text(line.title, line.measure)
            return _("{title}, if nobody has more ({measure})").format(
                title=names.title(line.title), measure=measured
            )
        case score_lines.StrategyLine():
            return _("Strategy: {title}, held or missed").format(title=names.title(line.title))
        case score_lines.TurnByTurnLine():
            return _background(line, _("known at the end"))
    return tell(line)


@singledispatch
def tell(data: ScoreLine) -> str:
    """The words of one line: one function for each score line of the rules."""
    raise NotImplementedError(type(data))


@tell.register
def _shares(data: score_lines.SharesLine) -> str:
    return ngettext(
        "{count} share of {corporation} ({rank}), at {each}",
        "{count} shares of {corporation} ({rank}), at {each}",
        data.count,
    ).format(
        count=data.count,
        corporation=names.corp(data.corporation),
        rank=figures.ordinal(data.rank),
        each=data.amount // (data.count or 1),
    )


@tell.register
def _money(data: score_lines.MoneyLine) -> str:
    money = figures.money(data.money)
    if not data.richer:
        return _("Money before the last dividends: {money}, nobody richer").format(money=money)
    return ngettext(
        "Money before the last dividends: {money}, {count} player richer",
        "Money before the last dividends: {money}, {count} players richer",
        data.richer,
    ).format(money=money, count=data.richer)


def _unbroken(line: str) -> str:
    """The words of a line with its sum, which does not wrap."""
    return line.replace(" ÷ ", "\u00a0÷\u00a0").replace(" − ", "\u00a0−\u00a0")


@tell.register
def _citizenship(data: score_lines.CitizenshipLine) -> str:
    line = _("Citizenship: {corporation} {rank}, {base} − {place}").format(
        corporation=names.corp(data.corporation),
        rank=figures.ordinal(data.rank),
        base=content.VICTORY.citizenship_base,
        place=-content.VICTORY.citizenship_per_rank * data.rank,
    )
    return _unbroken(line)


@tell.register
def _claim(data: score_lines.ClaimLine) -> str:
    return _("Claim on turn {turn}").format(turn=data.turn)


@tell.register
def _fellows(data: score_lines.FellowCitizensLine) -> str:
    return ngettext(
        "{count} other citizen of the same corporation",
        "{count} other citizens of the same corporation",
        data.count,
    ).format(count=data.count)


@tell.register
def _title(data: score_lines.TitleLine) -> str:
    title, measured = names.title(data.title), measure_text(data.title, data.measure)
    if data.tied > 1:
        line = _("{title}, shared by {count}: {points} ÷ {count} ({measure})").format(
            title=title, count=data.tied, points=content.TITLES[data.title].points, measure=measured
        )
        return _unbroken(line)
    return _("{title} ({measure})").format(title=title, measure=measured)


@tell.register
def _strategy(data: score_lines.StrategyLine) -> str:
    line = (
        _("Strategy held: {title}, {points}")
        if data.held
        else _("Strategy missed: {title}, half of {points}")
    )
    return line.format(title=names.title(data.title), points=data.points)


# ---- Backgrounds ------------------------------------------------------------------------------


@tell.register
def _no_background(data: score_lines.NoBackgroundLine) -> str:
    return _("No Background")


def _background(data: score_lines.BackgroundLine, figure: str) -> str:
    return _("{background}: {figure}").format(background=names.background(data.background), figure=figure)


@tell.register
def _turn_by_turn(data: score_lines.TurnByTurnLine) -> str:
    return _background(data, _("point by point over the turns"))


@tell.register
def _young_wolf(data: score_lines.YoungWolfLine) -> str:
    shares = ngettext("{count} share", "{count} shares", data.shares)
    return _background(data, shares.format(count=data.shares))


@tell.register
def _heir(data: score_lines.HeirLine) -> str:
    return _background(data, _("influence {level}").format(level=data.influence))


@tell.register
def _social_parasite(data: score_lines.SocialParasiteLine) -> str:
    known = ngettext("{count} player known", "{count} players known", data.players)
    return _background(data, known.format(count=data.players))


@tell.register
def _man_of_honour(data: score_lines.ManOfHonourLine) -> str:
    if not data.corporation:
        return _background(data, _("no citizenship"))
    shares = ngettext("{count} share of {corporation}", "{count} shares of {corporation}", data.shares)
    return _background(data, shares.format(count=data.shares, corporation=names.corp(data.corporation)))


@tell.register
def _celebrity(data: score_lines.CelebrityLine) -> str:
    return _background(data, _("money points counted twice"))


@tell.register
def _avenger(data: score_lines.AvengerLine) -> str:
    if not data.corporation:
        return _background(data, _("no prey"))
    corporation = names.corp(data.corporation)
    if data.rank is None:
        return _background(data, _("{corporation} crashed").format(corporation=corporation))
    line = _("{corporation} ended {rank}")
    return _background(data, line.format(corporation=corporation, rank=figures.ordinal(data.rank)))


@tell.register
def _nobody(data: score_lines.NobodyLine) -> str:
    return _background(data, _("the price of discretion"))
